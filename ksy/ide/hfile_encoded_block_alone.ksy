meta:
  id: hfile_encoded_block_alone
  title: Payload of one encoded HFile data block, decompressed
  application: Apache HBase
  license: CC0-1.0
  ks-version: '0.11'
  imports:
    - hfile_encoded_block
  endian: be
doc: |
  Opens the cells of an encoded data block without tags and with an mvcc
  number behind each value.
doc-ref: https://github.com/apache/hbase/blob/rel/2.4.13/hbase-common/src/main/java/org/apache/hadoop/hbase/io/encoding/DataBlockEncoding.java
seq:
  - id: payload
    type: hfile_encoded_block(false, true)
