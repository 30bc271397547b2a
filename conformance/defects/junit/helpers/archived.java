  /** Archived instants as time, action and state. */
  private static List<String> archived(Path table) {
    return metaClient(table).getArchivedTimeline().getInstants().stream()
        .map(instant -> instant.requestedTime() + " " + instant.getAction() + " " + instant.getState())
        .sorted()
        .collect(Collectors.toList());
  }
