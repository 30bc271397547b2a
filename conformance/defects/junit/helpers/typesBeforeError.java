  /** Types of the blocks that are returned before the reader rejects the file. */
  private List<String> typesBeforeError(byte[] content) throws IOException {
    List<String> types = new ArrayList<>();
    try (HoodieLogFormat.Reader reader = openLog(content)) {
      while (reader.hasNext()) {
        types.add(reader.next().getBlockType().name());
      }
    } catch (HoodieException rejected) {
      return types;
    }
    return types;
  }
