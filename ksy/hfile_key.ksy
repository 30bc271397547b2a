meta:
  id: hfile_key
  title: Apache HBase cell key
  application: Apache HBase, Apache Hudi
  license: CC0-1.0
  ks-version: '0.10'
  endian: be
doc: |
  Key of a cell, of an entry of a data index, of `hfile.LASTKEY` and of an entry
  of a Bloom index by row and column. The surrounding structure determines its
  length.
doc-ref: https://github.com/apache/hbase/blob/rel/2.4.13/hbase-common/src/main/java/org/apache/hadoop/hbase/KeyValue.java
seq:
  - id: len_row
    type: u2
    valid:
      expr: _.as<s8> <= _io.size.as<s8> - _io.pos.as<s8> - 10
  - id: row
    size: len_row
  - id: len_family
    type: u1
    valid:
      expr: _.as<s8> <= _io.size.as<s8> - _io.pos.as<s8> - 9
  - id: family
    size: len_family
  - id: qualifier
    size: _io.size - _io.pos - 9
  - id: timestamp
    type: s8
  - id: key_type
    type: u1
