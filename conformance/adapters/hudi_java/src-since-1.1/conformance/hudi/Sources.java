// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Source files of a bootstrapped table at the base path of its index, as long as a question is answered. */
final class Sources implements AutoCloseable {
  private static final Path ROOT = Path.of("/tmp/hudi-conformance-bootstrap");
  private final Path target;
  private final FileChannel lock;

  private Sources(Path target) throws IOException {
    this.target = target;
    Files.createDirectories(ROOT);
    lock = FileChannel.open(ROOT.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    lock.lock();
  }

  /** Copies a folder to the base path, if that is below `ROOT`. */
  static Sources lay(Path folder, Object base) throws IOException {
    Path target = Path.of(String.valueOf(base).replaceFirst("^file:", "")).normalize();
    Sources sources = new Sources(target.startsWith(ROOT) && !target.equals(ROOT) ? target : null);
    sources.remove();
    if (sources.target != null && Files.isDirectory(folder)) {
      try (Stream<Path> paths = Files.walk(folder)) {
        for (Path path : (Iterable<Path>) paths::iterator) {
          Path copy = target.resolve(folder.relativize(path).toString());
          if (Files.isDirectory(path)) {
            Files.createDirectories(copy);
          } else {
            Files.copy(path, copy);
          }
        }
      }
    }
    return sources;
  }

  @Override
  public void close() throws IOException {
    try (lock) {
      remove();
    }
  }

  private void remove() throws IOException {
    if (target == null || !Files.exists(target)) {
      return;
    }
    List<Path> all;
    try (Stream<Path> paths = Files.walk(target)) {
      all = paths.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : all) {
      Files.delete(path);
    }
  }
}
