  /** Rows of the latest snapshot of a table without partitions. */
  private static List<IndexedRecord> snapshot(Path table) throws Exception {
    HoodieTimeline completed = metaClient(table).getCommitsTimeline().filterCompletedInstants();
    return snapshotAsOf(table, completed.lastInstant().get().requestedTime());
  }
