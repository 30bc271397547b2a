  private static HFileReader openHFile(byte[] content) throws IOException {
    HFileReader reader = new HFileReaderImpl(
        new ByteArraySeekableDataInputStream(new ByteBufferBackedInputStream(content)), content.length);
    reader.initializeMetadata();
    return reader;
  }
