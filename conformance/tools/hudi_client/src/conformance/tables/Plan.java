// SPDX-License-Identifier: Apache-2.0
package conformance.tables;

/** What a recipe asks for: `key=value` words. */
final class Plan {
  String base;
  String type = "COPY_ON_WRITE";
  int commits = 8;
  int keepMin = 4;
  int keepMax = 6;
  int batch = 10;
  int retained = 2;
  int mergeBatch;
  int levelBatch = 10;
  int rollbackAfter = -1;
  int savepointAfter = -1;
  boolean clean = true;
  boolean pending;
  boolean metadata;
  int compact = 4; // delta commits of the metadata table before it is compacted
  String operations = ""; // of each commit, such as `I,U,D`: rows have the column _hoodie_operation
  int indexesAfter; // commits with the partition `files` of the metadata table alone

  private Plan() {}

  static Plan of(String[] words) {
    Plan plan = new Plan();
    for (String word : words) {
      String key = word.substring(0, word.indexOf('='));
      String value = word.substring(key.length() + 1);
      switch (key) {
        case "base" -> plan.base = value;
        case "type" -> plan.type = value;
        case "commits" -> plan.commits = Integer.parseInt(value);
        case "keep_min" -> plan.keepMin = Integer.parseInt(value);
        case "keep_max" -> plan.keepMax = Integer.parseInt(value);
        case "batch" -> plan.batch = Integer.parseInt(value);
        case "retained" -> plan.retained = Integer.parseInt(value);
        case "merge_batch" -> plan.mergeBatch = Integer.parseInt(value);
        case "level_batch" -> plan.levelBatch = Integer.parseInt(value);
        case "rollback_after" -> plan.rollbackAfter = Integer.parseInt(value);
        case "savepoint_after" -> plan.savepointAfter = Integer.parseInt(value);
        case "clean" -> plan.clean = Boolean.parseBoolean(value);
        case "metadata" -> plan.metadata = Boolean.parseBoolean(value);
        case "compact" -> plan.compact = Integer.parseInt(value);
        case "indexes_after" -> plan.indexesAfter = Integer.parseInt(value);
        case "operations" -> plan.operations = value;
        case "pending" -> plan.pending = Boolean.parseBoolean(value);
        default -> throw new IllegalArgumentException("a recipe knows no " + key);
      }
    }
    return plan;
  }
}
