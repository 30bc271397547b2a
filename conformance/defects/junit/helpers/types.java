  /** Types of all blocks of a log file. */
  private List<String> types(byte[] content) throws IOException {
    return blocks(content).stream().map(block -> block.getBlockType().name()).collect(Collectors.toList());
  }
