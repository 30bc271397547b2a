// SPDX-License-Identifier: Apache-2.0
package conformance.mutants;

import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Changes one branch. The lines of its plan after `change`: a file to create when the class was changed, class, method
 * with descriptor, position of the branch in it, `negate` or `redirect`, side.
 *
 * `negate` inverts a condition, and swaps a target of a switch with the next; `redirect` takes the other side, or the
 * next target, whenever the given side would be taken.
 */
public final class Changes implements ClassFileTransformer {
  private final Path marker;
  private final String type;
  private final String method;
  private final int position;
  private final boolean negates;
  private final int side;

  public Changes(List<String> plan) {
    marker = Path.of(plan.get(2));
    type = plan.get(3);
    method = plan.get(4);
    position = Integer.parseInt(plan.get(5));
    negates = plan.get(6).equals("negate");
    side = Integer.parseInt(plan.get(7));
  }

  @Override
  public byte[] transform(ClassLoader loader, String name, Class<?> old, ProtectionDomain domain, byte[] original) {
    if (!type.equals(name)) {
      return null;
    }
    try {
      return Branches.rewrite(original, (key, next) -> key.equals(method) ? new Changed(next) : next);
    } catch (RuntimeException | LinkageError error) {
      Branches.fail(type, error);
      return null;
    }
  }

  private void mark() {
    try {
      Files.writeString(marker, "");
    } catch (IOException error) {
      Branches.fail(type, error);
    }
  }

  private static int inverse(int opcode) {
    if (opcode == Opcodes.IFNULL || opcode == Opcodes.IFNONNULL) {
      return opcode == Opcodes.IFNULL ? Opcodes.IFNONNULL : Opcodes.IFNULL;
    }
    // opposites are neighbours, and the first of each pair is odd
    return ((opcode + 1) ^ 1) - 1;
  }

  private final class Changed extends Branches {
    Changed(MethodVisitor next) {
      super(next);
    }

    @Override
    void jump(int at, int opcode, Label target) {
      if (at != position) {
        mv.visitJumpInsn(opcode, target);
        return;
      }
      mark();
      if (negates) {
        mv.visitJumpInsn(inverse(opcode), target);
        return;
      }
      boolean isPair = opcode >= Opcodes.IF_ICMPEQ && opcode <= Opcodes.IF_ACMPNE;
      mv.visitInsn(isPair ? Opcodes.POP2 : Opcodes.POP);
      if (side == 1) {
        // a jump that is always taken, without code after it that the verifier cannot reach
        mv.visitInsn(Opcodes.ICONST_0);
        mv.visitJumpInsn(Opcodes.IFEQ, target);
      }
    }

    @Override
    void select(int at, Label otherwise, int[] keys, Label[] targets) {
      if (at != position) {
        mv.visitLookupSwitchInsn(otherwise, keys, targets);
        return;
      }
      mark();
      List<Label> sides = sides(otherwise, targets);
      Label chosen = sides.get(side);
      Label next = sides.get((side + 1) % sides.size());
      Label[] changed = new Label[targets.length];
      for (int i = 0; i < targets.length; i++) {
        changed[i] = replaced(targets[i], chosen, next);
      }
      mv.visitLookupSwitchInsn(replaced(otherwise, chosen, next), keys, changed);
    }

    private Label replaced(Label target, Label chosen, Label next) {
      if (target == chosen) {
        return next;
      }
      return negates && target == next ? chosen : target;
    }
  }
}
