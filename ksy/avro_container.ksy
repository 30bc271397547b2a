meta:
  id: avro_container
  title: Apache Avro object container file
  application: Apache Avro
  file-extension: avro
  license: CC0-1.0
  ks-version: '0.11'
  imports:
    - avro_long
  endian: be
doc: |
  Framing of an Avro object container: a head with the schema, then blocks of
  records. Apache Hudi stores plans and metadata of instants in such containers,
  each with one block of one record. They are files of the timeline, or values
  of the columns `metadata` and `plan` of its history.

  The records are Avro datums with the schema in `avro.schema`. A schema is
  data, so the records cannot be described here.
doc-ref: https://avro.apache.org/docs/1.12.0/specification/#object-container-files
seq:
  - id: magic
    contents: ['Obj', 1]
  - id: metadata
    type: metadata_chunk
    repeat: until
    repeat-until: _.num_entries.value == 0
    doc: Avro map of bytes, a run of counted chunks that ends with an empty one.
  - id: sync
    size: 16
    doc: Random bytes that end every block.
  - id: blocks
    type: block
    repeat: eos
types:
  metadata_chunk:
    doc: Some entries of the map.
    seq:
      - id: num_entries
        type: avro_long
        doc: Negative where the number of bytes of the chunk follows.
      - id: check_num_entries
        size: 0
        valid:
          expr: _.size == 0 and num_entries.value.as<s8> * sign >= 0 and num_entries.value.as<s8> * sign <= ((_io.size.as<s8> - _io.pos.as<s8>) / 2).as<s8>
        doc: Reads nothing. An entry has at least 2 bytes.
      - id: len_chunk
        type: avro_long
        if: num_entries.value < 0
        doc: Number of bytes of `entries`, for readers that skip them.
      - id: entries
        type: metadata_entry
        repeat: expr
        repeat-expr: (num_entries.value * sign).as<s8>
    instances:
      sign:
        value: '(num_entries.value < 0 ? -1.as<s8> : 1.as<s8>).as<s8>'
  metadata_entry:
    seq:
      - id: key
        type: avro_bytes
        doc: '`avro.schema` must be there; without `avro.codec` the codec is `null`.'
      - id: value
        type: avro_bytes
  avro_bytes:
    doc: Bytes, or text in UTF-8 (left as bytes so that damaged text does not stop the reading).
    seq:
      - id: len_value
        type: avro_long
      - id: check_len_value
        size: 0
        valid:
          expr: _.size == 0 and len_value.value >= 0 and len_value.value <= _io.size.as<s8> - _io.pos.as<s8>
        doc: Reads nothing. The value must lie inside the container.
      - id: value
        size: len_value.value
  block:
    seq:
      - id: num_records
        type: avro_long
      - id: check_num_records
        size: 0
        valid:
          expr: _.size == 0 and num_records.value >= 0
        doc: Reads nothing. How many there can be depends on `records`, see `check_room`.
      - id: len_records
        type: avro_long
      - id: check_len_records
        size: 0
        valid:
          expr: _.size == 0 and len_records.value >= 0 and len_records.value <= _io.size.as<s8> - _io.pos.as<s8>
        doc: Reads nothing. The records must lie inside the container.
      - id: check_room
        size: 0
        valid:
          expr: _.size == 0 and (num_records.value <= len_records.value or num_records.value <= 1)
        doc: |
          Reads nothing. A record without bytes is possible; more than one per
          block is rejected as a risk.
      - id: records
        size: len_records.value
        doc: Records in sequence, compressed with `avro.codec`.
      - id: sync
        size: 16
        valid: _parent.sync
