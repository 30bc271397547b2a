// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.Unsupported;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hudi.configuration.FlinkOptions;

/** A view of a request as options of a query. */
final class FlinkQuery {
  private static final String SCHEMA_ON_READ = "hoodie.schema.on.read.enable";

  private FlinkQuery() {}

  static Map<String, String> options(Map<?, ?> args) {
    Map<String, String> options = new LinkedHashMap<>();
    Object view = args.get("view") == null ? "snapshot" : args.get("view");
    if (view.equals("incremental")) {
      putRange(options, args);
    } else if (!view.equals("snapshot") && !view.equals("read_optimized")) {
      throw new Unsupported("view " + view);
    }
    options.put(FlinkOptions.QUERY_TYPE.key(), (String) view);
    if (args.get("by_id") instanceof Boolean isById) {
      options.put(SCHEMA_ON_READ, isById.toString());
    }
    if (args.get("skipping") instanceof Boolean isSkipping) {
      options.put(FlinkOptions.METADATA_ENABLED.key(), isSkipping.toString());
      options.put(FlinkOptions.READ_DATA_SKIPPING_ENABLED.key(), isSkipping.toString());
    }
    return options;
  }

  /** The range of requested times; Flink includes its start, and the suite excludes its begin. */
  private static void putRange(Map<String, String> options, Map<?, ?> args) {
    if (args.get("line") instanceof String line && !Release.LINES.contains(line)) {
      throw new Unsupported("ranges as Hudi " + line + " takes them");
    }
    options.put(FlinkOptions.READ_START_COMMIT.key(),
        args.get("begin") instanceof String begin ? next(begin) : FlinkOptions.START_COMMIT_EARLIEST);
    if (args.get("end") instanceof String end) {
      options.put(FlinkOptions.READ_END_COMMIT.key(), end);
    }
  }

  /** The next time of the same length, compared as text as Hudi compares times. */
  private static String next(String time) {
    if (!time.matches("[0-9]+") || time.matches("9+")) {
      throw new Unsupported("a range after a begin that is not a time: " + time);
    }
    String digits = new BigInteger(time).add(BigInteger.ONE).toString();
    return "0".repeat(time.length() - digits.length()) + digits;
  }
}
