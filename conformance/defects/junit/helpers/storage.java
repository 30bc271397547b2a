  private HoodieStorage storage() {
    return HoodieStorageUtils.getStorage(folder.toString(), new HadoopStorageConfiguration(new Configuration()));
  }
