// SPDX-License-Identifier: Apache-2.0
package conformance.protocol;

/** The request itself is wrong: the runner's fault, or the author's of a write description. */
public class BadRequest extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public BadRequest(String message) {
    super(message);
  }
}
