// SPDX-License-Identifier: Apache-2.0
package conformance.mutants;

import java.util.LinkedHashSet;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** A method's branch instructions, numbered in their order; everything else is copied. */
abstract class Branches extends MethodVisitor {
  private int position;

  Branches(MethodVisitor next) {
    super(Opcodes.ASM9, next);
  }

  /** Visits a conditional jump. */
  abstract void jump(int position, int opcode, Label target);

  /** Visits a switch; the targets are those of its keys, which differ from each other. */
  abstract void select(int position, Label otherwise, int[] keys, Label[] targets);

  /** Targets that differ, the default first: the sides of a switch. */
  static List<Label> sides(Label otherwise, Label[] targets) {
    LinkedHashSet<Label> sides = new LinkedHashSet<>(List.of(otherwise));
    sides.addAll(List.of(targets));
    return List.copyOf(sides);
  }

  @Override
  public void visitJumpInsn(int opcode, Label target) {
    if (opcode == Opcodes.GOTO || opcode == Opcodes.JSR) {
      super.visitJumpInsn(opcode, target);
    } else {
      jump(position++, opcode, target);
    }
  }

  @Override
  public void visitTableSwitchInsn(int first, int last, Label otherwise, Label... targets) {
    int[] keys = new int[targets.length];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = first + i;
    }
    select(position++, otherwise, keys, targets);
  }

  @Override
  public void visitLookupSwitchInsn(Label otherwise, int[] keys, Label[] targets) {
    select(position++, otherwise, keys, targets);
  }

  /** What is done to the branches of a method. */
  interface Method {
    MethodVisitor of(String name, MethodVisitor next);
  }

  /** A class whose methods were changed, without new frames: no change needs one. */
  static byte[] rewrite(byte[] original, Method change) {
    ClassReader reader = new ClassReader(original);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    reader.accept(new ClassVisitor(Opcodes.ASM9, writer) {
      @Override
      public MethodVisitor visitMethod(int access, String name, String descriptor, String generic, String[] thrown) {
        MethodVisitor next = super.visitMethod(access, name, descriptor, generic, thrown);
        return change.of(name + descriptor, next);
      }
    }, 0);
    return writer.toByteArray();
  }

  /** Ends the machine, which would otherwise go on with the unchanged class. */
  static void fail(String type, Throwable error) {
    System.err.println("cannot change " + type + ": " + error);
    Runtime.getRuntime().halt(70);
  }
}
