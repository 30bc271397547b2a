meta:
  id: hudi_archive_file
  title: Apache Hudi archived timeline file (timeline layouts 0 and 1)
  application: Apache Hudi
  license: CC0-1.0
  ks-version: '0.11'
  imports:
    - hudi_log_avro_content
    - hudi_log_block
  endian: be
doc: |
  Undamaged archive of instants, a file `.commits_.archive.*`: a log file of
  Avro data blocks that have a schema and no other header, no instant and no
  footer. A record is one state of one instant, as a datum of the record
  HoodieArchivedMetaEntry with the schema in the header of its block; the schema
  differs between releases.

  Damaged archives are read like damaged log files, see `hudi_log_file`.
doc-ref:
  - https://github.com/apache/hudi/blob/release-1.2.0/hudi-common/src/main/avro/HoodieArchivedMetaEntry.avsc
  - https://hudi.apache.org/learn/tech-specs/#timeline
seq:
  - id: blocks
    type: block
    repeat: eos
types:
  block:
    seq:
      - id: frame
        type: hudi_log_block
      - id: check_type
        size: 0
        valid:
          expr: _.size == 0 and frame.block_type == hudi_log_block::block_type::avro_data
        doc: Reads nothing. Readers skip blocks of other types.
      - id: check_header
        size: 0
        valid:
          expr: _.size == 0 and frame.header.num_entries == 1 and frame.header.entries[0].key == hudi_log_block::header_key::schema
        doc: Reads nothing. The only header is the schema.
      - id: check_footer
        size: 0
        valid:
          expr: _.size == 0 and frame.footer.num_entries == 0
        doc: Reads nothing. There is no footer.
    instances:
      schema:
        value: frame.header.entries[0].value
        doc: Avro schema of the entries as JSON text.
      content:
        value: frame.content.as<hudi_log_avro_content>
        doc: The entries as datums.
