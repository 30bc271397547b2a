  /** Times of the archived instants of a range, both ends included. */
  private static List<String> archivedTimes(Path table, String from, String to) throws IOException {
    List<String> times = new ArrayList<>();
    new ArchivedTimelineLoaderV2().loadInstants(metaClient(table),
        new HoodieArchivedTimeline.ClosedClosedTimeRangeFilter(from, to), HoodieArchivedTimeline.LoadMode.ACTION,
        entry -> true, (time, entry) -> times.add(time));
    Collections.sort(times);
    return times;
  }
