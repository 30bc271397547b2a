  /** Records of all blocks of a log file, in the order of the file. */
  private List<String> allRecords(byte[] content) throws IOException {
    List<String> records = new ArrayList<>();
    try (HoodieLogFormat.Reader reader = openLog(content)) {
      while (reader.hasNext()) {
        HoodieLogBlock block = reader.next();
        if (block instanceof HoodieDataBlock) {
          records.addAll(records(block));
        }
      }
    }
    return records;
  }
