// SPDX-License-Identifier: Apache-2.0
package hudiconformance.kaitai;

import java.util.LinkedHashMap;
import java.util.Map;

/** Bytes that break a requirement: why, and at which offset in the file (null where there is none). */
final class Reject extends RuntimeException {
    private static final long serialVersionUID = 1L;

    final String code;
    final Long at;
    final String requirement;

    Reject(String code, Long at, String requirement, String message) {
        // no stack trace: a rejection is an answer, and hostile input makes many of them
        super(message, null, false, false);
        this.code = code;
        this.at = at;
        this.requirement = requirement;
    }

    /** The rejection of a block's content, stored with the block. */
    Map<String, Object> canonical() {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("code", code);
        if (at != null) {
            shown.put("at", Long.toString(at));
        }
        return shown;
    }
}
