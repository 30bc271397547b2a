// SPDX-License-Identifier: Apache-2.0
package conformance.mutants;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Adds calls of {@link Probes} before the listed branches. */
public final class Records implements ClassFileTransformer {
  private static final String PROBES = "conformance/mutants/Probes";
  private static final String[] COMPARED = {"eq", "ne", "lt", "ge", "gt", "le"};
  private final Map<String, Map<String, Integer>> firsts = new HashMap<>();

  public Records(List<String> plan) {
    for (String line : plan.subList(3, plan.size())) {
      Site site = Site.parse(line);
      firsts.computeIfAbsent(site.type(), type -> new HashMap<>()).put(site.method() + site.position(), site.first());
    }
  }

  @Override
  public byte[] transform(ClassLoader loader, String type, Class<?> old, ProtectionDomain domain, byte[] original) {
    Map<String, Integer> listed = type == null ? null : firsts.get(type);
    if (listed == null) {
      return null;
    }
    try {
      return Branches.rewrite(original, (method, next) -> new Recorded(method, listed, next));
    } catch (RuntimeException | LinkageError error) {
      Branches.fail(type, error);
      return null;
    }
  }

  private static final class Recorded extends Branches {
    private final String method;
    private final Map<String, Integer> listed;

    Recorded(String method, Map<String, Integer> listed, MethodVisitor next) {
      super(next);
      this.method = method;
      this.listed = listed;
    }

    private void probe(int position, int copy, String name, String operands) {
      Integer first = listed.get(method + position);
      if (first != null) {
        mv.visitInsn(copy);
        mv.visitLdcInsn(first);
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, PROBES, name, "(" + operands + "I)V", false);
      }
    }

    @Override
    void jump(int position, int opcode, Label target) {
      String object = "Ljava/lang/Object;";
      if (opcode == Opcodes.IFNULL || opcode == Opcodes.IFNONNULL) {
        probe(position, Opcodes.DUP, opcode == Opcodes.IFNULL ? "isNull" : "isObject", object);
      } else if (opcode >= Opcodes.IF_ACMPEQ) {
        probe(position, Opcodes.DUP2, COMPARED[opcode - Opcodes.IF_ACMPEQ], object + object);
      } else if (opcode >= Opcodes.IF_ICMPEQ) {
        probe(position, Opcodes.DUP2, COMPARED[opcode - Opcodes.IF_ICMPEQ], "II");
      } else {
        probe(position, Opcodes.DUP, COMPARED[opcode - Opcodes.IFEQ], "I");
      }
      mv.visitJumpInsn(opcode, target);
    }

    @Override
    void select(int position, Label otherwise, int[] keys, Label[] targets) {
      probe(position, Opcodes.DUP, "select", "I");
      mv.visitLookupSwitchInsn(otherwise, keys, targets);
    }
  }
}
