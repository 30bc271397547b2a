meta:
  id: hfile_tags
  title: Apache HBase tags of a cell
  application: Apache HBase
  license: CC0-1.0
  ks-version: '0.10'
  endian: be
doc: The tags part of a cell, without the length before it.
doc-ref: https://github.com/apache/hbase/blob/rel/2.4.13/hbase-common/src/main/java/org/apache/hadoop/hbase/Tag.java
seq:
  - id: tags
    type: tag
    repeat: eos
types:
  tag:
    seq:
      - id: len_tag
        type: u2
        valid:
          expr: _ >= 1 and _.as<s8> <= _io.size.as<s8> - _io.pos.as<s8>
        doc: Type and body.
      - id: tag_type
        type: u1
      - id: body
        size: len_tag - 1
