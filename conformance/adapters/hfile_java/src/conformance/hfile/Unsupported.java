// SPDX-License-Identifier: Apache-2.0
package conformance.hfile;

/** The library has no way to do this: the answer is "unsupported", which is no failure. */
final class Unsupported extends RuntimeException {
  private static final long serialVersionUID = 1L;

  Unsupported(String what) {
    super(what);
  }
}
