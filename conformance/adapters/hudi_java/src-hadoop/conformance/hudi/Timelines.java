// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.Json;
import conformance.protocol.Unsupported;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.apache.hudi.common.table.HoodieTableMetaClient;
import org.apache.hudi.common.table.timeline.HoodieInstant;
import org.apache.hudi.common.table.timeline.HoodieTimeline;

/** Timelines of releases up to 0.14: the active one, and the archived one. */
final class Timelines {
  private static final Comparator<HoodieInstant> ORDER = Comparator.comparing(HoodieInstant::getTimestamp)
      .thenComparing(HoodieInstant::getAction).thenComparing(HoodieInstant::getState);

  private Timelines() {}

  static Object answer(String command, Path input, Map<?, ?> args, Path scratch) {
    try {
      return answer(command, input);
    } catch (RuntimeException refused) {
      if (Shim.isLater(input, "hoodie.properties", "hoodie.properties.backup")) { // it says so rightly, and can do no more
        throw new Unsupported("tables of later releases");
      }
      throw refused;
    }
  }

  private static Object answer(String command, Path input) {
    HoodieTableMetaClient client = HoodieTableMetaClient.builder()
        .setConf(LocalFiles.configuration())
        .setBasePath(input.toUri().toString())
        .build();
    return switch (command) {
      case "timeline.list" -> Json.object(
          "table_version", client.getTableConfig().getTableVersion().versionCode(),
          "layout", client.getTimelineLayoutVersion().getVersion(),
          "active", instants(client.getActiveTimeline(), true));
      case "archive.list" -> Json.object("instants", instants(client.getArchivedTimeline(), false));
      default -> throw new Unsupported("command " + command);
    };
  }

  private static List<Object> instants(HoodieTimeline timeline, boolean active) {
    return Shim.instants(timeline).sorted(ORDER).<Object>map(instant -> {
      Map<String, Object> shown = Json.object(
          "time", instant.getTimestamp(), "action", instant.getAction(), "state", instant.getState().name());
      if (active) {
        shown.put("completion_time", null);
      }
      return shown;
    }).toList();
  }
}
