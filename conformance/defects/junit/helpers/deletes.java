  /** Entries of all delete blocks of a log file. */
  private List<DeleteRecord> deletes(byte[] content) throws IOException {
    List<DeleteRecord> deletes = new ArrayList<>();
    try (HoodieLogFormat.Reader reader = openLog(content)) {
      while (reader.hasNext()) {
        HoodieLogBlock block = reader.next();
        if (block instanceof HoodieDeleteBlock) {
          deletes.addAll(Arrays.asList(((HoodieDeleteBlock) block).getRecordsToDelete()));
        }
      }
    }
    return deletes;
  }
