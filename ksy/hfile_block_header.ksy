meta:
  id: hfile_block_header
  title: Apache HBase HFile block header
  application: Apache HBase, Apache Hudi
  license: CC0-1.0
  ks-version: '0.10'
  endian: be
doc: |
  The first 33 bytes of a block, 24 in files of version 2.0. For readers that
  skip a block or extract its payload themselves.
doc-ref: https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/HFileBlock.java
params:
  - id: has_checksums
    type: bool
    doc: Every version except 2.0.
  - id: len_max
    type: s8
    doc: Bytes from the start of this block to the trailer.
seq:
  - id: magic
    size: 8
    type: str
    encoding: ASCII
    valid:
      any-of:
        - '"DATABLK*"'
        - '"DATABLKE"'
        - '"IDXLEAF2"'
        - '"BLMFBLK2"'
        - '"METABLKc"'
        - '"IDXINTE2"'
        - '"IDXROOT2"'
        - '"FILEINF2"'
        - '"BLMFMET2"'
        - '"DFBLMET2"'
  - id: len_payload_and_checksums
    -orig-id: onDiskSizeWithoutHeader
    type: s4
    valid:
      expr: _ >= 0 and _.as<s8> <= len_max - len_header.as<s8>
  - id: len_payload_inflated
    -orig-id: uncompressedSizeWithoutHeader
    type: s4
    valid:
      min: 0
    doc: Length of the payload after decryption and decompression.
  - id: ofs_prev_block
    -orig-id: prevBlockOffset
    type: s8
    doc: Of the block of the same kind before this one, -1 for none.
  - id: checksum_type
    type: u1
    enum: checksum_type
    valid:
      any-of:
        - checksum_type::none
        - checksum_type::crc32
        - checksum_type::crc32c
    if: has_checksums
  - id: len_checksum_chunk
    -orig-id: bytesPerChecksum
    type: s4
    valid:
      min: 1
    if: has_checksums
    doc: Bytes of header and payload that a checksum covers.
  - id: len_header_and_payload
    -orig-id: onDiskDataSizeWithHeader
    type: s4
    valid:
      expr: _ >= 33 and _ - 33 <= len_payload_and_checksums and (len_payload_and_checksums - (_ - 33)).as<s8> == ((_.as<s8> - 1) / len_checksum_chunk.as<s8> + 1) * 4
    if: has_checksums
    doc: The rest of the block is checksums, 4 bytes each.
instances:
  len_header:
    value: '(has_checksums ? 33.as<s4> : 24.as<s4>).as<s4>'
  len_payload:
    value: '(has_checksums ? (len_header_and_payload - 33).as<s4> : len_payload_and_checksums).as<s4>'
    doc: As stored, compressed or not.
  num_checksums:
    value: '(has_checksums ? ((len_payload_and_checksums - len_payload) / 4).as<s4> : 0.as<s4>).as<s4>'
  len_block:
    value: (len_header.as<s8> + len_payload_and_checksums.as<s8>).as<s8>
    doc: Size of the entire block, as in index entries.
enums:
  checksum_type:
    0: none
    1: crc32
    2: crc32c
