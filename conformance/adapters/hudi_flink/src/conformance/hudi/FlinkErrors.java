// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import conformance.protocol.Verdict;

/** What exceptions of Flink say, and those of the libraries that Hudi's bundle for Flink has in its own packages. */
final class FlinkErrors implements Verdict.Rules {
  private static final FlinkErrors RULES = new FlinkErrors();

  private FlinkErrors() {}

  static Verdict verdict(Throwable thrown) {
    return Verdict.of(thrown, RULES);
  }

  @Override
  public boolean isDeliberate(Throwable thrown) {
    boolean isOfFlink = thrown.getClass().getName().startsWith("org.apache.flink.")
        && Verdict.chain(thrown).stream().noneMatch(link -> link instanceof Error);
    return isOfFlink || ErrorRules.verdict(thrown).isReject();
  }

  @Override
  public String code(Throwable link) {
    switch (link.getClass().getSimpleName()) {
      case "SchemaParseException":
        return "bad-schema";
      case "AvroTypeException":
        return "schema-mismatch";
      default:
        Verdict verdict = ErrorRules.verdict(link);
        return verdict.isReject() && !verdict.code().equals("unspecified") ? verdict.code() : null;
    }
  }
}
