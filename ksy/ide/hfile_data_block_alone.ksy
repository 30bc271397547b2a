meta:
  id: hfile_data_block_alone
  title: Payload of one HFile data block, decompressed
  application: Apache HBase, Apache Hudi
  license: CC0-1.0
  ks-version: '0.11'
  imports:
    - hfile_data_block
  endian: be
doc: |
  Opens the cells of a data block as Hudi writes them: without tags, with an
  mvcc number behind each value.
doc-ref: https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/HFileBlock.java
seq:
  - id: payload
    type: hfile_data_block(false, true)
