  private static byte[] resource(String name) throws IOException {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    try (InputStream in = Objects.requireNonNull(MethodHandles.lookup().lookupClass().getResourceAsStream(name), name)) {
      byte[] buffer = new byte[8192];
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        content.write(buffer, 0, read);
      }
    }
    return content.toByteArray();
  }
