  /** Rows of a table without partitions as of an instant. */
  private static List<IndexedRecord> snapshotAsOf(Path table, String instant) throws Exception {
    HoodieTableMetaClient metaClient = metaClient(table);
    HoodieSchema schema = new TableSchemaResolver(metaClient).getTableSchema(metaClient.getTableConfig().populateMetaFields());
    List<IndexedRecord> rows = new ArrayList<>();
    HoodieTableFileSystemView view = HoodieTableFileSystemView.fileListingBasedFileSystemView(
        new HoodieLocalEngineContext(metaClient.getStorageConf()), metaClient,
        metaClient.getCommitsAndCompactionTimeline().filterCompletedAndCompactionInstants());
    try {
      for (FileSlice slice : view.getLatestMergedFileSlicesBeforeOrOn("", instant).collect(Collectors.toList())) {
        HoodieFileGroupReader<IndexedRecord> reader = HoodieFileGroupReader.<IndexedRecord>builder()
            .withReaderContext(new HoodieAvroReaderContext(
                metaClient.getStorageConf(), metaClient.getTableConfig(), Option.empty(), Option.empty()))
            .withHoodieTableMetaClient(metaClient)
            .withLatestCommitTime(instant)
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
