// SPDX-License-Identifier: Apache-2.0
package conformance.protocol;

/** A limit of this adapter, not of the implementation: the answer is "limit". */
public final class LimitExceeded extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public LimitExceeded(String what) {
    super(what, null, false, false); // an answer, not a defect: no stack trace
  }
}
