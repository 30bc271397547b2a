// SPDX-License-Identifier: Apache-2.0
package conformance.hfile;

import java.lang.reflect.Field;

/** Fields that HBase reads and does not hand out. */
public final class Inside {
  private Inside() {}

  /** A field of an object by name, wherever in its line of classes; null when there is none of that name. */
  public static Object field(Object owner, String name) {
    for (Class<?> level = owner.getClass(); level != null; level = level.getSuperclass()) {
      try {
        Field field = level.getDeclaredField(name);
        field.setAccessible(true);
        return field.get(owner);
      } catch (NoSuchFieldException next) {
        // one level up
      } catch (IllegalAccessException closed) {
        throw new LinkageError(name, closed);
      }
    }
    return null;
  }

  /** The same for a field that must be there. */
  public static Object must(Object owner, String name) {
    Object value = field(owner, name);
    if (value == null) {
      throw new LinkageError(owner.getClass() + " has no " + name);
    }
    return value;
  }
}
