meta:
  id: hudi_log_block
  title: Apache Hudi log block
  application: Apache Hudi
  license: CC0-1.0
  ks-version: '0.11'
  imports:
    - hudi_log_avro_content
    - hudi_delete_content
  endian: be
doc: |
  One block of a Hudi log file (log format version 1). A log file is a sequence
  of such blocks, see `hudi_log_file`.

  Every length and every count is checked against the rest of the block, never
  against the file: a block with wrong lengths does not affect the next block. A
  reader that must handle damaged files parses block by block and, if a frame is
  not consistent, searches for the next `#HUDI#`; this grammar does not describe
  that search.

  Lengths are signed numbers on disk. All integers are big-endian.
doc-ref:
  - https://github.com/apache/hudi/blob/release-1.2.0/hudi-common/src/main/java/org/apache/hudi/common/table/log/HoodieLogFormatWriter.java
  - https://hudi.apache.org/learn/tech-specs-1point0/#log-file-format
seq:
  - id: magic
    -orig-id: MAGIC
    contents: '#HUDI#'
    doc: Starts every block; a reader searches for it after damage.
  - id: len_block
    -orig-id: blockSize
    type: s8
    valid:
      expr: _ >= 32 and _ <= _io.size.as<s8> - _io.pos.as<s8>
    doc: |
      Number of bytes that follow this field up to and including
      `len_trailing`. 32 is the smallest block: both versions, two empty
      maps, no content, two lengths.
  - id: format_version
    -orig-id: logFormatVersion
    type: s4
    valid: 1
    doc: Version of the frame. Not the version of the content.
  - id: block_type
    -orig-id: HoodieLogBlockType
    type: s4
    enum: block_type
    valid:
      in-enum: true
    doc: Type of `content`.
  - id: header
    -orig-id: logBlockHeader
    type: header_map((_io.pos.as<s8> + len_block - 16).as<s8>)
    doc: Metadata of the block, in any order. Both versions and `len_trailing` are 16 of `len_block`.
  - id: len_content
    -orig-id: contentLength
    type: s8
    valid:
      expr: _ >= 0 and _ <= ofs_trailing - _io.pos.as<s8>
    doc: Exact number of bytes of `content`.
  - id: content
    -orig-id: content
    size: len_content
    type:
      switch-on: block_type
      cases:
        'block_type::delete': hudi_delete_content
        'block_type::avro_data': hudi_log_avro_content
        'block_type::cdc_data': hudi_log_avro_content
    doc: |
      Depends on `block_type`. An HFile or a Parquet file is left as bytes
      here (see `hfile` for the former); a command has no content.
  - id: footer
    -orig-id: logBlockFooter
    type: footer_map(ofs_trailing)
    doc: Empty in every file that a release of Hudi wrote.
  - id: len_trailing
    -orig-id: blockSize (reverse pointer)
    type: s8
    valid: len_block + 6
    doc: |
      Back pointer for reverse reading: number of bytes from the first byte
      of `magic` up to this field. It counts magic and `len_block`, but not
      itself: always `len_block + 6`.
instances:
  ofs_trailing:
    value: header.ofs_end
    doc: Offset of `len_trailing`, the end of the range for header, content and footer.
types:
  header_map:
    doc: |
      Map from header key to text. If two entries have the same key, readers use
      the last one.
    params:
      - id: ofs_end
        type: s8
        doc: Offset that no part of the map may reach beyond.
    seq:
      - id: num_entries
        type: s4
        valid:
          expr: _ >= 0 and _.as<s8> * 8 <= ofs_end - _io.pos.as<s8>
        doc: An entry has at least 8 bytes.
      - id: entries
        type: header_entry(ofs_end)
        repeat: expr
        repeat-expr: num_entries
  header_entry:
    params:
      - id: ofs_end
        type: s8
    seq:
      - id: check_room
        size: 0
        valid:
          expr: _.size == 0 and _io.pos.as<s8> + 4 <= ofs_end
        doc: Reads nothing. The entries before may have left no room for `key`.
      - id: key
        -orig-id: HeaderMetadataType
        type: s4
        enum: header_key
        valid:
          in-enum: true
      - id: len_value
        type: s4
        valid:
          expr: _ >= 0 and _.as<s8> <= ofs_end - _io.pos.as<s8>
      - id: value
        size: len_value
        doc: |
          Text, UTF-8 since 0.15.0. Parsed as bytes because older writers used
          the platform's charset, and because a damaged text must not prevent
          reading the rest of the block.
  footer_map:
    doc: Same layout as the header, other keys.
    params:
      - id: ofs_end
        type: s8
        doc: Offset at which the map must end.
    seq:
      - id: num_entries
        type: s4
        valid:
          expr: _ >= 0 and _.as<s8> * 8 <= ofs_end - _io.pos.as<s8>
        doc: Number of entries, 0 in every file that a release of Hudi wrote.
      - id: entries
        type: footer_entry(ofs_end)
        repeat: expr
        repeat-expr: num_entries
      - id: check_filled
        size: 0
        valid:
          expr: _.size == 0 and _io.pos.as<s8> == ofs_end
        doc: Reads nothing. Header, content and footer must fill the block exactly.
  footer_entry:
    params:
      - id: ofs_end
        type: s8
    seq:
      - id: check_room
        size: 0
        valid:
          expr: _.size == 0 and _io.pos.as<s8> + 4 <= ofs_end
        doc: Reads nothing. The entries before may have left no room for `key`.
      - id: key
        -orig-id: FooterMetadataType
        type: s4
        doc: No release defines a footer key; any number is accepted and ignored.
      - id: len_value
        type: s4
        valid:
          expr: _ >= 0 and _.as<s8> <= ofs_end - _io.pos.as<s8>
      - id: value
        size: len_value
enums:
  block_type:
    0:
      id: command
      -orig-id: COMMAND_BLOCK
      doc: Acts on earlier blocks; the only command is a rollback.
    1:
      id: delete
      -orig-id: DELETE_BLOCK
      doc: Keys of deleted records.
    3:
      id: avro_data
      -orig-id: AVRO_DATA_BLOCK
      doc: Records as Avro datums.
    4:
      id: hfile_data
      -orig-id: HFILE_DATA_BLOCK
      doc: A complete HFile.
    5:
      id: parquet_data
      -orig-id: PARQUET_DATA_BLOCK
      doc: A complete Parquet file.
    6:
      id: cdc_data
      -orig-id: CDC_DATA_BLOCK
      doc: Change records as Avro datums.
  header_key:
    0:
      id: instant_time
      -orig-id: INSTANT_TIME
    1:
      id: target_instant_time
      -orig-id: TARGET_INSTANT_TIME
    2:
      id: schema
      -orig-id: SCHEMA
    3:
      id: command_block_type
      -orig-id: COMMAND_BLOCK_TYPE
    4:
      id: compacted_block_times
      -orig-id: COMPACTED_BLOCK_TIMES
    5:
      id: record_positions
      -orig-id: RECORD_POSITIONS
    6:
      id: block_identifier
      -orig-id: BLOCK_IDENTIFIER
    7:
      id: is_partial
      -orig-id: IS_PARTIAL
    8:
      id: base_file_instant_time_of_record_positions
      -orig-id: BASE_FILE_INSTANT_TIME_OF_RECORD_POSITIONS
