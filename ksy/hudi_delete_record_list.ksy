meta:
  id: hudi_delete_record_list
  title: Apache Hudi delete block payload (Avro HoodieDeleteRecordList)
  application: Apache Hudi
  license: CC0-1.0
  ks-version: '0.11'
  imports:
    - avro_long
    - varint
  endian: le
doc: |
  Bare Avro datum (no object container file, no schema), delete blocks of log
  block version 3. Hudi fixes the schema, so the entire value can be described
  here. Nesting is limited to an array inside an ordering value, and every
  element of an array has at least one byte, so a count can be checked against
  the remaining bytes.
doc-ref:
  - https://github.com/apache/hudi/blob/release-1.2.0/hudi-common/src/main/avro/HoodieDeleteRecordList.avsc
  - https://avro.apache.org/docs/1.12.0/specification/#binary-encoding
seq:
  - id: chunks
    type: chunk
    repeat: until
    repeat-until: _.num_records.value == 0
    doc: Avro array, a run of counted chunks that ends with an empty one.
  - id: check_end
    size: 0
    valid:
      expr: _.size == 0 and _io.eof
    doc: Reads nothing. The value must fill the payload.
types:
  chunk:
    doc: Some elements of the array of delete records.
    seq:
      - id: num_records
        type: avro_long
        doc: Negative where the number of bytes of the chunk follows.
      - id: check_num_records
        size: 0
        valid:
          expr: _.size == 0 and num_records.value.as<s8> * sign >= 0 and num_records.value.as<s8> * sign <= ((_io.size.as<s8> - _io.pos.as<s8>) / 3).as<s8>
        doc: Reads nothing. A record has at least 3 bytes.
      - id: len_chunk
        type: avro_long
        if: num_records.value < 0
        doc: Number of bytes of `records`, for readers that skip them.
      - id: records
        type: record
        repeat: expr
        repeat-expr: (num_records.value * sign).as<s8>
    instances:
      sign:
        value: '(num_records.value < 0 ? -1.as<s8> : 1.as<s8>).as<s8>'
  record:
    -orig-id: HoodieDeleteRecord
    seq:
      - id: record_key
        -orig-id: recordKey
        type: optional_string
      - id: partition_path
        -orig-id: partitionPath
        type: optional_string
      - id: ordering
        -orig-id: orderingVal
        type: ordering
  optional_string:
    doc: Union of null and string.
    seq:
      - id: branch
        type: avro_long
      - id: check_branch
        size: 0
        valid:
          expr: _.size == 0 and branch.value >= 0 and branch.value <= 1
        doc: Reads nothing. The union has two branches.
      - id: string
        type: avro_bytes
        if: branch.value == 1
  ordering:
    doc: |
      Union of null and 12 wrappers. A wrapper is a record with one field, so
      its bytes are those of the field.
    seq:
      - id: branch
        type: avro_long
        doc: |
          0 null, 1 boolean, 2 int, 3 long, 4 float, 5 double, 6 bytes,
          7 string, 8 date, 9 decimal, 10 time in microseconds, 11 timestamp
          in microseconds, 12 array.
      - id: check_branch
        size: 0
        valid:
          expr: _.size == 0 and branch.value >= 0 and branch.value <= 12
        doc: Reads nothing. The union has 13 branches.
      - id: value
        type:
          switch-on: branch.value.as<s4>
          cases:
            1: avro_boolean
            2: avro_int
            3: avro_long
            4: avro_float
            5: avro_double
            6: avro_bytes
            7: avro_bytes
            8: avro_int
            9: avro_bytes
            10: avro_long
            11: avro_long
            12: ordering_array
        if: branch.value != 0
        doc: |
          8 counts days since 1970-01-01; 9 is an unscaled two's complement
          number in big-endian order, its scale is 15; 7 is UTF-8.
  ordering_array:
    -orig-id: ArrayWrapper
    doc: Values of several ordering fields, union of null and array.
    seq:
      - id: branch
        type: avro_long
      - id: check_branch
        size: 0
        valid:
          expr: _.size == 0 and branch.value >= 0 and branch.value <= 1
        doc: Reads nothing. The union has two branches.
      - id: chunks
        type: element_chunk
        repeat: until
        repeat-until: _.num_elements.value == 0
        if: branch.value == 1
  element_chunk:
    doc: Some elements of an array of ordering values.
    seq:
      - id: num_elements
        type: avro_long
        doc: Negative where the number of bytes of the chunk follows.
      - id: check_num_elements
        size: 0
        valid:
          expr: _.size == 0 and num_elements.value.as<s8> * sign >= 0 and num_elements.value.as<s8> * sign <= _io.size.as<s8> - _io.pos.as<s8>
        doc: Reads nothing. An element has at least 1 byte.
      - id: len_chunk
        type: avro_long
        if: num_elements.value < 0
        doc: Number of bytes of `elements`, for readers that skip them.
      - id: elements
        type: element
        repeat: expr
        repeat-expr: (num_elements.value * sign).as<s8>
    instances:
      sign:
        value: '(num_elements.value < 0 ? -1.as<s8> : 1.as<s8>).as<s8>'
  element:
    doc: The same union as `ordering`, but branch 12 is a local date.
    seq:
      - id: branch
        type: avro_long
      - id: check_branch
        size: 0
        valid:
          expr: _.size == 0 and branch.value >= 0 and branch.value <= 12
        doc: Reads nothing. The union has 13 branches.
      - id: value
        type:
          switch-on: branch.value.as<s4>
          cases:
            1: avro_boolean
            2: avro_int
            3: avro_long
            4: avro_float
            5: avro_double
            6: avro_bytes
            7: avro_bytes
            8: avro_int
            9: avro_bytes
            10: avro_long
            11: avro_long
            12: avro_int
        if: branch.value != 0
  avro_boolean:
    seq:
      - id: value
        type: u1
        valid:
          any-of: [0, 1]
  avro_int:
    seq:
      - id: zigzag
        type: varint
      - id: check_range
        size: 0
        valid:
          expr: _.size == 0 and not zigzag.has5 and zigzag.value.as<s8> <= 0xffffffff.as<s8>
        doc: Reads nothing. The number must fit 32 bits and has at most 5 bytes.
    instances:
      value:
        value: >-
          (zigzag.value % 2 == 0
          ? (zigzag.value / 2).as<s4>
          : (-((zigzag.value / 2).as<s8>) - 1).as<s4>).as<s4>
        doc: Resulting signed value.
  avro_float:
    seq:
      - id: value
        type: f4
  avro_double:
    seq:
      - id: value
        type: f8
  avro_bytes:
    doc: Bytes, or text in UTF-8 (left as bytes so that damaged text does not stop the reading).
    seq:
      - id: len_value
        type: avro_long
      - id: check_len_value
        size: 0
        valid:
          expr: _.size == 0 and len_value.value >= 0 and len_value.value <= _io.size.as<s8> - _io.pos.as<s8>
        doc: Reads nothing. The value must lie inside the payload.
      - id: value
        size: len_value.value
