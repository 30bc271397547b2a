// SPDX-License-Identifier: Apache-2.0
package hudiconformance.kaitai;

import hudi_parsers.Checks;
import hudi_parsers.Checks.Check;
import io.kaitai.struct.KaitaiStream;
import java.nio.BufferUnderflowException;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What an exception of a generated parser means. */
final class Grammar {
    // "/types/frame/seq/1: at pos 14: validation failed: ...": the fields themselves are not accessible
    private static final Pattern FAILED = Pattern.compile("(\\S+): at pos (\\d+): .*", Pattern.DOTALL);

    // "..., got -1": the value itself is not accessible either
    private static final Pattern NEGATIVE = Pattern.compile(".* got -\\d+", Pattern.DOTALL);
    // requirements of counts that are too large, and what negative ones break in place of them
    private static final Map<String, String> OF_NEGATIVES = Map.of(
        "log.map.count-bounds", "log.map.count-negative", "log.avro.count", "log.avro.count-negative");

    private Grammar() {}

    /** Meaning of the failed checks of all types of these grammars, by the path that parsers report. */
    static Map<String, Check> checks(String... grammars) {
        Map<String, Check> checks = new HashMap<>();
        for (String grammar : grammars) {
            checks.putAll(Checks.CHECKS.get(grammar));
        }
        return checks;
    }

    /** A structure as the meaning of all errors that {@link #checks} does not list. */
    static Check structure(String name, String code, String requirement) {
        return new Check("", name, 0, code, requirement);
    }

    /** True for exceptions by which generated code and its runtime refuse bytes. */
    static boolean isRefusal(RuntimeException error) {
        return error instanceof KaitaiStream.KaitaiStructError || error instanceof BufferUnderflowException;
    }

    /** The rejection that a parser's exception means; other exceptions are defects and are thrown again. */
    static Reject reject(RuntimeException error, Map<String, Check> checks, Check otherwise) {
        if (error instanceof KaitaiStream.ValidationFailedError) {
            Matcher failed = FAILED.matcher(error.getMessage());
            if (failed.matches()) {
                Check check = checks.getOrDefault(failed.group(1), otherwise);
                long at = Long.parseLong(failed.group(2)) - check.width();
                String requirement = check.requirement().isEmpty() ? otherwise.requirement() : check.requirement();
                if (NEGATIVE.matcher(error.getMessage()).matches()) {
                    requirement = OF_NEGATIVES.getOrDefault(requirement, requirement);
                }
                return new Reject(check.code(), at, requirement, check.name() + " does not fit");
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
