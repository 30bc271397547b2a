  private HoodieLogFile logFile(byte[] content) throws IOException {
    Path file = folder.resolve(".15e68e17-642b-4761-91f4-fc0fafc5c10d-0_20240101000000000.log.1_1-0-1");
    Files.write(file, content);
    return new HoodieLogFile(new StoragePath(file.toUri()), content.length);
  }
