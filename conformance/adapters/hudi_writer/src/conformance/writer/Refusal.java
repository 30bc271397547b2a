// SPDX-License-Identifier: Apache-2.0
package conformance.writer;

/** A scenario with an impossible step. */
final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  Refusal(String message) {
    super(message);
  }
}
