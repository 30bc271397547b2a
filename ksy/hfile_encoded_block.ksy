meta:
  id: hfile_encoded_block
  title: Apache HBase HFile encoded data block payload, not compressed
  application: Apache HBase
  license: CC0-1.0
  ks-version: '0.10'
  imports:
    - hadoop_vlong
    - hfile_data_block
    - varint
  endian: be
doc: |
  Payload of `DATABLKE`: the cells of a data block with less redundancy. Parts
  that a cell shares with the previous cell are omitted; a program must restore
  them. Blocks with compressed tags (`hfile.TAGS_COMPRESSED` is ff) are not
  supported by this grammar: the length of such tags depends on a dictionary.
doc-ref: https://github.com/apache/hbase/blob/rel/2.4.13/hbase-common/src/main/java/org/apache/hadoop/hbase/io/encoding/DataBlockEncoding.java
params:
  - id: has_tags
    type: bool
    doc: File info has an entry `hfile.MAX_TAGS_LEN`.
  - id: has_mvcc
    type: bool
    doc: File info has `KEY_VALUE_VERSION` 1.
seq:
  - id: encoding
    type: u2
    enum: encoding
    valid:
      any-of:
        - encoding::prefix
        - encoding::diff
        - encoding::fast_diff
        - encoding::row_index_v1
  - id: body
    size-eos: true
    type:
      switch-on: encoding
      cases:
        'encoding::prefix': prefix_cells(has_tags, has_mvcc)
        'encoding::diff': diff_cells(has_tags, has_mvcc)
        'encoding::fast_diff': fast_diff_cells(has_tags, has_mvcc)
        'encoding::row_index_v1': row_index_cells(has_tags, has_mvcc)
types:
  prefix_cells:
    params:
      - id: has_tags
        type: bool
      - id: has_mvcc
        type: bool
    seq:
      - id: len_plain
        type: s4
        valid:
          min: 0
        doc: Bytes that these cells take in a plain data block.
      - id: cells
        type: |
          prefix_cell(
            has_tags, has_mvcc,
            _index == 0 ? 0.as<s8> : cells[_index - 1].len_key
          )
        repeat: eos
  prefix_cell:
    params:
      - id: has_tags
        type: bool
      - id: has_mvcc
        type: bool
      - id: prev_len_key
        type: s8
    seq:
      - id: len_key_rest
        type: varint
      - id: check_len_key_rest
        size: 0
        valid:
          expr: _.size == 0 and len_key_rest.value.as<s8> >= 0 and len_key_rest.value.as<s8> <= _io.size.as<s8> - _io.pos.as<s8>
        doc: Reads nothing. The rest of the key must lie inside the block.
      - id: len_value
        type: varint
      - id: check_len_value
        size: 0
        valid:
          expr: _.size == 0 and len_value.value.as<s8> >= 0 and len_value.value.as<s8> <= _io.size.as<s8> - _io.pos.as<s8> - len_key_rest.value.as<s8>
        doc: Reads nothing. The value must lie inside the block.
      - id: num_shared
        type: varint
      - id: check_num_shared
        size: 0
        valid:
          expr: _.size == 0 and num_shared.value.as<s8> >= 0 and num_shared.value.as<s8> <= prev_len_key and len_key >= 12
        doc: Reads nothing. Not more than the length of the previous key.
      - id: key_rest
        size: len_key_rest.value
      - id: value
        size: len_value.value
      - id: end
        type: cell_end(has_tags, has_mvcc)
    instances:
      len_key:
        value: (num_shared.value.as<s8> + len_key_rest.value.as<s8>).as<s8>
  diff_cells:
    params:
      - id: has_tags
        type: bool
      - id: has_mvcc
        type: bool
    seq:
      - id: len_plain
        type: s4
        valid:
          min: 0
        doc: Bytes that these cells take in a plain data block.
      - id: len_family
        type: u1
        valid:
          expr: _.as<s8> <= _io.size.as<s8> - _io.pos.as<s8>
      - id: family
        size: len_family
        doc: Of all cells of the block.
      - id: cells
        type: |
          diff_cell(
            has_tags, has_mvcc, len_family.as<s8>, _index == 0,
            _index == 0 ? 0.as<s8> : cells[_index - 1].len_key,
            _index == 0 ? 0.as<s8> : cells[_index - 1].len_value,
            _index == 0 ? 0.as<s8> : cells[_index - 1].len_row
          )
        repeat: eos
  diff_cell:
    params:
      - id: has_tags
        type: bool
      - id: has_mvcc
        type: bool
      - id: len_family_all
        type: s8
      - id: is_first
        type: bool
      - id: prev_len_key
        type: s8
      - id: prev_len_value
        type: s8
      - id: prev_len_row
        type: s8
    seq:
      - id: flags
        type: u1
        valid:
          expr: not is_first or (_ & 0x0f) == 0
        doc: |
          1 same key length, 2 same value length, 4 same type, 8 timestamp is
          a difference, 16 to 64 bytes of the timestamp less one, 128 it is
          negative.
      - id: len_key_new
        type: varint
        if: has_len_key
      - id: check_len_key_new
        size: 0
        valid:
          expr: _.size == 0 and len_key >= 12 + len_family_all and len_key <= 0x7fffffff
        doc: Reads nothing. Room for the fixed parts and the family.
      - id: len_value_new
        type: varint
        if: has_len_value
      - id: check_len_value_new
        size: 0
        valid:
          expr: _.size == 0 and len_value >= 0 and len_value <= _io.size.as<s8> - _io.pos.as<s8>
        doc: Reads nothing. The value must lie inside the block.
      - id: num_shared
        type: varint
      - id: check_num_shared
        size: 0
        valid:
          expr: _.size == 0 and shared >= 0 and shared <= len_key - 9 and (shared == 0 or (not is_first and (shared < 2 + prev_len_row or (shared >= 3 + prev_len_row + len_family_all and shared <= prev_len_key - 9))))
        doc: |
          Reads nothing. Not more than the previous key without its timestamp
          and type, and either a part of the row or the complete row and family.
      - id: row_length_high
        type: u1
        if: shared < 1
      - id: row_length_low
        type: u1
        if: shared < 2
        doc: With `prev_len_row` if the high byte is shared.
      - id: check_len_row
        size: 0
        valid:
          expr: _.size == 0 and len_row + len_family_all + 12 <= len_key and len_key_rest <= _io.size.as<s8> - _io.pos.as<s8> and len_row_rest >= 0
        doc: Reads nothing. Row and qualifier must lie inside the block.
      - id: row_rest
        size: len_row_rest
        doc: The part of the row that is not shared.
      - id: qualifier_rest
        size: len_qualifier_rest
        doc: The part of the qualifier that is not shared.
      - id: timestamp_bytes
        size: ((flags >> 4) & 7) + 1
        doc: Lowest byte first.
      - id: key_type
        type: u1
        if: (flags & 4) == 0
      - id: value
        size: len_value
      - id: end
        type: cell_end(has_tags, has_mvcc)
    instances:
      has_len_key:
        value: (flags & 1) == 0
      has_len_value:
        value: (flags & 2) == 0
      is_difference:
        value: (flags & 8) != 0
      is_negative:
        value: (flags & 128) != 0
      len_key:
        value: '(has_len_key ? len_key_new.value.as<s8> : prev_len_key).as<s8>'
      len_value:
        value: '(has_len_value ? len_value_new.value.as<s8> : prev_len_value).as<s8>'
      shared:
        value: num_shared.value.as<s8>
      is_row_shared:
        value: not is_first and shared >= 2 + prev_len_row
      len_row:
        value: >-
          (shared >= 2 ? prev_len_row
          : ((shared >= 1 ? (prev_len_row / 256).as<s8> : row_length_high.as<s8>).as<s8> * 256 + row_length_low.as<s8>).as<s8>).as<s8>
      len_row_rest:
        value: >-
          (is_row_shared ? 0.as<s8>
          : (shared <= 2 ? len_row : (len_row + 2 - shared).as<s8>).as<s8>).as<s8>
      len_qualifier_rest:
        value: >-
          (is_row_shared ? (len_key - 9 - shared).as<s8>
          : (len_key - 12 - len_row - len_family_all).as<s8>).as<s8>
      len_key_rest:
        value: (len_row_rest + len_qualifier_rest).as<s8>
  fast_diff_cells:
    params:
      - id: has_tags
        type: bool
      - id: has_mvcc
        type: bool
    seq:
      - id: len_plain
        type: s4
        valid:
          min: 0
        doc: Bytes that these cells take in a plain data block.
      - id: first
        type: fast_diff_first(has_tags, has_mvcc)
        if: not _io.eof
      - id: cells
        type: |
          fast_diff_cell(
            has_tags, has_mvcc, first.len_family.as<s8>,
            _index == 0 ? first.len_key.value.as<s8> : cells[_index - 1].len_key,
            _index == 0 ? first.len_value.value.as<s8> : cells[_index - 1].len_value,
            _index == 0 ? first.len_row.as<s8> : cells[_index - 1].len_row
          )
        repeat: eos
        doc: All except the first.
  fast_diff_first:
    doc: The first cell shares nothing and has its complete key.
    params:
      - id: has_tags
        type: bool
      - id: has_mvcc
        type: bool
    seq:
      - id: flags
        type: u1
        valid: 0
      - id: len_key
        type: varint
      - id: check_len_key
        size: 0
        valid:
          expr: _.size == 0 and len_key.value.as<s8> >= 12 and len_key.value.as<s8> <= _io.size.as<s8> - _io.pos.as<s8>
        doc: Reads nothing. The key must lie inside the block.
      - id: len_value
        type: varint
      - id: check_len_value
        size: 0
        valid:
          expr: _.size == 0 and len_value.value.as<s8> >= 0 and len_value.value.as<s8> <= _io.size.as<s8> - _io.pos.as<s8> - len_key.value.as<s8>
        doc: Reads nothing. The value must lie inside the block.
      - id: num_shared
        type: u1
        valid: 0
      - id: len_row
        type: u2
        valid:
          expr: _.as<s8> <= len_key.value.as<s8> - 12
      - id: row
        size: len_row
      - id: len_family
        type: u1
        valid:
          expr: _.as<s8> <= len_key.value.as<s8> - 12 - len_row.as<s8>
      - id: family
        size: len_family
      - id: qualifier
        size: len_key.value.as<s8> - 12 - len_row.as<s8> - len_family.as<s8>
      - id: timestamp
        type: s8
      - id: key_type
        type: u1
      - id: value
        size: len_value.value
      - id: end
        type: cell_end(has_tags, has_mvcc)
  fast_diff_cell:
    params:
      - id: has_tags
        type: bool
      - id: has_mvcc
        type: bool
      - id: len_family_all
        type: s8
      - id: prev_len_key
        type: s8
      - id: prev_len_value
        type: s8
      - id: prev_len_row
        type: s8
    seq:
      - id: flags
        type: u1
        doc: |
          1 to 4 leading bytes of the timestamp shared with the previous cell, 8
          same key length, 16 same value length, 32 same type, 64 same value.
      - id: len_key_new
        type: varint
        if: has_len_key
      - id: check_len_key_new
        size: 0
        valid:
          expr: _.size == 0 and len_key >= 12 + len_family_all and len_key <= 0x7fffffff
        doc: Reads nothing. Room for the fixed parts and the family.
      - id: len_value_new
        type: varint
        if: has_len_value
      - id: check_len_value_new
        size: 0
        valid:
          expr: _.size == 0 and len_value >= 0 and (not has_value or len_value <= _io.size.as<s8> - _io.pos.as<s8>) and (has_value or len_value == prev_len_value)
        doc: Reads nothing. The value must lie inside the block.
      - id: num_shared
        type: varint
      - id: check_num_shared
        size: 0
        valid:
          expr: _.size == 0 and shared >= 0 and shared <= len_key - 9 and (shared < 2 + prev_len_row or (shared >= 3 + prev_len_row + len_family_all and shared <= prev_len_key - 9))
        doc: |
          Reads nothing. Not more than the previous key without its timestamp
          and type, and either a part of the row or the complete row and family.
      - id: row_length_high
        type: u1
        if: shared < 1
      - id: row_length_low
        type: u1
        if: shared < 2
        doc: With `prev_len_row` if the high byte is shared.
      - id: check_len_row
        size: 0
        valid:
          expr: _.size == 0 and len_row + len_family_all + 12 <= len_key and len_key_rest <= _io.size.as<s8> - _io.pos.as<s8> and len_row_rest >= 0
        doc: Reads nothing. Row and qualifier must lie inside the block.
      - id: row_rest
        size: len_row_rest
        doc: The part of the row that is not shared.
      - id: qualifier_rest
        size: len_qualifier_rest
        doc: The part of the qualifier that is not shared.
      - id: timestamp_rest
        size: 8 - (flags & 7)
        doc: The bytes of the timestamp that are not shared.
      - id: key_type
        type: u1
        if: (flags & 32) == 0
      - id: value
        size: len_value
        if: has_value
      - id: end
        type: cell_end(has_tags, has_mvcc)
    instances:
      has_len_key:
        value: (flags & 8) == 0
      has_len_value:
        value: (flags & 16) == 0
      has_value:
        value: (flags & 64) == 0
      len_key:
        value: '(has_len_key ? len_key_new.value.as<s8> : prev_len_key).as<s8>'
      len_value:
        value: '(has_len_value ? len_value_new.value.as<s8> : prev_len_value).as<s8>'
      shared:
        value: num_shared.value.as<s8>
      is_row_shared:
        value: shared >= 2 + prev_len_row
      len_row:
        value: >-
          (shared >= 2 ? prev_len_row
          : ((shared >= 1 ? (prev_len_row / 256).as<s8> : row_length_high.as<s8>).as<s8> * 256 + row_length_low.as<s8>).as<s8>).as<s8>
      len_row_rest:
        value: >-
          (is_row_shared ? 0.as<s8>
          : (shared <= 2 ? len_row : (len_row + 2 - shared).as<s8>).as<s8>).as<s8>
      len_qualifier_rest:
        value: >-
          (is_row_shared ? (len_key - 9 - shared).as<s8>
          : (len_key - 12 - len_row - len_family_all).as<s8>).as<s8>
      len_key_rest:
        value: (len_row_rest + len_qualifier_rest).as<s8>
  row_index_cells:
    params:
      - id: has_tags
        type: bool
      - id: has_mvcc
        type: bool
    seq:
      - id: cells
        size: len_cells
        type: hfile_data_block(has_tags, has_mvcc)
      - id: num_rows
        type: s4
        valid:
          expr: _ >= 0 and (_.as<s8> * 4 + 4).as<s8> == _io.size.as<s8> - _io.pos.as<s8>
      - id: rows
        type: 'row(_index == 0, _index == 0 ? 0.as<s4> : rows[_index - 1].ofs_cell)'
        repeat: expr
        repeat-expr: num_rows
      - id: len_cells_last
        type: s4
        valid:
          expr: _ == len_cells
        doc: The same four bytes as `len_cells`.
    instances:
      len_cells:
        pos: _io.size - 4
        type: s4
        valid:
          expr: _ >= 0 and _.as<s8> + 8 <= _io.size.as<s8>
  row:
    params:
      - id: is_first
        type: bool
      - id: prev
        type: s4
    seq:
      - id: ofs_cell
        type: s4
        valid:
          expr: 'is_first ? _ == 0 : _ > prev'
        doc: Of the first cell of a row, relative to the first cell.
  cell_end:
    params:
      - id: has_tags
        type: bool
      - id: has_mvcc
        type: bool
    seq:
      - id: len_tags
        type: varint
        if: has_tags
      - id: check_len_tags
        size: 0
        valid:
          expr: _.size == 0 and len_tags.value.as<s8> >= 0 and len_tags.value.as<s8> <= _io.size.as<s8> - _io.pos.as<s8>
        if: has_tags
        doc: Reads nothing. The tags must lie inside the block.
      - id: tags
        size: len_tags.value
        if: has_tags
      - id: mvcc
        type: hadoop_vlong
        if: has_mvcc
enums:
  encoding:
    2: prefix
    3: diff
    4: fast_diff
    7: row_index_v1
