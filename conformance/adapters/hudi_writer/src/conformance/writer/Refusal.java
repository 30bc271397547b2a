// SPDX-License-Identifier: Apache-2.0
package conformance.writer;

/** A scenario that says nothing that could be done. */
final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  Refusal(String message) {
    super(message);
  }
}
