  private static HFileReader openHFile(byte[] content) throws IOException {
    HFileReader reader = new HFileReaderImpl(
        new ByteArraySeekableDataInputStream(new org.apache.hudi.common.util.io.ByteBufferBackedInputStream(content)), content.length);
    reader.initializeMetadata();
    return reader;
  }
