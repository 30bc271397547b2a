  /** Scanner of a log file of a table of version 6 with five completed delta commits. */
  private HoodieMergedLogRecordScanner mergedScanner(byte[] content) throws IOException {
    HadoopStorageConfiguration configuration = new HadoopStorageConfiguration(new Configuration());
    Properties properties = HoodieTableMetaClient.withPropertyBuilder()
        .setTableType(HoodieTableType.MERGE_ON_READ)
        .setTableName("t")
        .setPreCombineField("v")
        .setPayloadClass(DefaultHoodieRecordPayload.class)
        .build();
    HoodieTableMetaClient metaClient =
        HoodieTableMetaClient.initTableAndGetMetaClient(configuration, folder.toString(), properties);
    for (int commit = 1; commit <= 5; commit++) {
      for (String state : Arrays.asList(".requested", ".inflight", "")) {
        Files.createFile(folder.resolve(".hoodie/2024010100000000" + commit + ".deltacommit" + state));
      }
    }
    Schema schema = SchemaBuilder.record("Row").namespace("t").fields()
        .optionalString("_hoodie_commit_time").optionalString("_hoodie_commit_seqno")
        .optionalString("_hoodie_record_key").optionalString("_hoodie_partition_path")
        .optionalString("_hoodie_file_name").optionalInt("v").endRecord();
    return HoodieMergedLogRecordScanner.newBuilder()
        .withStorage(storage())
        .withBasePath(folder.toString())
        .withLogFilePaths(Collections.singletonList(logFile(content).getPath().toString()))
        .withReaderSchema(schema)
        .withLatestInstantTime("20240101000000005")
        .withReverseReader(false)
        .withBufferSize(1 << 16)
        .withMaxMemorySizeInBytes(64L << 20)
        .withSpillableMapBasePath(Files.createDirectory(folder.resolve("spill")).toString())
        .withTableMetaClient(HoodieTableMetaClient.reload(metaClient))
        .build();
  }
