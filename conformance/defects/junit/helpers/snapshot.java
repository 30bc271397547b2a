  /** Rows of the latest snapshot of a table without partitions. */
  private static List<IndexedRecord> snapshot(Path table) throws Exception {
    HoodieTableMetaClient metaClient = metaClient(table);
    HoodieSchema schema = new TableSchemaResolver(metaClient).getTableSchema(metaClient.getTableConfig().populateMetaFields());
    String latest = metaClient.getCommitsTimeline().filterCompletedInstants().lastInstant().get().requestedTime();
    List<IndexedRecord> rows = new ArrayList<>();
    HoodieTableFileSystemView view = HoodieTableFileSystemView.fileListingBasedFileSystemView(
        new HoodieLocalEngineContext(metaClient.getStorageConf()), metaClient,
        metaClient.getCommitsAndCompactionTimeline().filterCompletedAndCompactionInstants());
    try {
      for (FileSlice slice : view.getLatestMergedFileSlicesBeforeOrOn("", latest).collect(Collectors.toList())) {
        HoodieFileGroupReader<IndexedRecord> reader = HoodieFileGroupReader.<IndexedRecord>builder()
            .withReaderContext(new HoodieAvroReaderContext(
                metaClient.getStorageConf(), metaClient.getTableConfig(), Option.empty(), Option.empty()))
            .withHoodieTableMetaClient(metaClient)
            .withLatestCommitTime(latest)
            .withBaseFileOption(slice.getBaseFile())
            .withLogFiles(slice.getLogFiles().sorted(HoodieLogFile.getLogFileComparator()))
            .withPartitionPath("")
            .withDataSchema(schema)
            .withRequestedSchema(schema)
            .withInternalSchemaOpt(Option.empty())
            .withProps(TypedProperties.copy(metaClient.getTableConfig().getProps()))
            .withStart(0L)
            .withLength(Long.MAX_VALUE)
            .build();
        try (ClosableIterator<IndexedRecord> iterator = reader.getClosableIterator()) {
          iterator.forEachRemaining(rows::add);
        }
      }
    } finally {
      view.close();
    }
    return rows;
  }
