// SPDX-License-Identifier: Apache-2.0
package conformance.archiver;

import conformance.files.WatchedFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import org.apache.hudi.common.table.HoodieTableMetaClient;
import org.apache.hudi.config.HoodieWriteConfig;
import org.apache.hudi.storage.hadoop.HadoopStorageConfiguration;

/** A table that consists of its properties and its timeline, below the mounted folder. */
final class TableFolder {
  private static final Pattern NAME =
      Pattern.compile("(?<time>[0-9]+)(?:_[0-9]+)?\\.(?<action>[a-z]+)(?:\\.(?<state>[a-z]+))?");
  private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("uuuuMMddHHmmss");
  private static final int LEN_SECONDS = 14;
  private static final int FIRST_VERSION_OF_LAYOUT_2 = 8;

  /** Path below the mount, empty for the mount itself. */
  final String below;
  final int version;
  private final Path folder;
  private String archiveName;

  TableFolder(Path mounted, String below, int version) {
    this.below = below;
    this.version = version;
    this.folder = mounted.resolve(below);
    this.archiveName = layout() == 2 ? "history" : "archived";
  }

  int layout() {
    return version >= FIRST_VERSION_OF_LAYOUT_2 ? 2 : 1;
  }

  /** Path of the timeline below the mount. */
  String timeline() {
    return (below.isEmpty() ? "" : below + "/") + (layout() == 2 ? ".hoodie/timeline" : ".hoodie");
  }

  /** Path of the archive or history below the mount. */
  String archive() {
    return timeline() + "/" + archiveName;
  }

  /** Says that the table is there already, with an archive folder by the name that its properties give. */
  void takeArchiveName() {
    String path = client("file").getArchivePath().toString();
    archiveName = path.substring(path.lastIndexOf('/') + 1);
  }

  /** The path of the table for Hudi. */
  String base(String scheme) {
    return scheme + ":" + WatchedFiles.MOUNT + (below.isEmpty() ? "" : "/" + below);
  }

  /** Folder on disk of a path below the mount. */
  Path real(String path) {
    return folder.resolve(below.isEmpty() ? path : path.substring(below.length() + 1));
  }

  /** Writes the properties and makes the folders. */
  void make(String type, String metadataPartitions) throws IOException {
    Files.createDirectories(real(archive()));
    Properties made = new Properties();
    made.setProperty("hoodie.table.name", "t1");
    made.setProperty("hoodie.table.type", type);
    made.setProperty("hoodie.table.version", String.valueOf(version));
    made.setProperty("hoodie.timeline.layout.version", String.valueOf(layout()));
    made.setProperty("hoodie.table.recordkey.fields", "uuid");
    made.setProperty("hoodie.archivelog.folder", archiveName);
    if (layout() == 2) {
      made.setProperty("hoodie.table.initial.version", String.valueOf(version));
      made.setProperty("hoodie.timeline.path", "timeline");
      made.setProperty("hoodie.timeline.history.path", "history");
    }
    if (!metadataPartitions.isEmpty()) {
      made.setProperty("hoodie.table.metadata.partitions", metadataPartitions);
    }
    if (!below.isEmpty()) {
      made.setProperty("hoodie.table.base.file.format", "HFILE");
    }
    CRC32 checksum = new CRC32();
    checksum.update(".t1".getBytes(StandardCharsets.UTF_8)); // no database
    made.setProperty("hoodie.table.checksum", String.valueOf(checksum.getValue()));
    try (var out = Files.newOutputStream(folder.resolve(".hoodie/hoodie.properties"))) {
      made.store(out, null);
    }
  }

  /**
   * Writes files of the timeline. Completion times of layout 1 are times of the files: those of the instants.
   */
  void write(List<String> names, Contents contents) throws IOException {
    for (String name : names) {
      Path file = real(timeline() + "/" + name);
      Matcher match = NAME.matcher(name);
      if (!match.matches()) {
        Files.write(file, new byte[0]);
        continue;
      }
      String action = match.group("action");
      String state = match.group("state") == null ? "" : match.group("state");
      if (action.equals("inflight")) {
        action = "commit";
        state = "inflight";
      }
      Files.write(file, contents.of(match.group("time"), action, state));
      Files.setLastModifiedTime(file, FileTime.from(moment(match.group("time")).toInstant(ZoneOffset.UTC)));
    }
  }

  HoodieTableMetaClient client(String scheme) {
    return HoodieTableMetaClient.builder()
        .setConf(new HadoopStorageConfiguration(WatchedFiles.configuration(scheme)))
        .setBasePath(base(scheme))
        .build();
  }

  /** A configuration of a writer with these keys. */
  HoodieWriteConfig config(String scheme, Map<?, ?> given, Map<String, String> own) {
    Properties props = new Properties();
    props.setProperty("hoodie.write.markers.type", "DIRECT");
    props.setProperty("hoodie.metadata.enable", "false");
    Release.addProperties(props, version);
    own.forEach(props::setProperty);
    given.forEach((key, value) -> props.setProperty(String.valueOf(key), String.valueOf(value)));
    return HoodieWriteConfig.newBuilder()
        .withPath(base(scheme))
        .forTable("t1")
        .withEmbeddedTimelineServerEnabled(false)
        .withProperties(props)
        .build();
  }

  private static LocalDateTime moment(String time) {
    if (time.length() < LEN_SECONDS) {
      return LocalDateTime.of(2000, 1, 1, 0, 0);
    }
    LocalDateTime seconds = LocalDateTime.parse(time.substring(0, LEN_SECONDS), SECONDS);
    String millis = time.substring(LEN_SECONDS);
    return millis.isEmpty() ? seconds : seconds.plusNanos(Long.parseLong(millis) * 1_000_000);
  }
}
