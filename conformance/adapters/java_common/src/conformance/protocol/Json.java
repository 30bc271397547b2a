// SPDX-License-Identifier: Apache-2.0
package conformance.protocol;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * JSON text to values and back. Objects are maps, arrays lists; an integer is a {@link Long} if it fits in 64 bits,
 * else a {@link BigInteger}; other numbers are {@link Double}. Of two equal keys the last wins; NaN and the infinities
 * are read, as many writers print them. What is printed is pure ASCII.
 */
public final class Json {
  private static final int MAX_DEPTH = 900;
  private static final int MAX_DIGITS = 4300;
  private static final char[] HEX = "0123456789abcdef".toCharArray();

  private final String text;
  private int pos;

  private Json(String text) {
    this.text = text;
  }

  /** Text that is not JSON. */
  public static final class Malformed extends BadRequest {
    private static final long serialVersionUID = 1L;

    Malformed(String message) {
      super(message);
    }
  }

  /** JSON that is printed already: many small values kept in little space. */
  public record Raw(String json) {}

  /** An object with the given keys and values, in order. */
  public static Map<String, Object> object(Object... pairs) {
    Map<String, Object> members = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      members.put((String) pairs[i], pairs[i + 1]);
    }
    return members;
  }

  /** Parses one JSON value that fills the text. */
  public static Object parse(String text) {
    Json parser = new Json(text);
    Object value = parser.value(0);
    parser.skipSpace();
    if (parser.pos != text.length()) {
      throw parser.malformed("text after the value");
    }
    return value;
  }

  private Malformed malformed(String what) {
    return new Malformed(what + " at character " + pos);
  }

  private void skipSpace() {
    while (pos < text.length() && " \t\n\r".indexOf(text.charAt(pos)) >= 0) {
      pos++;
    }
  }

  private char peek() {
    if (pos >= text.length()) {
      throw malformed("the text ends");
    }
    return text.charAt(pos);
  }

  private Object value(int depth) {
    if (depth > MAX_DEPTH) {
      throw malformed("nested too deep");
    }
    skipSpace();
    char c = peek();
    switch (c) {
      case '{':
        return object(depth);
      case '[':
        return array(depth);
      case '"':
        return string();
      default:
        if (c == '-' && text.startsWith("-Infinity", pos)) {
          return word("-Infinity", Double.NEGATIVE_INFINITY);
        }
        if (c == '-' || isDigit(c)) {
          return number();
        }
    }
    return switch (c) {
      case 't' -> word("true", Boolean.TRUE);
      case 'f' -> word("false", Boolean.FALSE);
      case 'n' -> word("null", null);
      case 'N' -> word("NaN", Double.NaN);
      case 'I' -> word("Infinity", Double.POSITIVE_INFINITY);
      default -> throw malformed("no value");
    };
  }

  private Object word(String word, Object value) {
    if (!text.startsWith(word, pos)) {
      throw malformed("no value");
    }
    pos += word.length();
    return value;
  }

  private Map<String, Object> object(int depth) {
    Map<String, Object> members = new LinkedHashMap<>();
    pos++;
    skipSpace();
    if (peek() == '}') {
      pos++;
      return members;
    }
    while (true) {
      skipSpace();
      if (peek() != '"') {
        throw malformed("no key");
      }
      String key = string();
      skipSpace();
      if (peek() != ':') {
        throw malformed("no colon");
      }
      pos++;
      members.put(key, value(depth + 1));
      skipSpace();
      char c = peek();
      pos++;
      if (c == '}') {
        return members;
      }
      if (c != ',') {
        throw malformed("no comma");
      }
    }
  }

  private List<Object> array(int depth) {
    List<Object> elements = new ArrayList<>();
    pos++;
    skipSpace();
    if (peek() == ']') {
      pos++;
      return elements;
    }
    while (true) {
      elements.add(value(depth + 1));
      skipSpace();
      char c = peek();
      pos++;
      if (c == ']') {
        return elements;
      }
      if (c != ',') {
        throw malformed("no comma");
      }
    }
  }

  private String string() {
    StringBuilder built = new StringBuilder();
    pos++;
    while (true) {
      char c = peek();
      pos++;
      if (c == '"') {
        return built.toString();
      }
      if (c < 0x20) {
        throw malformed("control character in text");
      }
      if (c != '\\') {
        built.append(c);
        continue;
      }
      char escape = peek();
      pos++;
      switch (escape) {
        case '"', '\\', '/' -> built.append(escape);
        case 'b' -> built.append('\b');
        case 'f' -> built.append('\f');
        case 'n' -> built.append('\n');
        case 'r' -> built.append('\r');
        case 't' -> built.append('\t');
        case 'u' -> built.append(unit());
        default -> throw malformed("unknown escape");
      }
    }
  }

  private char unit() {
    int unit = 0;
    for (int i = 0; i < 4; i++) {
      char c = peek();
      int digit = c < 0x80 ? Character.digit(c, 16) : -1;
      if (digit < 0) {
        throw malformed("no hexadecimal digit");
      }
      unit = unit << 4 | digit;
      pos++;
    }
    return (char) unit;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private Object number() {
    int start = pos;
    if (text.charAt(pos) == '-') {
      pos++;
    }
    if (pos >= text.length() || !isDigit(text.charAt(pos))) {
      throw malformed("no number");
    }
    if (text.charAt(pos) == '0') {
      pos++;
    } else {
      skipDigits();
    }
    int end = pos;
    boolean isInteger = true;
    if (pos + 1 < text.length() && text.charAt(pos) == '.' && isDigit(text.charAt(pos + 1))) {
      pos++;
      skipDigits();
      end = pos;
      isInteger = false;
    }
    if (pos < text.length() && (text.charAt(pos) == 'e' || text.charAt(pos) == 'E')) {
      pos++;
      if (pos < text.length() && (text.charAt(pos) == '+' || text.charAt(pos) == '-')) {
        pos++;
      }
      int digits = pos;
      skipDigits();
      if (pos > digits) {
        end = pos;
        isInteger = false;
      }
    }
    pos = end;
    String number = text.substring(start, end);
    if (!isInteger) {
      return Double.parseDouble(number);
    }
    if (number.length() > MAX_DIGITS) {
      throw malformed("integer of too many digits");
    }
    BigInteger integer = new BigInteger(number);
    if (integer.bitLength() < Long.SIZE) {
      return integer.longValue();
    }
    return integer;
  }

  private void skipDigits() {
    while (pos < text.length() && isDigit(text.charAt(pos))) {
      pos++;
    }
  }

  /** The value as compact JSON of ASCII characters. */
  public static String print(Object value) {
    StringBuilder built = new StringBuilder(256);
    print(value, built);
    return built.toString();
  }

  private static void print(Object value, StringBuilder built) {
    if (value == null || value instanceof Boolean || value instanceof Integer || value instanceof Long
        || value instanceof BigInteger) {
      built.append(value);
    } else if (value instanceof String text) {
      printText(text, built);
    } else if (value instanceof Map<?, ?> members) {
      char before = '{';
      for (Map.Entry<?, ?> member : members.entrySet()) {
        built.append(before);
        printText((String) member.getKey(), built);
        built.append(':');
        print(member.getValue(), built);
        before = ',';
      }
      built.append(before == '{' ? "{}" : "}");
    } else if (value instanceof List<?> elements) {
      char before = '[';
      for (Object element : elements) {
        built.append(before);
        print(element, built);
        before = ',';
      }
      built.append(before == '[' ? "[]" : "]");
    } else if (value instanceof Raw raw) {
      built.append(raw.json());
    } else {
      // every other number is text in the canonical form
      throw new IllegalArgumentException("no JSON for a " + value.getClass().getName());
    }
  }

  private static void printText(String text, StringBuilder built) {
    built.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        built.append('\\').append(c);
      } else if (c >= 0x20 && c < 0x7f) {
        built.append(c);
      } else {
        built.append("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) {
          built.append(HEX[c >> shift & 15]);
        }
      }
    }
    built.append('"');
  }
}
