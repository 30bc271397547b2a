// SPDX-License-Identifier: Apache-2.0
package conformance.hfile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Just enough strict JSON: objects are maps, arrays lists, numbers Long or Double; output is pure ASCII. */
final class Json {
  private static final int MAX_DEPTH = 500;
  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  /** Parses one JSON value that fills the text. */
  static Object parse(String text) {
    Json parser = new Json(text);
    Object value = parser.value(0);
    parser.space();
    if (parser.at != text.length()) {
      throw parser.bad("text after the value");
    }
    return value;
  }

  /** An object with the given keys and values, in order. */
  static Map<String, Object> object(Object... pairs) {
    Map<String, Object> made = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      made.put((String) pairs[i], pairs[i + 1]);
    }
    return made;
  }

  /** The value as compact JSON of ASCII characters. */
  static String print(Object value) {
    StringBuilder out = new StringBuilder(256);
    print(value, out);
    return out.toString();
  }

  private static void print(Object value, StringBuilder out) {
    if (value instanceof Raw raw) {
      out.append(raw.json);
    } else if (value == null || value instanceof Boolean || value instanceof Integer || value instanceof Long) {
      out.append(value);
    } else if (value instanceof String string) {
      quote(string, out);
    } else if (value instanceof Map<?, ?> map) {
      char before = '{';
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        out.append(before);
        quote((String) entry.getKey(), out);
        out.append(':');
        print(entry.getValue(), out);
        before = ',';
      }
      out.append(before == '{' ? "{}" : "}");
    } else if (value instanceof List<?> list) {
      char before = '[';
      for (Object item : list) {
        out.append(before);
        print(item, out);
        before = ',';
      }
      out.append(before == '[' ? "[]" : "]");
    } else {
      throw new IllegalStateException("no JSON for " + value.getClass());
    }
  }

  /** JSON that is printed already: many small values kept in little space. */
  record Raw(String json) {}

  private static void quote(String string, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < string.length(); i++) {
      char c = string.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c >= ' ' && c < 0x7f) {
        out.append(c);
      } else {
        out.append("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) {
          out.append(Character.forDigit(c >> shift & 15, 16));
        }
      }
    }
    out.append('"');
  }

  private Object value(int depth) {
    if (depth > MAX_DEPTH) {
      throw bad("nested too deep");
    }
    space();
    switch (peek()) {
      case '{':
        return members(depth);
      case '[':
        return items(depth);
      case '"':
        return string();
      case 't':
        return word("true", Boolean.TRUE);
      case 'f':
        return word("false", Boolean.FALSE);
      case 'n':
        return word("null", null);
      default:
        return number();
    }
  }

  private Map<String, Object> members(int depth) {
    Map<String, Object> made = new LinkedHashMap<>();
    at++;
    space();
    if (peek() == '}') {
      at++;
      return made;
    }
    while (true) {
      space();
      String key = string();
      space();
      expect(':');
      made.put(key, value(depth + 1));
      space();
      if (peek() == '}') {
        at++;
        return made;
      }
      expect(',');
    }
  }

  private List<Object> items(int depth) {
    List<Object> made = new ArrayList<>();
    at++;
    space();
    if (peek() == ']') {
      at++;
      return made;
    }
    while (true) {
      made.add(value(depth + 1));
      space();
      if (peek() == ']') {
        at++;
        return made;
      }
      expect(',');
    }
  }

  private String string() {
    expect('"');
    StringBuilder made = new StringBuilder();
    while (true) {
      int start = at;
      while (at < text.length() && text.charAt(at) != '"' && text.charAt(at) != '\\') {
        at++;
      }
      made.append(text, start, at);
      char c = next();
      if (c == '"') {
        return made.toString();
      }
      char escaped = next();
      int known = "\"\\/bfnrt".indexOf(escaped);
      if (known >= 0) {
        made.append("\"\\/\b\f\n\r\t".charAt(known));
      } else if (escaped == 'u' && at + 4 <= text.length()) {
        made.append((char) Integer.parseInt(text.substring(at, at + 4), 16));
        at += 4;
      } else {
        throw bad("unknown escape");
      }
    }
  }

  private Object number() {
    int start = at;
    while (at < text.length() && "+-0123456789.eE".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    String digits = text.substring(start, at);
    try {
      if (digits.matches("-?[0-9]+")) {
        return Long.valueOf(digits);
      }
      return Double.valueOf(digits);
    } catch (NumberFormatException no) {
      throw bad("no number: " + digits);
    }
  }

  private Object word(String word, Object value) {
    if (!text.startsWith(word, at)) {
      throw bad("unknown word");
    }
    at += word.length();
    return value;
  }

  private void space() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private char peek() {
    return at < text.length() ? text.charAt(at) : '\0';
  }

  private char next() {
    if (at >= text.length()) {
      throw bad("ends too early");
    }
    return text.charAt(at++);
  }

  private void expect(char wanted) {
    if (peek() != wanted) {
      throw bad("expected " + wanted);
    }
    at++;
  }

  private BadRequest bad(String what) {
    return new BadRequest("JSON, character " + at + ": " + what);
  }
}
