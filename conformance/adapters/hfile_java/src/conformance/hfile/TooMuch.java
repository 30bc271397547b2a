// SPDX-License-Identifier: Apache-2.0
package conformance.hfile;

/** A limit of this adapter, not of the library: the answer is "limit". */
final class TooMuch extends RuntimeException {
  private static final long serialVersionUID = 1L;

  TooMuch(String what) {
    super(what);
  }
}
