meta:
  id: avro_long
  title: Apache Avro int or long, ZigZag variable-length quantity
  application: Apache Avro
  license: CC0-1.0
  ks-version: '0.10'
  imports:
    - varint
doc: |
  Avro writes `int` and `long` values as ZigZag numbers (0, -1, 1, -2, ...)
  in base-128 little-endian groups, at most 10 bytes for a `long`.
doc-ref: https://avro.apache.org/docs/1.12.0/specification/#binary-encoding
seq:
  - id: zigzag
    type: varint
instances:
  magnitude:
    value: >-
      (zigzag.b0 < 128 ? (zigzag.b0 / 2).as<s8> : (((zigzag.b0 % 128) / 2).as<s8>
      + (zigzag.has1 ? ((zigzag.b1 % 128).as<s8> * 0x40.as<s8>).as<s8> : 0.as<s8>).as<s8>
      + (zigzag.has2 ? ((zigzag.b2 % 128).as<s8> * 0x2000.as<s8>).as<s8> : 0.as<s8>).as<s8>
      + (zigzag.has3 ? ((zigzag.b3 % 128).as<s8> * 0x100000.as<s8>).as<s8> : 0.as<s8>).as<s8>
      + (zigzag.has4 ? ((zigzag.b4 % 128).as<s8> * 0x8000000.as<s8>).as<s8> : 0.as<s8>).as<s8>
      + (zigzag.has5 ? ((zigzag.b5 % 128).as<s8> * 0x400000000.as<s8>).as<s8> : 0.as<s8>).as<s8>
      + (zigzag.has6 ? ((zigzag.b6 % 128).as<s8> * 0x20000000000.as<s8>).as<s8> : 0.as<s8>).as<s8>
      + (zigzag.has7 ? ((zigzag.b7 % 128).as<s8> * 0x1000000000000.as<s8>).as<s8> : 0.as<s8>).as<s8>
      + (zigzag.has8 ? ((zigzag.b8 % 128).as<s8> * 0x80000000000000.as<s8>).as<s8> : 0.as<s8>).as<s8>
      + (zigzag.has9 ? (zigzag.b9.as<s8> * 0x4000000000000000.as<s8>).as<s8> : 0.as<s8>).as<s8>).as<s8>).as<s8>
    doc: All bits but the lowest. Computed as a sum because halving an unsigned 64-bit number is not portable.
  value:
    value: '(zigzag.b0 % 2 == 0 ? magnitude : (-magnitude - 1).as<s8>).as<s8>'
    doc: Resulting signed value.
