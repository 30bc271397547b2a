// SPDX-License-Identifier: Apache-2.0
package hudiconformance.kaitai;

/** Input that is refused because of a limit of this program, not of the format. */
final class LimitExceeded extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LimitExceeded(String message) {
        super(message, null, false, false);
    }
}
