  /** Keys of all cells, in the order of the file. */
  private static List<String> rows(byte[] content) throws IOException {
    List<String> rows = new ArrayList<>();
    try (HFileReader reader = openHFile(content)) {
      for (boolean more = reader.seekTo(); more; more = reader.next()) {
        rows.add(reader.getKeyValue().get().getKey().getContentInString());
      }
    }
    return rows;
  }
