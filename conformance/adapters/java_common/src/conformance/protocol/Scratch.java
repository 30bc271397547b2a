// SPDX-License-Identifier: Apache-2.0
package conformance.protocol;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** A folder for one request, deleted with all that is in it at the end. */
public final class Scratch implements Closeable {
  private static final Path ROOT = root();
  private static final AtomicInteger COUNTER = new AtomicInteger();

  /** Where files of the request may be written. */
  public final Path folder;

  public Scratch() throws IOException {
    folder = Files.createDirectory(ROOT.resolve("r" + COUNTER.getAndIncrement()));
  }

  /** The request's input as a file of one name for all inputs, so that equal inputs give equal messages. */
  public Path input(Map<?, ?> request, String name) throws IOException {
    if (!(request.get("in") instanceof Map<?, ?> in)) {
      throw new BadRequest("the command needs an input");
    }
    Path file = folder.resolve(name);
    if (in.get("b64") instanceof String text) {
      return Files.write(file, Base64.getDecoder().decode(text));
    }
    if (in.get("path") instanceof String path) {
      Path source = Path.of(path).toAbsolutePath();
      if (!Files.isRegularFile(source)) {
        throw new BadRequest("no such file: " + path);
      }
      try {
        return Files.createSymbolicLink(file, source);
      } catch (IOException | UnsupportedOperationException noLinks) {
        return Files.copy(source, file);
      }
    }
    throw new BadRequest("the input is neither b64 nor path");
  }

  /** The request's folder as it is, or its file as by {@link #input}. */
  public Path folderOrFile(Map<?, ?> request, String name) throws IOException {
    if (!(request.get("in") instanceof Map<?, ?> in) || !(in.get("dir") instanceof String dir)) {
      return input(request, name);
    }
    Path given = Path.of(dir);
    if (!given.isAbsolute() || !Files.isDirectory(given)) {
      throw new BadRequest("no such folder: " + dir);
    }
    return given;
  }

  /** Text without the names of temporary folders, so that equal inputs give equal messages. */
  static String anonymous(String text) {
    String below = text.replace(ROOT.toString(), "");
    return below.replaceAll("/r[0-9]+/input\\.hfile", "INPUT")
        .replaceAll("/r[0-9]+/(?=\\.00000000-0000-4000)", "INPUT/");
  }

  @Override
  public void close() throws IOException {
    delete(folder);
  }

  /** In the folder that the runner names, which it removes also where it has to kill us. */
  private static Path root() {
    String name = "hudi-conformance-";
    String named = System.getenv("TMPDIR");
    try {
      Path made = named == null || named.isEmpty()
          ? Files.createTempDirectory(name).toRealPath()
          : Files.createTempDirectory(Path.of(named), name).toRealPath();
      Runtime.getRuntime().addShutdownHook(new Thread(() -> {
        try {
          delete(made);
        } catch (IOException left) {
          System.err.println("could not delete " + made + ": " + left);
        }
      }));
      return made;
    } catch (IOException none) {
      throw new IllegalStateException("no temporary folder", none);
    }
  }

  private static void delete(Path folder) throws IOException {
    List<Path> found = new ArrayList<>();
    try (Stream<Path> walk = Files.walk(folder)) {
      walk.forEach(found::add);
    }
    for (int i = found.size() - 1; i >= 0; i--) {
      Files.deleteIfExists(found.get(i));
    }
  }
}
