  private static void unzip(String resource, Path target) throws IOException {
    try (ZipInputStream archive = new ZipInputStream(new ByteArrayInputStream(resource(resource)))) {
      for (ZipEntry entry = archive.getNextEntry(); entry != null; entry = archive.getNextEntry()) {
        Path file = target.resolve(entry.getName());
        if (entry.isDirectory()) {
          Files.createDirectories(file);
        } else {
          Files.createDirectories(file.getParent());
          Files.copy(archive, file);
        }
      }
    }
  }
