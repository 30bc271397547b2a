  /** Writes the bootstrap index again for source files in another folder; the other facts of each source remain. */
  private static void moveSource(Path table, Path source) throws IOException {
    BootstrapIndex index = new HFileBootstrapIndex(metaClient(table));
    List<BootstrapFileMapping> mappings = new ArrayList<>();
    try (BootstrapIndex.IndexReader reader = index.createReader()) {
      for (BootstrapFileMapping mapping : reader.getSourceFileMappingForPartition("")) {
        String uri = mapping.getBootstrapFileStatus().getPath().getUri();
        HoodiePath path = HoodiePath.newBuilder().setVersion(1)
            .setUri(source.resolve(uri.substring(uri.lastIndexOf('/') + 1)).toUri().toString()).build();
        HoodieFileStatus status = HoodieFileStatus.newBuilder(mapping.getBootstrapFileStatus()).setPath(path).build();
        mappings.add(new BootstrapFileMapping(source.toString(), "", status, "", mapping.getFileId()));
      }
    }
    index.dropIndex();
    try (BootstrapIndex.IndexWriter writer = index.createWriter(source.toString())) {
      writer.begin();
      writer.appendNextPartition("", mappings);
      writer.finish();
    }
  }
