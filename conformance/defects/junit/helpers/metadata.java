  /** Reader of the metadata table. */
  private static HoodieBackedTableMetadata metadata(HoodieTableMetaClient metaClient) {
    return new HoodieBackedTableMetadata(new HoodieLocalEngineContext(metaClient.getStorageConf()), metaClient.getStorage(),
        HoodieMetadataConfig.newBuilder().enable(true).build(), metaClient.getBasePath().toString());
  }
