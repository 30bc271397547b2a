meta:
  id: hudi_log_index
  title: Apache Hudi log file, framing only
  application: Apache Hudi
  file-extension: log
  license: CC0-1.0
  ks-version: '0.11'
  imports:
    - hudi_log_block
  endian: be
doc: |
  Walks the blocks of a log file without reading their contents: `frame` reads a
  block up to its content length, everything after that is an instance at a
  computed position. `frame` needs no other part of the file, so a reader of
  damaged files can parse it at every magic.
doc-ref: https://hudi.apache.org/learn/tech-specs-1point0/#log-file-format
seq:
  - id: blocks
    type: 'block(blocks.size != 0 ? blocks.last.frame.ofs_end : 0.as<s8>)'
    repeat: until
    repeat-until: _.frame.ofs_end >= _io.size.as<s8>
    if: _io.size > 0
types:
  block:
    params:
      - id: ofs_block
        type: s8
        doc: Offset of the block's magic.
    instances:
      frame:
        pos: ofs_block
        type: frame
  frame:
    doc: Starts at the current position. See `hudi_log_block` for the fields.
    seq:
      - id: magic
        contents: '#HUDI#'
      - id: len_block
        type: s8
        valid:
          expr: _ >= 32 and _ <= _io.size.as<s8> - _io.pos.as<s8>
      - id: format_version
        type: s4
        valid: 1
      - id: block_type
        type: s4
        enum: hudi_log_block::block_type
        valid:
          in-enum: true
      - id: header
        type: hudi_log_block::header_map((_io.pos.as<s8> + len_block - 16).as<s8>)
      - id: len_content
        type: s8
        valid:
          expr: _ >= 0 and _ <= ofs_trailing - _io.pos.as<s8>
      - id: extent
        type: extent(_io.pos.as<s8>, len_content)
        doc: Position of `content`; reads no bytes.
    instances:
      ofs_content:
        value: extent.ofs
        doc: Offset of `content`.
      ofs_trailing:
        value: header.ofs_end
        doc: Offset of `len_trailing`, the end of the range for header, content and footer.
      ofs_end:
        value: (ofs_trailing + 8).as<s8>
        doc: Offset of the first byte after the block.
      ofs_footer:
        value: extent.ofs_end
        doc: Offset of `footer`.
      content:
        pos: ofs_content
        size: len_content
        doc: Read only on request.
      footer:
        pos: ofs_footer
        type: hudi_log_block::footer_map(ofs_trailing)
      len_trailing:
        pos: ofs_trailing
        type: s8
        valid: len_block + 6
  extent:
    doc: A range of bytes that is read only on request.
    params:
      - id: ofs
        type: s8
        doc: Current position of the parser.
      - id: len
        type: s8
    instances:
      ofs_end:
        value: (ofs + len).as<s8>
