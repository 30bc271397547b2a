  private static HoodieTableMetaClient metaClient(Path table) {
    return HoodieTableMetaClient.builder()
        .setConf(new HadoopStorageConfiguration(new Configuration()))
        .setBasePath(table.toString())
        .build();
  }
