// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.BadRequest;
import conformance.protocol.Json;
import conformance.protocol.Unsupported;
import java.io.IOException;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.apache.hudi.common.bloom.BloomFilter;
import org.apache.hudi.common.bloom.BloomFilterFactory;
import org.apache.hudi.common.bloom.HoodieDynamicBoundedBloomFilter;
import org.apache.hudi.common.bloom.SimpleBloomFilter;
import org.apache.hudi.exception.HoodieException;

/** Bloom filters of record keys by the release's own classes. */
final class Bloom {
  private static final String SIMPLE = "SIMPLE";
  private static final String[] HASHES = {"jenkins", "murmur"};

  private Bloom() {}

  /** A filter, and lookups of keys in it. */
  static Map<String, Object> ask(Path input, Map<?, ?> args) throws Exception {
    Object container = args.containsKey("container") ? args.get("container") : "text";
    String type = args.get("type") instanceof String code ? code : SIMPLE;
    BloomFilter filter;
    String[] range = {null, null};
    switch (String.valueOf(container)) {
      case "text" -> filter = BloomFilterFactory.fromString(Files.readString(input, StandardCharsets.UTF_8), type);
      case "filter" ->
          filter = BloomFilterFactory.fromString(Base64.getEncoder().encodeToString(Files.readAllBytes(input)), type);
      case "parquet" -> {
        filter = BloomFiles.inParquet(input);
        range = orAbsent(() -> BloomFiles.rangeInParquet(input));
      }
      case "hfile" -> {
        filter = BloomFiles.inHFile(input);
        range = orAbsent(() -> BloomFiles.rangeInHFile(input));
      }
      case "orc", "lance" -> throw new Unsupported("container " + container); // Spark's readers alone
      default -> throw new BadRequest("container " + container);
    }
    List<Object> possible = new ArrayList<>();
    for (String key : texts(args.get("keys"))) {
      possible.add(filter == null || filter.mightContain(key));
    }
    return Json.object("filter", filter == null ? null : show(filter), "min_key", range[0], "max_key", range[1],
        "possible", possible);
  }

  /** The text of a filter with keys. */
  static Map<String, Object> write(Object description) throws Exception {
    if (!(description instanceof Map<?, ?> write)) {
      throw new BadRequest("args.write is not an object");
    }
    if (Boolean.TRUE.equals(write.get("is_old"))) {
      throw new Unsupported("writing the old form");
    }
    BloomFilter filter = created(write);
    for (String key : texts(write.get("keys"))) {
      filter.add(key);
    }
    byte[] text = filter.serializeToString().getBytes(StandardCharsets.UTF_8);
    return Json.object("b64", Base64.getEncoder().encodeToString(text));
  }

  private static BloomFilter created(Map<?, ?> write) throws Exception {
    int numKeys = number(write, "num_keys");
    int maxKeys = number(write, "max_keys");
    double rate = Double.parseDouble((String) write.get("error_rate"));
    String type = (String) write.get("type");
    if (!"jenkins".equals(write.get("hash"))) {
      return BloomFilterFactory.createBloomFilter(numKeys, rate, maxKeys, type);
    }
    if (type.equals(SIMPLE)) {
      return new SimpleBloomFilter(numKeys, rate, 0);
    }
    Constructor<HoodieDynamicBoundedBloomFilter> constructor = HoodieDynamicBoundedBloomFilter.class
        .getDeclaredConstructor(int.class, double.class, int.class, int.class);
    constructor.setAccessible(true);
    try {
      return constructor.newInstance(numKeys, rate, 0, maxKeys);
    } catch (InvocationTargetException wrapped) {
      throw wrapped.getCause() instanceof Exception cause ? cause : wrapped;
    }
  }

  private static int number(Map<?, ?> write, String name) {
    return write.get(name) instanceof Long number ? Math.toIntExact(number) : 0;
  }

  private static List<String> texts(Object value) {
    List<String> texts = new ArrayList<>();
    if (value instanceof List<?> list) {
      for (Object item : list) {
        texts.add((String) item);
      }
    }
    return texts;
  }

  /** The numbers of a filter, which its classes keep to themselves. */
  private static Map<String, Object> show(BloomFilter filter) throws ReflectiveOperationException {
    List<Object> rows = new ArrayList<>();
    if (filter instanceof SimpleBloomFilter) {
      rows.add(row(field(filter, "filter")));
      return Json.object("type", filter.getBloomFilterTypeCode().name(), "rows", rows);
    }
    Object grown = field(filter, "internalDynamicBloomFilter");
    Object matrix = field(grown, "matrix");
    for (int i = 0; i < Array.getLength(matrix); i++) {
      rows.add(row(Array.get(matrix, i)));
    }
    Map<String, Object> growth = numbers(grown);
    growth.put("num_keys_per_row", field(grown, "nr"));
    growth.put("num_keys_last_row", field(grown, "currentNbRecord"));
    return Json.object("type", filter.getBloomFilterTypeCode().name(), "rows", rows, "growth", growth);
  }

  private static Map<String, Object> row(Object row) throws ReflectiveOperationException {
    Map<String, Object> shown = numbers(row);
    shown.put("num_set", numSet(row));
    return shown;
  }

  /** Bits are a set up to 1.1, and words from 1.2 on. */
  private static int numSet(Object row) throws ReflectiveOperationException {
    try {
      return ((BitSet) field(row, "bits")).cardinality();
    } catch (NoSuchFieldException words) {
      return Arrays.stream((long[]) field(row, "words")).mapToInt(Long::bitCount).sum();
    }
  }

  private static Map<String, Object> numbers(Object part) throws ReflectiveOperationException {
    return Json.object("num_hashes", field(part, "nbHash"), "hash", HASHES[(Integer) field(part, "hashType")],
        "num_bits", field(part, "vectorSize"));
  }

  private static Object field(Object owner, String name) throws ReflectiveOperationException {
    for (Class<?> type = owner.getClass(); type != null; type = type.getSuperclass()) {
      try {
        Field field = type.getDeclaredField(name);
        field.setAccessible(true);
        return field.get(owner);
      } catch (NoSuchFieldException above) {
        // declared by a class above
      }
    }
    throw new NoSuchFieldException(name);
  }

  private interface Range {
    String[] read() throws IOException;
  }

  /** The release refuses to tell a range that is not there; a filter without one is a filter all the same. */
  private static String[] orAbsent(Range range) throws IOException {
    try {
      return range.read();
    } catch (HoodieException absent) {
      return new String[] {null, null};
    }
  }
}
