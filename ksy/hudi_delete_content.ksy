meta:
  id: hudi_delete_content
  title: Apache Hudi log block content, deleted keys
  application: Apache Hudi
  license: CC0-1.0
  ks-version: '0.11'
  imports:
    - hudi_delete_kryo
    - hudi_delete_record_list
  endian: be
doc: |
  Content of delete blocks. The serialization depends on `version`: up to
  Hudi 0.13 an array of Java objects in Kryo's format, then an Avro datum.

  Bytes after the payload are ignored.
doc-ref: https://github.com/apache/hudi/blob/release-1.2.0/hudi-common/src/main/java/org/apache/hudi/common/table/log/block/HoodieDeleteBlock.java
seq:
  - id: version
    -orig-id: logBlockVersion
    type: s4
    valid:
      any-of: [1, 2, 3]
    doc: Log block version; it determines the payload.
  - id: len_payload
    -orig-id: dataLength
    type: s4
    valid:
      expr: _ >= 0 and _.as<s8> <= _io.size.as<s8> - _io.pos.as<s8>
  - id: payload
    size: len_payload
    type:
      switch-on: version
      cases:
        1: hudi_delete_kryo(1)
        2: hudi_delete_kryo(2)
        3: hudi_delete_record_list
    doc: Filled exactly by the value.
