meta:
  id: hudi_delete_kryo
  title: Apache Hudi delete block payload (Kryo), log block versions 1 and 2
  application: Apache Hudi, Kryo
  license: CC0-1.0
  ks-version: '0.11'
  endian: be
doc: |
  Java array in the serialization of Kryo 4 (`writeClassAndObject`, with
  references, registration not required): `HoodieKey[]` in version 1,
  `DeleteRecord[]` in version 2. This grammar describes the structures that Hudi
  0.5 to 0.13 wrote, not Kryo in general.

  A class is written by name the first time and by the id of the name after
  that; an object that was written before is written as a reference. Ids of
  objects count from 0 in the order in which the objects start: the array is 0.
  Numbers, booleans and null have no id. References are left as ids.
doc-ref:
  - https://github.com/EsotericSoftware/kryo/blob/kryo-parent-4.0.2/src/com/esotericsoftware/kryo/Kryo.java
  - https://github.com/apache/hudi/blob/release-0.13.1/hudi-common/src/main/java/org/apache/hudi/common/util/SerializationUtils.java
params:
  - id: version
    type: s4
    doc: Log block version, 1 or 2.
seq:
  - id: array_class
    contents: [1, 0]
    doc: Class by name, id 0.
  - id: name_keys
    contents: ['[Lorg.apache.hudi.common.model.HoodieKey', 0xbb]
    if: version == 1
    doc: The last character, a semicolon, has bit 7 set.
  - id: name_records
    contents: ['[Lorg.apache.hudi.common.model.DeleteRecord', 0xbb]
    if: version != 1
  - id: array_marker
    contents: [1]
    doc: New object, id 0.
  - id: array_size
    type: varint_u4
    doc: Number of elements plus 1.
  - id: check_array_size
    size: 0
    valid:
      expr: _.size == 0 and array_size.value >= 1 and ((array_size.value - 1).as<s8> * 3).as<s8> <= _io.size.as<s8> - _io.pos.as<s8>
    doc: Reads nothing. An element has at least 3 bytes.
  - id: keys
    type: key_element(_index == 0)
    repeat: expr
    repeat-expr: (array_size.value - 1).as<s8>
    if: version == 1
  - id: records
    type: record_element(_index == 0)
    repeat: expr
    repeat-expr: (array_size.value - 1).as<s8>
    if: version != 1
  - id: check_end
    size: 0
    valid:
      expr: _.size == 0 and _io.eof
    doc: Reads nothing. The value must fill the payload.
types:
  key_element:
    params:
      - id: is_first
        type: bool
    seq:
      - id: class_marker
        contents: [1, 1]
        doc: Class by name, id 1.
      - id: class_name
        contents: [org.apache.hudi.common.model.HoodieKe, 0xf9]
        if: is_first
      - id: marker
        type: object_marker
      - id: key
        type: key
        if: marker.is_new
  record_element:
    params:
      - id: is_first
        type: bool
    seq:
      - id: class_marker
        contents: [1, 1]
        doc: Class by name, id 1.
      - id: class_name
        contents: [org.apache.hudi.common.model.DeleteRecor, 0xe4]
        if: is_first
      - id: marker
        type: object_marker
      - id: record
        type: record(is_first)
        if: marker.is_new
  record:
    -orig-id: DeleteRecord
    doc: Fields in alphabetical order of their names in Java.
    params:
      - id: is_first
        type: bool
    seq:
      - id: key_class
        contents: [1, 2]
        doc: Class by name, id 2.
      - id: key_class_name
        contents: [org.apache.hudi.common.model.HoodieKe, 0xf9]
        if: is_first
      - id: key_marker
        type: object_marker
      - id: check_key_marker
        size: 0
        valid:
          expr: _.size == 0 and not key_marker.is_null
        doc: Reads nothing. A null object has no class.
      - id: key
        -orig-id: hoodieKey
        type: key
        if: key_marker.is_new
      - id: ordering
        -orig-id: orderingVal
        type: ordering
  key:
    -orig-id: HoodieKey
    doc: Fields in alphabetical order of their names in Java.
    seq:
      - id: partition_path
        -orig-id: partitionPath
        type: string_object
      - id: record_key
        -orig-id: recordKey
        type: string_object
  object_marker:
    doc: 0 is null, 1 a new object that follows, n the object with id n - 2.
    seq:
      - id: marker
        type: varint_u4
    instances:
      is_null:
        value: marker.value == 0
      is_new:
        value: marker.value == 1
      id_referred:
        value: (marker.value - 2).as<s8>
        doc: Negative if this is not a reference.
  string_object:
    seq:
      - id: marker
        type: object_marker
      - id: string
        type: kryo_string
        if: marker.is_new
  kryo_string:
    doc: |
      Two forms. ASCII of 2 to 63 characters: the bytes, bit 7 set on the last.
      All others: number of UTF-16 units plus 1 (0 is null), then 1 to 3 bytes
      per unit.
    seq:
      - id: first
        type: u1
        doc: First character in the ASCII form, else bit 7 set, bit 6 for more, 6 bits of the number.
      - id: ascii_rest
        type: u1
        repeat: until
        repeat-until: _ >= 128
        if: first < 128
      - id: n1
        type: u1
        if: has1
      - id: n2
        type: u1
        if: has2
      - id: n3
        type: u1
        if: has3
      - id: n4
        type: u1
        if: has4
      - id: check_num_units
        size: 0
        valid:
          expr: _.size == 0 and num_units <= _io.size.as<s8> - _io.pos.as<s8>
        doc: Reads nothing. A unit has at least 1 byte.
      - id: units
        type: unit
        repeat: expr
        repeat-expr: num_units
        if: first >= 128
    instances:
      has1:
        value: first >= 192
      has2:
        value: has1 and n1 >= 128
      has3:
        value: has2 and n2 >= 128
      has4:
        value: has3 and n3 >= 128
      size_utf:
        value: >-
          ((first % 64).as<s8>
          + (has1 ? ((n1 % 128).as<s8> * 0x40.as<s8>).as<s8> : 0.as<s8>).as<s8>
          + (has2 ? ((n2 % 128).as<s8> * 0x2000.as<s8>).as<s8> : 0.as<s8>).as<s8>
          + (has3 ? ((n3 % 128).as<s8> * 0x100000.as<s8>).as<s8> : 0.as<s8>).as<s8>
          + (has4 ? ((n4 % 128).as<s8> * 0x8000000.as<s8>).as<s8> : 0.as<s8>).as<s8>).as<s8>
      is_null:
        value: first == 128
      num_units:
        value: '(first < 128 or size_utf == 0 ? 0.as<s8> : (size_utf - 1).as<s8>).as<s8>'
  unit:
    doc: One UTF-16 unit; characters beyond U+FFFF are two of them.
    seq:
      - id: b0
        type: u1
        valid:
          expr: _ < 0x80 or (_ >= 0xc0 and _ < 0xf0)
      - id: b1
        type: u1
        if: b0 >= 0xc0
      - id: b2
        type: u1
        if: b0 >= 0xe0
    instances:
      value:
        value: >-
          (b0 < 0x80 ? b0.as<s4>
          : (b0 < 0xe0 ? ((b0 % 32).as<s4> * 64 + (b1 % 64).as<s4>).as<s4>
          : ((b0 % 16).as<s4> * 4096 + (b1 % 64).as<s4> * 64 + (b2 % 64).as<s4>).as<s4>).as<s4>).as<s4>
  ordering:
    doc: Any object; these classes occur and have fixed ids.
    seq:
      - id: value_class
        type: u1
        enum: value_class
        valid:
          in-enum: true
      - id: value
        type:
          switch-on: value_class
          cases:
            'value_class::int': varint_s4
            'value_class::string': string_object
            'value_class::float': kryo_float
            'value_class::boolean': kryo_boolean
            'value_class::long': varint_s8
            'value_class::double': kryo_double
        if: value_class != value_class::none
      - id: check_text
        size: 0
        valid:
          expr: _.size == 0 and not value.as<string_object>.marker.is_null
        if: value_class == value_class::string
        doc: Reads nothing. A null object has no class.
  kryo_boolean:
    seq:
      - id: value
        type: u1
        valid:
          any-of: [0, 1]
  kryo_float:
    seq:
      - id: value
        type: f4
  kryo_double:
    seq:
      - id: value
        type: f8
  varint_u4:
    doc: At most 5 bytes.
    seq:
      - id: b0
        type: u1
      - id: b1
        type: u1
        if: has1
      - id: b2
        type: u1
        if: has2
      - id: b3
        type: u1
        if: has3
      - id: b4
        type: u1
        valid:
          max: 15
        if: has4
    instances:
      has1:
        value: b0 >= 128
      has2:
        value: has1 and b1 >= 128
      has3:
        value: has2 and b2 >= 128
      has4:
        value: has3 and b3 >= 128
      value:
        value: >-
          ((b0 % 128).as<s8>
          + (has1 ? ((b1 % 128).as<s8> * 0x80.as<s8>).as<s8> : 0.as<s8>).as<s8>
          + (has2 ? ((b2 % 128).as<s8> * 0x4000.as<s8>).as<s8> : 0.as<s8>).as<s8>
          + (has3 ? ((b3 % 128).as<s8> * 0x200000.as<s8>).as<s8> : 0.as<s8>).as<s8>
          + (has4 ? (b4.as<s8> * 0x10000000.as<s8>).as<s8> : 0.as<s8>).as<s8>).as<s8>
  varint_s4:
    doc: ZigZag number, at most 5 bytes.
    seq:
      - id: zigzag
        type: varint_u4
    instances:
      value:
        value: >-
          (zigzag.value % 2 == 0
          ? (zigzag.value / 2).as<s4>
          : (-((zigzag.value / 2).as<s8>) - 1).as<s4>).as<s4>
  varint_s8:
    doc: ZigZag number, at most 9 bytes; the ninth holds 8 bits.
    seq:
      - id: b0
        type: u1
      - id: b1
        type: u1
        if: has1
      - id: b2
        type: u1
        if: has2
      - id: b3
        type: u1
        if: has3
      - id: b4
        type: u1
        if: has4
      - id: b5
        type: u1
        if: has5
      - id: b6
        type: u1
        if: has6
      - id: b7
        type: u1
        if: has7
      - id: b8
        type: u1
        if: has8
    instances:
      has1:
        value: b0 >= 128
      has2:
        value: has1 and b1 >= 128
      has3:
        value: has2 and b2 >= 128
      has4:
        value: has3 and b3 >= 128
      has5:
        value: has4 and b4 >= 128
      has6:
        value: has5 and b5 >= 128
      has7:
        value: has6 and b6 >= 128
      has8:
        value: has7 and b7 >= 128
      magnitude:
        value: >-
          (((b0 % 128) / 2).as<s8>
          + (has1 ? ((b1 % 128).as<s8> * 0x40.as<s8>).as<s8> : 0.as<s8>).as<s8>
          + (has2 ? ((b2 % 128).as<s8> * 0x2000.as<s8>).as<s8> : 0.as<s8>).as<s8>
          + (has3 ? ((b3 % 128).as<s8> * 0x100000.as<s8>).as<s8> : 0.as<s8>).as<s8>
          + (has4 ? ((b4 % 128).as<s8> * 0x8000000.as<s8>).as<s8> : 0.as<s8>).as<s8>
          + (has5 ? ((b5 % 128).as<s8> * 0x400000000.as<s8>).as<s8> : 0.as<s8>).as<s8>
          + (has6 ? ((b6 % 128).as<s8> * 0x20000000000.as<s8>).as<s8> : 0.as<s8>).as<s8>
          + (has7 ? ((b7 % 128).as<s8> * 0x1000000000000.as<s8>).as<s8> : 0.as<s8>).as<s8>
          + (has8 ? (b8.as<s8> * 0x80000000000000.as<s8>).as<s8> : 0.as<s8>).as<s8>).as<s8>
      value:
        value: '(b0 % 2 == 0 ? magnitude : (-magnitude - 1).as<s8>).as<s8>'
enums:
  value_class:
    0: none
    2: int
    3: string
    4: float
    5: boolean
    9: long
    10: double
