meta:
  id: hudi_record_positions
  title: Apache Hudi record positions (64-bit Roaring bitmap, portable format)
  application: Apache Hudi, Roaring Bitmap
  license: CC0-1.0
  ks-version: '0.11'
  endian: le
doc: |
  Value of the header key `record_positions` of a log block after Base64
  decoding: a set of row numbers of a base file. 64-bit extension of the
  portable Roaring format: 32-bit bitmaps, one for each upper half in use.

  Bytes after the last bucket are not described.
doc-ref: https://github.com/RoaringBitmap/RoaringFormatSpec
seq:
  - id: num_buckets
    type: u8
    valid:
      expr: _.as<s8> >= 0 and _.as<s8> <= ((_io.size.as<s8> - _io.pos.as<s8>) / 12).as<s8>
    doc: A bucket has at least 12 bytes.
  - id: buckets
    type: bucket
    repeat: expr
    repeat-expr: num_buckets
types:
  bucket:
    seq:
      - id: high
        type: u4
        doc: Upper 32 bits of all positions in this bucket. Ascending, unsigned.
      - id: bitmap
        type: bitmap
  bitmap:
    doc: A set of 32-bit numbers.
    seq:
      - id: cookie
        type: u2
        valid:
          any-of: [12346, 12347]
        doc: 12347 if run containers may occur.
      - id: num_containers_minus_1
        type: u2
        valid:
          expr: not has_runs or (_.as<s8> + 1) * 4 <= _io.size.as<s8> - _io.pos.as<s8>
        doc: Only with the second cookie, else 0. A container has at least the 4 bytes of its description.
      - id: num_containers_plain
        type: u4
        valid:
          expr: _.as<s8> <= 65536 and _.as<s8> * 4 <= _io.size.as<s8> - _io.pos.as<s8>
        if: not has_runs
      - id: run_flags
        type: u1
        repeat: expr
        repeat-expr: ((num_containers + 7) / 8).as<s8>
        if: has_runs
        doc: One bit per container, lowest first.
      - id: descriptions
        type: description
        repeat: expr
        repeat-expr: num_containers.as<s8>
      - id: ofs_containers
        type: u4
        repeat: expr
        repeat-expr: num_containers.as<s8>
        if: has_offsets
        doc: Offsets of the containers from the cookie, which always follow in this order.
      - id: containers
        type: |
          container(
            descriptions[_index].cardinality,
            (has_runs ? ((run_flags[_index / 8] >> (_index % 8)) & 1).as<s4> : 0.as<s4>).as<s4>
          )
        repeat: expr
        repeat-expr: num_containers
    instances:
      has_runs:
        value: cookie == 12347
      num_containers:
        value: '(has_runs ? (num_containers_minus_1.as<s8> + 1).as<s8> : num_containers_plain.as<s8>).as<s8>'
      has_offsets:
        value: not has_runs or num_containers >= 4
  description:
    seq:
      - id: key
        type: u2
        doc: Upper 16 bits of all numbers in the container. Ascending.
      - id: cardinality_minus_1
        type: u2
    instances:
      cardinality:
        value: (cardinality_minus_1.as<s4> + 1).as<s4>
  container:
    doc: A set of 16-bit numbers in one of three formats.
    params:
      - id: num_values
        type: s4
      - id: run_flag
        type: s4
    seq:
      - id: num_runs
        type: u2
        valid:
          expr: _.as<s8> * 4 <= _io.size.as<s8> - _io.pos.as<s8>
        if: run_flag == 1
      - id: runs
        type: run
        repeat: expr
        repeat-expr: num_runs
        if: run_flag == 1
      - id: values
        type: u2
        repeat: expr
        repeat-expr: num_values
        if: is_array
        doc: Ascending, at most 4096.
      - id: bits
        size: 8192
        if: run_flag != 1 and not is_array
        doc: One bit per number, lowest first in each byte.
    instances:
      is_array:
        value: run_flag != 1 and num_values <= 4096
  run:
    seq:
      - id: start
        type: u2
      - id: length_minus_1
        type: u2
