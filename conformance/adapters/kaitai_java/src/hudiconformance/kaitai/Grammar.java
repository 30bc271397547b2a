// SPDX-License-Identifier: Apache-2.0
package hudiconformance.kaitai;

import io.kaitai.struct.KaitaiStream;
import java.nio.BufferUnderflowException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What an exception of a generated parser means. */
final class Grammar {
    // "/types/frame/seq/1: at pos 14: validation failed: ...": the fields themselves are not accessible
    private static final Pattern FAILED = Pattern.compile("(\\S+): at pos (\\d+): .*", Pattern.DOTALL);

    private Grammar() {}

    /** Meaning of the failed check of a field; {@code width} bytes of it were read before the check. */
    record Field(String name, int width, String code, String requirement) {}

    /** True for exceptions by which generated code and its runtime refuse bytes. */
    static boolean isRefusal(RuntimeException error) {
        return error instanceof KaitaiStream.KaitaiStructError || error instanceof BufferUnderflowException;
    }

    /** The rejection that a parser's exception means; other exceptions are defects and are thrown again. */
    static Reject reject(RuntimeException error, Map<String, Field> fields, Field otherwise) {
        if (error instanceof KaitaiStream.ValidationFailedError) {
            Matcher failed = FAILED.matcher(error.getMessage());
            if (failed.matches()) {
                Field field = fields.getOrDefault(failed.group(1), otherwise);
                long at = Long.parseLong(failed.group(2)) - field.width();
                return new Reject(field.code(), at, field.requirement(), field.name() + " does not fit");
            }
        }
        if (error instanceof BufferUnderflowException) {
            return new Reject("truncated", null, otherwise.requirement(), otherwise.name() + ": the bytes end");
        }
        if (error instanceof KaitaiStream.KaitaiStructError) {
            return new Reject(otherwise.code(), null, otherwise.requirement(), error.getMessage());
        }
        throw error;
    }
}
