meta:
  id: hfile_file_info_old
  title: Apache HBase HFile file info payload of versions 2.0 and 2.1
  application: Apache HBase, Apache Hudi
  license: CC0-1.0
  ks-version: '0.10'
  imports:
    - hadoop_vlong
  endian: be
doc: Map of bytes to bytes about the entire file, as Hadoop writables.
doc-ref: https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/HFileInfo.java
seq:
  - id: num_entries
    type: s4
    valid:
      expr: _ >= 0 and _.as<s8> * 3 <= _io.size.as<s8> - _io.pos.as<s8>
    doc: An entry has at least 3 bytes.
  - id: entries
    type: entry
    repeat: expr
    repeat-expr: num_entries
types:
  entry:
    seq:
      - id: len_first
        type: hadoop_vlong
      - id: check_len_first
        size: 0
        valid:
          expr: _.size == 0 and len_first.value >= 0 and len_first.value <= _io.size.as<s8> - _io.pos.as<s8>
        doc: Reads nothing. The name must lie inside the block.
      - id: first
        size: len_first.value
      - id: class_id
        type: u1
        doc: 1 means that the value is bytes; readers ignore it.
      - id: len_second
        type: hadoop_vlong
      - id: check_len_second
        size: 0
        valid:
          expr: _.size == 0 and len_second.value >= 0 and len_second.value <= _io.size.as<s8> - _io.pos.as<s8>
        doc: Reads nothing. The value must lie inside the block.
      - id: second
        size: len_second.value
