meta:
  id: hudi_bloom_filter_dynamic
  title: Apache Hudi Bloom filter of type DYNAMIC_V0, after Base64
  application: Apache Hudi
  license: CC0-1.0
  ks-version: '0.11'
  imports:
    - hudi_bloom_filter
  endian: be
doc: |
  A filter that grows by rows, each a separate filter. A key is possible if one
  of the rows has it.
doc-ref: https://github.com/apache/hudi/blob/release-1.2.0/hudi-common/src/main/java/org/apache/hudi/common/bloom/InternalDynamicBloomFilter.java
seq:
  - id: version
    type: s4
    valid:
      expr: _ == -1 or _ > 0
    doc: Above 0 it is the number of hashes of the old form, which lacks the next two fields.
  - id: num_hashes_written
    -orig-id: nbHash
    type: s4
    if: version == -1
    valid:
      min: 1
  - id: hash_type_written
    -orig-id: hashType
    type: s1
    if: version == -1
    valid:
      any-of: [0, 1]
  - id: num_bits
    -orig-id: vectorSize
    type: s4
    valid:
      min: 1
    doc: Bits of the rows that a writer would add. Each row has its own number.
  - id: num_keys_per_row
    -orig-id: nr
    type: s4
    valid:
      min: 1
  - id: num_keys_last_row
    -orig-id: currentNbRecord
    type: s4
    valid:
      min: 0
    doc: Number of keys added since the last row was started.
  - id: num_rows
    type: s4
    valid:
      expr: _ > 0 and _.as<s8> * 9 <= _io.size.as<s8> - _io.pos.as<s8>
    doc: A row has at least 9 bytes.
  - id: rows
    type: hudi_bloom_filter
    repeat: expr
    repeat-expr: num_rows
instances:
  num_hashes:
    value: '(version == -1 ? num_hashes_written.as<s8> : version.as<s8>).as<s8>'
  hash_type:
    value: '(version == -1 ? hash_type_written.as<s4> : 0.as<s4>).as<s4>'
    doc: 0 Jenkins, 1 Murmur.
