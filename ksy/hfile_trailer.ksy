meta:
  id: hfile_trailer
  title: Apache HBase HFile trailer
  application: Apache HBase, Apache Hudi
  license: CC0-1.0
  ks-version: '0.10'
  imports:
    - varint
  endian: be
doc: |
  The last 212 bytes (major version 2) or 4096 bytes (major version 3) of a file
  without the last four, which are the version. From version 2.2 on it is a
  protobuf message and zeros, in earlier versions a sequence of fixed fields.
doc-ref: https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/FixedFileTrailer.java
params:
  - id: major
    type: s4
  - id: minor
    type: s4
seq:
  - id: magic
    contents: 'TRABLK"$'
  - id: len_message
    type: varint
    if: has_message
  - id: check_len_message
    size: 0
    valid:
      expr: _.size == 0 and len_message.value.as<s8> >= 0 and len_message.value.as<s8> <= _io.size.as<s8> - _io.pos.as<s8>
    if: has_message
    doc: Reads nothing. The message must lie inside the trailer.
  - id: message
    size: len_message.value
    type: trailer_proto
    if: has_message
  - id: fixed
    type: fixed_fields
    if: not has_message
instances:
  has_message:
    value: major >= 3 or minor >= 2
types:
  fixed_fields:
    doc: Versions 2.0 and 2.1.
    seq:
      - id: ofs_file_info
        type: s8
      - id: ofs_load_on_open
        type: s8
      - id: num_data_index_entries
        type: s4
        valid:
          min: 0
      - id: len_data_index_inflated
        -orig-id: uncompressedDataIndexSize
        type: s8
      - id: num_meta_index_entries
        type: s4
        valid:
          min: 0
      - id: len_total_inflated
        -orig-id: totalUncompressedBytes
        type: s8
      - id: num_entries
        type: s8
        valid:
          min: 0
      - id: compression_codec
        type: s4
      - id: num_data_index_levels
        type: s4
        valid:
          min: 1
      - id: ofs_first_data_block
        type: s8
      - id: ofs_last_data_block
        type: s8
      - id: comparator_class_name
        size: 128
        doc: Padded with zero bytes.
  trailer_proto:
    seq:
      - id: fields
        type: |
          trailer_field(
            _index.as<s4>,
            _index == 0 ? 0.as<u8> : fields[_index - 1].ofs_file_info,
            _index == 0 ? 0.as<u8> : fields[_index - 1].ofs_load_on_open,
            _index == 0 ? 0.as<u8> : fields[_index - 1].len_data_index_inflated,
            _index == 0 ? 0.as<u8> : fields[_index - 1].len_total_inflated,
            _index == 0 ? 0.as<u8> : fields[_index - 1].num_data_index_entries,
            _index == 0 ? 0.as<u8> : fields[_index - 1].num_meta_index_entries,
            _index == 0 ? 0.as<u8> : fields[_index - 1].num_entries,
            _index == 0 ? 0.as<u8> : fields[_index - 1].num_data_index_levels,
            _index == 0 ? 0.as<u8> : fields[_index - 1].ofs_first_data_block,
            _index == 0 ? 0.as<u8> : fields[_index - 1].ofs_last_data_block,
            _index == 0 ? 2.as<u8> : fields[_index - 1].compression_codec,
            _index == 0 ? (-1).as<s4> : fields[_index - 1].comparator_at,
            _index == 0 ? (-1).as<s4> : fields[_index - 1].encryption_key_at
          )
        repeat: eos
        doc: |
          Protobuf fields in file order. Each field passes on the values parsed
          so far, so the last one holds them all. A number is unsigned as in
          protobuf: -1 is stored as 18446744073709551615.
    instances:
      compression_codec:
        value: '(fields.size == 0 ? 2.as<u8> : fields.last.compression_codec).as<u8>'
        doc: 2 is none, also if the message lacks the field.
      comparator_class_name:
        value: fields[fields.last.comparator_at].bytes
        if: '(fields.size > 0 ? fields.last.comparator_at : (-1).as<s4>).as<s4> >= 0'
      encryption_key:
        value: fields[fields.last.encryption_key_at].bytes
        if: '(fields.size > 0 ? fields.last.encryption_key_at : (-1).as<s4>).as<s4> >= 0'
  trailer_field:
    params:
      - id: index
        type: s4
      - id: prev_ofs_file_info
        type: u8
      - id: prev_ofs_load_on_open
        type: u8
      - id: prev_len_data_index_inflated
        type: u8
      - id: prev_len_total_inflated
        type: u8
      - id: prev_num_data_index_entries
        type: u8
      - id: prev_num_meta_index_entries
        type: u8
      - id: prev_num_entries
        type: u8
      - id: prev_num_data_index_levels
        type: u8
      - id: prev_ofs_first_data_block
        type: u8
      - id: prev_ofs_last_data_block
        type: u8
      - id: prev_compression_codec
        type: u8
      - id: prev_comparator_at
        type: s4
      - id: prev_encryption_key_at
        type: s4
    seq:
      - id: key
        type: varint
      - id: check_key
        size: 0
        valid:
          expr: _.size == 0 and tag >= 1 and (wire_type == 0 or wire_type == 1 or wire_type == 2 or wire_type == 5)
        doc: Reads nothing. Protobuf has no field 0 and no other wire types.
      - id: varint
        type: varint
        if: wire_type == 0
      - id: len_bytes
        type: varint
        if: wire_type == 2
      - id: check_len_bytes
        size: 0
        valid:
          expr: _.size == 0 and len_bytes.value.as<s8> >= 0 and len_bytes.value.as<s8> <= _io.size.as<s8> - _io.pos.as<s8>
        if: wire_type == 2
        doc: Reads nothing. The value must lie inside the message.
      - id: bytes
        size: len_bytes.value
        if: wire_type == 2
      - id: fixed64
        type: u8le
        if: wire_type == 1
      - id: fixed32
        type: u4le
        if: wire_type == 5
    instances:
      wire_type:
        value: (key.value % 8).as<s4>
      tag:
        value: (key.value / 8).as<s8>
      ofs_file_info:
        value: '(tag == 1 and wire_type == 0 ? varint.value : prev_ofs_file_info).as<u8>'
      ofs_load_on_open:
        value: '(tag == 2 and wire_type == 0 ? varint.value : prev_ofs_load_on_open).as<u8>'
      len_data_index_inflated:
        value: '(tag == 3 and wire_type == 0 ? varint.value : prev_len_data_index_inflated).as<u8>'
      len_total_inflated:
        value: '(tag == 4 and wire_type == 0 ? varint.value : prev_len_total_inflated).as<u8>'
      num_data_index_entries:
        value: '(tag == 5 and wire_type == 0 ? varint.value : prev_num_data_index_entries).as<u8>'
      num_meta_index_entries:
        value: '(tag == 6 and wire_type == 0 ? varint.value : prev_num_meta_index_entries).as<u8>'
      num_entries:
        value: '(tag == 7 and wire_type == 0 ? varint.value : prev_num_entries).as<u8>'
      num_data_index_levels:
        value: '(tag == 8 and wire_type == 0 ? varint.value : prev_num_data_index_levels).as<u8>'
      ofs_first_data_block:
        value: '(tag == 9 and wire_type == 0 ? varint.value : prev_ofs_first_data_block).as<u8>'
      ofs_last_data_block:
        value: '(tag == 10 and wire_type == 0 ? varint.value : prev_ofs_last_data_block).as<u8>'
      compression_codec:
        value: '(tag == 12 and wire_type == 0 ? varint.value : prev_compression_codec).as<u8>'
      comparator_at:
        value: '(tag == 11 and wire_type == 2 ? index : prev_comparator_at).as<s4>'
        doc: Position of the field in `fields`, -1 for none so far.
      encryption_key_at:
        value: '(tag == 13 and wire_type == 2 ? index : prev_encryption_key_at).as<s4>'
        doc: Position of the field in `fields`, -1 for none so far.
