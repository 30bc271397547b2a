// SPDX-License-Identifier: Apache-2.0
import hudi_parsers.HudiLogFile;
import io.kaitai.struct.ByteBufferKaitaiStream;
import java.net.URI;
import java.nio.file.*;
import java.util.*;

/** java Consume KNOWN [RELEASE]: the cases of log.scan, from the class path or a folder, against the grammars. */
public final class Consume {
  /** Blocks of an undamaged log file, -1 where the parser refuses it. */
  static int numBlocks(Path file) throws Exception {
    byte[] data = Files.readAllBytes(file);
    try {
      return new HudiLogFile(new ByteBufferKaitaiStream(data)).blocks().size();
    } catch (RuntimeException refused) {
      return -1;
    }
  }

  static Path inJar() throws Exception {
    URI index = Consume.class.getResource("/hudi-conformance/index.tsv").toURI();
    return FileSystems.newFileSystem(index, Map.of()).getPath("/hudi-conformance");
  }

  public static void main(String[] arguments) throws Exception {
    Path root = arguments.length > 1 ? Path.of(arguments[1]) : inJar();
    Set<String> known = new HashSet<>(Files.readAllLines(Path.of(arguments[0]))), failed = new HashSet<>();
    int numCases = 0;
    for (String line : Files.readAllLines(root.resolve("index.tsv"))) {
      String[] row = line.split("\t", -1);
      if (!row[1].equals("log.scan") || !Set.of("accept", "damaged", "reject").contains(row[2])) continue;
      numCases++;
      int wanted = row[2].equals("accept") ? Integer.parseInt(row[3]) : -1;
      if (numBlocks(root.resolve(row[0]).resolve("input.bin")) != wanted) failed.add(row[0]);
    }
    long numKnown = failed.stream().filter(known::contains).count();
    System.out.println(numCases + " cases, " + failed.size() + " failed, " + numKnown + " of them known");
    if (!failed.equals(known)) throw new AssertionError("the list of known failures is not that of this run");
  }
}
