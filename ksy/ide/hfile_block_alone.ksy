meta:
  id: hfile_block_alone
  title: One block of an HFile, cut out of its file
  application: Apache HBase, Apache Hudi
  license: CC0-1.0
  ks-version: '0.11'
  imports:
    - hfile_block
  endian: be
doc: |
  Opens the bytes of one block: header, payload as it is stored, checksums.
  For files of major version 3, or 2 with a minor version of 1 or more, whose
  headers have checksum fields.
doc-ref: https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/HFileBlock.java
seq:
  - id: block
    type: hfile_block(true, _io.size.as<s8>)
