// SPDX-License-Identifier: Apache-2.0
package conformance.mutants;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Prints all branch instructions of the classes in jars: class, method, descriptor, position, keys of a switch as in
 * {@link Site}, source file, line, number of sides, separated by tabs.
 */
public final class Sites {
  private Sites() {}

  public static void main(String[] jars) throws IOException {
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    for (String jar : jars) {
      try (ZipFile file = new ZipFile(jar)) {
        for (ZipEntry entry : file.stream().filter(each -> each.getName().endsWith(".class")).toList()) {
          try (InputStream data = file.getInputStream(entry)) {
            new ClassReader(data).accept(new Listed(out), ClassReader.SKIP_FRAMES);
          }
        }
      }
    }
    out.flush();
  }

  private static final class Listed extends ClassVisitor {
    private final PrintStream out;
    private String type;
    private String source;

    Listed(PrintStream out) {
      super(Opcodes.ASM9);
      this.out = out;
    }

    @Override
    public void visit(int version, int access, String name, String generic, String above, String[] interfaces) {
      type = name;
    }

    @Override
    public void visitSource(String file, String debug) {
      source = file;
    }

    @Override
    public MethodVisitor visitMethod(int access, String name, String descriptor, String generic, String[] thrown) {
      return new Branches(null) {
        private int line;

        @Override
        public void visitLineNumber(int number, Label start) {
          line = number;
        }

        private void print(int position, String keys, int numSides) {
          out.println(String.join("\t", type, name, descriptor, String.valueOf(position), keys, source,
              String.valueOf(line), String.valueOf(numSides)));
        }

        @Override
        void jump(int position, int opcode, Label target) {
          print(position, "-", 2);
        }

        @Override
        void select(int position, Label otherwise, int[] keys, Label[] targets) {
          List<Label> sides = sides(otherwise, targets);
          List<String> pairs = new ArrayList<>();
          for (int i = 0; i < keys.length; i++) {
            if (targets[i] != otherwise) {
              pairs.add(keys[i] + "=" + sides.indexOf(targets[i]));
            }
          }
          print(position, String.join(",", pairs), sides.size());
        }
      };
    }
  }
}
