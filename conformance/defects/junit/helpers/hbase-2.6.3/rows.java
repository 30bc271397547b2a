  /** Rows of all cells, in the order of the file. */
  private List<String> rows(byte[] content) throws IOException {
    Configuration conf = new Configuration();
    Path file = Files.write(folder.resolve("f.hfile"), content);
    List<String> rows = new ArrayList<>();
    try (HFile.Reader reader = HFile.createReader(FileSystem.get(conf),
             new org.apache.hadoop.fs.Path(file.toUri()), CacheConfig.DISABLED, true, conf);
         HFileScanner scanner = reader.getScanner(conf, false, true, false)) {
      for (boolean more = scanner.seekTo(); more; more = scanner.next()) {
        rows.add(Bytes.toString(CellUtil.cloneRow(scanner.getCell())));
      }
    }
    return rows;
  }
