// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hudi.common.config.TypedProperties;
import org.apache.hudi.common.model.FileSlice;
import org.apache.hudi.common.model.HoodieLogFile;
import org.apache.hudi.common.model.HoodieTableQueryType;
import org.apache.hudi.common.table.HoodieTableMetaClient;
import org.apache.hudi.common.util.PartitionPathEncodeUtils;
import org.apache.hudi.expression.Expression;
import org.apache.hudi.expression.Literal;
import org.apache.hudi.expression.NameReference;
import org.apache.hudi.expression.Predicates;
import org.apache.hudi.internal.schema.Types;

/** Other ways in which engines list the files of a table: all of them find the slices that are read. */
final class Listings {
  /** The folder of null values. */
  private static final String NULL = PartitionPathEncodeUtils.DEFAULT_PARTITION_PATH;

  private Listings() {}

  /** Compares slices listed without the metadata table, and partition by partition, and partitions by filters. */
  static void agree(HoodieTableMetaClient client, TypedProperties settings, HoodieTableQueryType type, String asOf,
      FileIndex index) {
    Map<String, Set<String>> expected = names(index.slices());
    FileIndex lazy = new FileIndex(client, settings, type, asOf, null, null, true);
    agree("partition by partition", expected, names(lazy.slicesOneByOne()));
    String[] columns = client.getTableConfig().getPartitionFields().orElse(new String[0]);
    if (index.isPartitioned() != columns.length > 0) {
      throw new IllegalStateException("the table is partitioned by " + List.of(columns) + ", which the index denies");
    }
    TypedProperties plain = TypedProperties.copy(settings);
    plain.setProperty("hoodie.metadata.enable", "false");
    FileIndex files = new FileIndex(client, plain, type, asOf);
    agree("without the metadata table", expected, names(files.slices()));
    if (columns.length > 0) {
      filtered(client, columns, index);
      filtered(client, columns, files);
    }
  }

  /** A filter for the values of a partition leaves that partition; an index that cannot tell leaves all of them. */
  private static void filtered(HoodieTableMetaClient client, String[] columns, FileIndex index) {
    boolean isHive = Boolean.parseBoolean(client.getTableConfig().getHiveStylePartitioningEnable());
    boolean isEscaped = Boolean.parseBoolean(client.getTableConfig().getUrlEncodePartitioning());
    List<Types.Field> fields = new ArrayList<>();
    for (String column : columns) {
      fields.add(Types.Field.get(fields.size(), true, column, Types.StringType.get()));
    }
    Types.RecordType type = Types.RecordType.get(fields);
    Set<String> all = index.partitions();
    if (all.stream().anyMatch(partition -> partition.contains(NULL))) {
      return; // comparisons with null fail
    }
    for (String partition : all) {
      String[] values = partition.split("/");
      if (values.length != columns.length) {
        continue; // a value with slashes, or another key generator
      }
      Expression filter = Predicates.alwaysTrue();
      for (int i = 0; i < values.length; i++) {
        String value = isHive ? values[i].substring(values[i].indexOf('=') + 1) : values[i];
        Expression equal = Predicates.eq(new NameReference(columns[i]),
            Literal.from(isEscaped ? PartitionPathEncodeUtils.unescapePathName(value) : value));
        filter = i == 0 ? equal : Predicates.and(filter, equal);
      }
      for (String folder : values.length > 1 ? List.of("", values[0]) : List.of("")) {
        Set<String> found = index.partitions(folder, type, filter);
        if (!found.contains(partition) || !all.containsAll(found)) {
          throw new IllegalStateException("a filter for " + partition + " leaves " + found);
        }
      }
    }
  }

  private static Map<String, Set<String>> names(Map<String, List<FileSlice>> slices) {
    Map<String, Set<String>> found = new HashMap<>();
    slices.forEach((partition, some) -> {
      Set<String> names = some.stream().flatMap(FileSlice::getLogFiles).map(HoodieLogFile::getFileName)
          .collect(Collectors.toCollection(TreeSet::new));
      some.forEach(slice -> slice.getBaseFile().ifPresent(base -> names.add(base.getFileName())));
      if (!names.isEmpty()) {
        found.put(partition, names);
      }
    });
    return found;
  }

  private static Set<String> all(Map<String, Set<String>> names) {
    return names.values().stream().flatMap(Set::stream).collect(Collectors.toCollection(TreeSet::new));
  }

  private static void agree(String how, Map<String, Set<String>> expected, Map<String, Set<String>> found) {
    if (!expected.equals(found)) {
      Set<String> missing = all(expected);
      missing.removeAll(all(found));
      Set<String> more = all(found);
      more.removeAll(all(expected));
      throw new IllegalStateException(how + " the files lack " + missing + " and have " + more);
    }
  }
}
