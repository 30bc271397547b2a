// SPDX-License-Identifier: Apache-2.0
package conformance.hfile;

/** The request itself is wrong: the runner's fault, or the author's of a write description. */
final class BadRequest extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BadRequest(String message) {
    super(message);
  }
}
