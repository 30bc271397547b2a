meta:
  id: hudi_log_avro_content
  title: Apache Hudi log block content, records as Avro datums
  application: Apache Hudi
  license: CC0-1.0
  ks-version: '0.11'
  endian: be
doc: |
  Content of Avro data blocks and CDC blocks. Each record is a bare Avro datum,
  written with the schema in the block header under `schema`. A schema is data,
  so the datum cannot be described here.

  Bytes after the last record are ignored.
doc-ref: https://github.com/apache/hudi/blob/release-1.2.0/hudi-common/src/main/java/org/apache/hudi/common/table/log/block/HoodieAvroDataBlock.java
seq:
  - id: version
    -orig-id: logBlockVersion
    type: s4
    valid:
      any-of: [1, 2, 3]
    doc: Log block version. The layout is the same in all three.
  - id: num_records
    type: s4
    valid:
      expr: _ >= 0 and _.as<s8> * 4 <= _io.size.as<s8> - _io.pos.as<s8>
    doc: A record has at least the 4 bytes of its length.
  - id: records
    type: record
    repeat: expr
    repeat-expr: num_records
types:
  record:
    seq:
      - id: len_datum
        type: s4
        valid:
          expr: _ >= 0 and _.as<s8> <= _io.size.as<s8> - _io.pos.as<s8>
      - id: datum
        size: len_datum
        doc: Avro binary. May be longer than the datum; the rest is ignored.
