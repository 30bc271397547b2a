meta:
  id: hfile_block
  title: Apache HBase HFile block
  application: Apache HBase, Apache Hudi
  license: CC0-1.0
  ks-version: '0.10'
  imports:
    - hfile_block_header
  endian: be
doc: |
  Header, stored payload, and checksums. A payload may have to be decrypted and
  decompressed; the grammar of its kind then parses it: `hfile_data_block`,
  `hfile_encoded_block`, `hfile_root_index` (root and meta index),
  `hfile_leaf_index` (leaf and intermediate index), `hfile_file_info` or
  `hfile_file_info_old`, `hfile_bloom_meta` (both kinds). Payloads of meta
  blocks and Bloom chunks are bytes.
doc-ref: https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/HFileBlock.java
params:
  - id: has_checksums
    type: bool
    doc: Every version except 2.0.
  - id: len_max
    type: s8
    doc: Bytes from the start of this block to the trailer.
seq:
  - id: header
    type: hfile_block_header(has_checksums, len_max)
  - id: payload
    size: header.len_payload
  - id: checksums
    type: u4
    repeat: expr
    repeat-expr: header.num_checksums
    doc: |
      Over header and payload. All zero, and without meaning, if the type
      is none.
