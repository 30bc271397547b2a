// SPDX-License-Identifier: Apache-2.0
package hudiconformance.kaitai;

import conformance.protocol.LimitExceeded;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.function.Predicate;

/** Numbers as canonical text. */
final class Numbers {
    private static final int MAX_DECIMAL_BYTES = 1024; // more would take quadratic time

    private Numbers() {}

    /** Shortest text that reads back to the same double; of several the nearest. */
    static String canonical(double value) {
        if (Double.isNaN(value)) {
            return "NaN";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "Infinity" : "-Infinity";
        }
        if (value == 0) {
            return 1 / value < 0 ? "-0.0" : "0.0";
        }
        double positive = Math.abs(value);
        // Double.toString reads back, but before Java 19 it is not always the shortest
        BigDecimal known = new BigDecimal(Double.toString(positive));
        String text = shortest(new BigDecimal(positive), known, each -> each.doubleValue() == positive);
        return value < 0 ? "-" + text : text;
    }

    /** The same for a float: the shortest text that reads back to the same float. */
    static String canonical(float value) {
        if (Float.isNaN(value) || Float.isInfinite(value) || value == 0) {
            return canonical((double) value);
        }
        float positive = Math.abs(value);
        BigDecimal known = new BigDecimal(Float.toString(positive));
        // by way of the nearest double, as a reader without floats of 32 bits does it
        String text = shortest(new BigDecimal(positive), known, each -> (float) each.doubleValue() == positive);
        return value < 0 ? "-" + text : text;
    }

    private static String shortest(BigDecimal exact, BigDecimal known, Predicate<BigDecimal> readsBack) {
        BigDecimal best = null;
        for (int num = known.stripTrailingZeros().precision(); num > 0; num--) {
            BigDecimal found = nearest(exact, num, readsBack);
            if (found == null) {
                break;
            }
            best = found;
        }
        return layout((best == null ? known : best).stripTrailingZeros());
    }

    /** The number of {@code num} digits nearest to {@code exact} that reads back, even digit first; or null. */
    private static BigDecimal nearest(BigDecimal exact, int num, Predicate<BigDecimal> readsBack) {
        BigDecimal middle = exact.round(new MathContext(num, RoundingMode.HALF_EVEN));
        if (middle.precision() < num) {
            middle = middle.setScale(middle.scale() + num - middle.precision());
        }
        BigDecimal best = null;
        // at a power of two the nearest number may not read back, while its neighbour does
        for (BigDecimal each : new BigDecimal[] {middle, middle.subtract(middle.ulp()), middle.add(middle.ulp())}) {
            boolean isNearer = best == null || each.subtract(exact).abs().compareTo(best.subtract(exact).abs()) < 0;
            if (each.signum() > 0 && isNearer && readsBack.test(each)) {
                best = each;
            }
        }
        return best;
    }

    /** Plain from 1e-4 up to 1e16, else with an exponent of at least two digits. */
    private static String layout(BigDecimal number) {
        String digits = number.unscaledValue().toString();
        int exponent = digits.length() - number.scale(); // of 0.digits
        if (exponent > -4 && exponent <= 16) {
            if (exponent <= 0) {
                return "0." + "0".repeat(-exponent) + digits;
            }
            if (digits.length() <= exponent) {
                return digits + "0".repeat(exponent - digits.length()) + ".0";
            }
            return digits.substring(0, exponent) + "." + digits.substring(exponent);
        }
        String mantissa = digits.length() > 1 ? digits.charAt(0) + "." + digits.substring(1) : digits;
        int power = exponent - 1;
        String shown = Integer.toString(Math.abs(power));
        return mantissa + "e" + (power < 0 ? "-" : "+") + (shown.length() < 2 ? "0" : "") + shown;
    }

    /** Plain text with all digits of the scale. */
    static String canonicalDecimal(byte[] unscaled, int scale) {
        if (unscaled.length > MAX_DECIMAL_BYTES || scale < 0 || scale > 4 * MAX_DECIMAL_BYTES) {
            throw new LimitExceeded("decimal of " + unscaled.length + " bytes and scale " + scale);
        }
        BigInteger number = unscaled.length == 0 ? BigInteger.ZERO : new BigInteger(unscaled);
        return new BigDecimal(number, scale).toPlainString();
    }
}
