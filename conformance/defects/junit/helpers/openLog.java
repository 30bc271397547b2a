  private HoodieLogFormat.Reader openLog(byte[] content) throws IOException {
    return HoodieLogFormat.newReader(storage(), logFile(content), null);
  }
