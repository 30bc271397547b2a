// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.hudi.common.model.HoodieTableType;
import org.apache.hudi.common.model.WriteOperationType;
import org.apache.hudi.common.table.HoodieTableMetaClient;
import org.apache.hudi.common.table.log.InstantRange;
import org.apache.hudi.common.table.log.InstantRange.RangeType;
import org.apache.hudi.common.table.read.IncrementalQueryAnalyzer;
import org.apache.hudi.common.table.read.IncrementalQueryAnalyzer.QueryContext;
import org.apache.hudi.common.table.timeline.HoodieInstant;
import org.apache.hudi.common.table.timeline.TimelineUtils;
import org.apache.hudi.common.util.Option;

/** Other ways in which engines state a range of instants: all of them have the instants that are read. */
final class Ranges {
  private static final String EARLIEST = "000";
  private static final Set<WriteOperationType> OVERWRITING =
      Set.of(WriteOperationType.INSERT_OVERWRITE, WriteOperationType.INSERT_OVERWRITE_TABLE);

  private Ranges() {}

  /** Compares ranges of requested times, open at `begin` or closed at the first instant. */
  static void agree(InstantRange range, String begin, String end, List<HoodieInstant> instants, List<HoodieInstant> all) {
    if (instants.isEmpty()) {
      return;
    }
    String first = instants.get(0).requestedTime();
    List<InstantRange> others = new ArrayList<>(List.of(
        closed(first, end, false), closed(first, end, true), open(begin, end),
        InstantRange.builder().rangeType(RangeType.EXACT_MATCH).explicitInstants(times(instants)).build()));
    if (begin.equals(EARLIEST) && !Shim.VERSION.startsWith("1.1.")) { // there a range without a begin fails
      others.add(open(null, end));
      others.add(closed(null, end, true));
    }
    if (all.get(all.size() - 1).requestedTime().equals(end)) {
      others.add(open(begin, null));
      others.add(closed(first, null, true));
    }
    others.add(InstantRange.builder().rangeType(RangeType.COMPOSITION)
        .instantRanges(others.toArray(new InstantRange[0])).build());
    for (HoodieInstant instant : all) {
      String time = instant.requestedTime();
      for (InstantRange other : others) {
        if (range.isInRange(time) != other.isInRange(time)) {
          throw new IllegalStateException(other + " differs from " + range + " at " + time);
        }
      }
    }
  }

  private static InstantRange closed(String first, String last, boolean isNullable) {
    return InstantRange.builder().rangeType(RangeType.CLOSED_CLOSED).nullableBoundary(isNullable)
        .startInstant(first).endInstant(last).build();
  }

  private static InstantRange open(String begin, String last) {
    return InstantRange.builder().rangeType(RangeType.OPEN_CLOSED).nullableBoundary(true)
        .startInstant(begin).endInstant(last).build();
  }

  /** Compares ranges of completion times: by another name of the start, one instant, and without table services. */
  static void agree(HoodieTableMetaClient client, String begin, String end, QueryContext context) throws Exception {
    List<HoodieInstant> instants = context.getInstants();
    Option<InstantRange> range = context.getInstantRange();
    for (HoodieInstant instant : instants) {
      if (range.isPresent() && !range.get().isInRange(instant.requestedTime())) {
        throw new IllegalStateException(instant + " is not in " + range.get());
      }
    }
    if (!context.getArchivedInstants().isEmpty()) {
      return; // the active timeline tells nothing about them
    }
    if (begin.equals(EARLIEST)) { // a stream that has no end begins with the last instant
      HoodieInstant last = end == null ? instants.get(instants.size() - 1)
          : instants.stream().max(Comparator.comparing(HoodieInstant::getCompletionTime)).get();
      agree("from the earliest on", end == null ? List.of(last) : instants,
          analyzer(client, "earliest", end).build().analyze());
      agree("the last", List.of(last), analyzer(client, null, end).build().analyze());
    }
    agree("the first", instants.subList(0, 1), analyzer(client, begin, end).limit(1).build().analyze());
    boolean hasLogs = client.getTableType() == HoodieTableType.MERGE_ON_READ;
    agree("without compactions",
        instants.stream().filter(instant -> !hasLogs || !instant.getAction().equals("commit")).toList(),
        analyzer(client, begin, end).skipCompaction(true).build().analyze());
    agree("without clustering", without(client, instants, WriteOperationType.CLUSTER::equals),
        analyzer(client, begin, end).skipClustering(true).build().analyze());
    agree("without overwriting", without(client, instants, OVERWRITING::contains),
        analyzer(client, begin, end).skipInsertOverwrite(true).build().analyze());
  }

  private static List<HoodieInstant> without(HoodieTableMetaClient client, List<HoodieInstant> instants,
      Predicate<WriteOperationType> operation) throws Exception {
    List<HoodieInstant> others = new ArrayList<>();
    for (HoodieInstant instant : instants) {
      if (!operation.test(TimelineUtils.getCommitMetadata(instant, client.getActiveTimeline()).getOperationType())) {
        others.add(instant);
      }
    }
    return others;
  }

  private static IncrementalQueryAnalyzer.Builder analyzer(HoodieTableMetaClient client, String begin, String end) {
    return IncrementalQueryAnalyzer.builder().metaClient(client)
        .startCompletionTime(begin).endCompletionTime(end).rangeType(RangeType.OPEN_CLOSED);
  }

  private static void agree(String how, List<HoodieInstant> expected, QueryContext found) {
    if (!times(expected).equals(times(found.getInstants()))) {
      throw new IllegalStateException(how + " the range has " + found.getInstants() + ", not " + expected);
    }
  }

  private static Set<String> times(List<HoodieInstant> instants) {
    return instants.stream().map(HoodieInstant::requestedTime).collect(Collectors.toSet());
  }
}
