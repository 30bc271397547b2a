meta:
  id: hfile_trailer_alone
  title: Trailer of an HFile, cut out of its file
  application: Apache HBase, Apache Hudi
  license: CC0-1.0
  ks-version: '0.11'
  imports:
    - hfile_trailer
  endian: be
doc: |
  Opens the last 4096 bytes of an HFile of major version 3, or the last 212
  of one of major version 2. The version is the last number of them.
doc-ref: https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/FixedFileTrailer.java
seq:
  - id: trailer
    size: _io.size - 4
    type: hfile_trailer(version & 0xffffff, version >> 24)
instances:
  version:
    pos: _io.size - 4
    type: s4
    doc: Minor version in the first byte, major version in the others.
