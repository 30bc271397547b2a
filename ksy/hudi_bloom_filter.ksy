meta:
  id: hudi_bloom_filter
  title: Apache Hudi Bloom filter of type SIMPLE, after Base64
  application: Apache Hudi, Apache Hadoop
  license: CC0-1.0
  ks-version: '0.11'
  endian: be
doc: |
  Record keys of a base file: text in the footer of a Parquet file, in the meta
  block `bloomFilter` of an HFile and in rows of the metadata table. Also one
  row of a filter of type DYNAMIC_V0.

  The type of a filter is stored with it, not in it.
doc-ref: https://github.com/apache/hudi/blob/release-1.2.0/hudi-common/src/main/java/org/apache/hudi/common/bloom/InternalBloomFilter.java
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
      expr: _ > 0 and _.as<s8> <= (_io.size.as<s8> - _io.pos.as<s8>) * 8
  - id: bits
    size: ((num_bits.as<s8> + 7) / 8).as<s8>
    doc: Bit i is in byte i / 8 under the mask 1 << (i mod 8).
instances:
  num_hashes:
    value: '(version == -1 ? num_hashes_written.as<s8> : version.as<s8>).as<s8>'
  hash_type:
    value: '(version == -1 ? hash_type_written.as<s4> : 0.as<s4>).as<s4>'
    doc: 0 Jenkins, 1 Murmur.
