// SPDX-License-Identifier: Apache-2.0
package conformance.protocol;

/** The implementation does not support this: the answer is "unsupported", which is not a failure. */
public final class Unsupported extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public Unsupported(String what) {
    super(what, null, false, false); // an answer, not a defect: no stack trace
  }
}
