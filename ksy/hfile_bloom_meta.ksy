meta:
  id: hfile_bloom_meta
  title: Apache HBase HFile Bloom filter meta payload, not compressed
  application: Apache HBase
  license: CC0-1.0
  ks-version: '0.10'
  imports:
    - hadoop_vlong
    - hfile_root_index
  endian: be
doc: |
  Payload of `BLMFMET2` and `DFBLMET2`: numbers of a Bloom filter in several
  chunks, and an index of the chunks, which are the payloads of `BLMFBLK2`.
doc-ref: https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/CompoundBloomFilter.java
seq:
  - id: version
    type: s4
    valid: 3
  - id: len_chunks
    type: s8
    valid:
      min: 0
    doc: Bytes of all chunks.
  - id: num_hashes
    type: s4
    valid:
      min: 0
  - id: hash_type
    type: s4
    enum: hash_type
  - id: num_keys
    type: s8
    valid:
      min: 0
    doc: Number of added keys.
  - id: num_keys_max
    type: s8
    valid:
      min: 0
    doc: Number of keys for which the filter was sized.
  - id: num_chunks
    type: s4
    valid:
      expr: _ >= 0 and _.as<s8> * 13 <= _io.size.as<s8> - _io.pos.as<s8>
    doc: An entry of the index has at least 13 bytes.
  - id: len_comparator
    type: hadoop_vlong
  - id: check_len_comparator
    size: 0
    valid:
      expr: _.size == 0 and len_comparator.value >= 0 and len_comparator.value <= _io.size.as<s8> - _io.pos.as<s8>
    doc: Reads nothing. The name must lie inside the block.
  - id: comparator
    size: len_comparator.value
    doc: Class name, empty for filters of rows.
  - id: index
    type: hfile_root_index(num_chunks, false)
enums:
  hash_type:
    0: jenkins
    1: murmur
    2: murmur3
