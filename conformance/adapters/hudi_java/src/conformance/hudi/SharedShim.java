// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.Unsupported;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Properties;
import org.apache.hudi.common.table.HoodieTableVersion;

/**
 * What most releases have in common. `Shim`, the class of one release, stands at the end of a chain of such classes,
 * each in the folder of the releases that share it, and hides the methods that its release needs otherwise.
 */
class SharedShim {
  /** The release, as its jar names it. */
  static final String VERSION = version();
  static final String FILE_ID = "00000000-0000-4000-8000-000000000000-0";
  static final String WRITE_TOKEN = "1-0-1";
  /** Type of a delete's ordering value when the object is a LocalDate. */
  static final String LOCAL_DATE_TYPE = "date";
  /** Version of content that the release writes. */
  static final Long CONTENT_VERSION = 3L;
  /** Whether the release writes record positions. */
  static final boolean WRITES_POSITIONS = false;

  private static String version() {
    Properties found = new Properties();
    try (InputStream in = HoodieTableVersion.class.getResourceAsStream(
        "/META-INF/maven/org.apache.hudi/hudi-common/pom.properties")) {
      found.load(in);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    return found.getProperty("version");
  }

  /** Whether the release itself parses the text as a schema. */
  static boolean parses(String schema) {
    try {
      Schemas.parse(schema);
      return true;
    } catch (RuntimeException | StackOverflowError no) {
      return false;
    }
  }

  /** The values of an ordering value of several fields, else null. */
  static List<?> orderingParts(Object value) {
    return null;
  }

  static Comparable<?> orderingOf(List<Comparable<?>> parts) {
    throw new Unsupported("this release has one ordering value per delete");
  }

  static Comparable<?> localDate(LocalDate date) {
    throw new Unsupported("this release has no local date among the ordering values");
  }

  /** Whether a table is of a version that the release does not know, by the first of these files that is there. */
  static boolean isLater(Path table, String... names) {
    Properties found = new Properties();
    for (String name : names) {
      Path file = table.resolve(".hoodie").resolve(name);
      if (Files.exists(file)) {
        try (InputStream in = Files.newInputStream(file)) {
          found.load(in);
        } catch (IOException | IllegalArgumentException unreadable) {
          return false;
        }
        break;
      }
    }
    String version = found.getProperty("hoodie.table.version", "");
    return version.matches("[0-9]") && Integer.parseInt(version) > HoodieTableVersion.current().versionCode();
  }
}
