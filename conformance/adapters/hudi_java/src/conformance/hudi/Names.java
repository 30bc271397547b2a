// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.BadRequest;
import conformance.protocol.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hudi.common.model.HoodieLogFile;

/** Log file names, parsed and ordered by HoodieLogFile. */
final class Names {
  private static final String FOLDER = "/table/partition";

  private Names() {}

  static Map<String, Object> parse(Object name) {
    HoodieLogFile file = file(name);
    // the first getter parses, and throws InvalidHoodiePathException when the pattern does not match
    String fileId = file.getFileId();
    return Json.object(
        "file_id", fileId,
        "instant", Shim.instant(file),
        "extension", file.getFileExtension(),
        "file_version", file.getLogVersion(),
        "write_token", file.getLogWriteToken(),
        "suffix", Shim.suffix(file));
  }

  static Map<String, Object> order(Object names) {
    if (!(names instanceof List<?> list)) {
      throw new BadRequest("names is a list");
    }
    List<HoodieLogFile> files = new ArrayList<>();
    for (Object name : list) {
      files.add(file(name));
    }
    files.sort(HoodieLogFile.getLogFileComparator());
    return Json.object("names", files.stream().map(HoodieLogFile::getFileName).toList());
  }

  private static HoodieLogFile file(Object name) {
    if (!(name instanceof String text)) {
      throw new BadRequest("a name is text");
    }
    return Shim.logFile(FOLDER, text);
  }
}
