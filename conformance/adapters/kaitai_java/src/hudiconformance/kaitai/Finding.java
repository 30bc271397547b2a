// SPDX-License-Identifier: Apache-2.0
package hudiconformance.kaitai;

import java.util.Comparator;
import java.util.Map;

/** What breaks a requirement and did not keep the reader from an answer, and at which offset in the file. */
record Finding(String requirement, String code, long at) {
    static final Comparator<Finding> ORDER = Comparator.comparingLong(Finding::at)
        .thenComparing(Finding::requirement)
        .thenComparing(Finding::code);

    Map<String, Object> canonical() {
        return Map.of("requirement", requirement, "code", code, "at", Long.toString(at));
    }
}
