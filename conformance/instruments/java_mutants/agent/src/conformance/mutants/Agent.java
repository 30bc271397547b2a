// SPDX-License-Identifier: Apache-2.0
package conformance.mutants;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Entry of the agent. Its argument is a file of lines: the jar of ASM, then `record` and the file of probes, then one
 * site per line; or `change` and a description of the change, see {@link Changes}.
 *
 * ASM is loaded apart from the class path, on which the implementation may have another version of it.
 */
public final class Agent {
  private Agent() {}

  public static void premain(String plan, Instrumentation machine) throws Exception {
    List<String> lines = Files.readAllLines(Path.of(plan));
    boolean isRecording = lines.get(1).equals("record");
    if (isRecording) {
      Probes.open(Path.of(lines.get(2)), lines.subList(3, lines.size()));
    }
    URL own = Agent.class.getProtectionDomain().getCodeSource().getLocation();
    URL[] jars = {Path.of(lines.get(0)).toUri().toURL(), own};
    // stays open: classes are loaded until the machine ends
    URLClassLoader apart = new URLClassLoader(jars, ClassLoader.getPlatformClassLoader());
    String name = isRecording ? "conformance.mutants.Records" : "conformance.mutants.Changes";
    Object transformer = apart.loadClass(name).getConstructor(List.class).newInstance(lines);
    machine.addTransformer((ClassFileTransformer) transformer);
  }
}
