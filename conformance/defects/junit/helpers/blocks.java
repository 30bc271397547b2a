  /** All blocks of a log file. */
  private List<HoodieLogBlock> blocks(byte[] content) throws IOException {
    List<HoodieLogBlock> blocks = new ArrayList<>();
    try (HoodieLogFormat.Reader reader = openLog(content)) {
      while (reader.hasNext()) {
        blocks.add(reader.next());
      }
    }
    return blocks;
  }
