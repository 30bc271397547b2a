meta:
  id: hudi_log_file
  title: Apache Hudi log file
  application: Apache Hudi
  file-extension: log
  license: CC0-1.0
  ks-version: '0.11'
  imports:
    - hudi_log_block
  endian: be
doc: |
  Undamaged log file: a sequence of log blocks from the first byte to the last,
  without header, footer or padding. An empty file is a log file without blocks.
  The handling of damaged files is not part of the layout and is not described
  here.
doc-ref: https://hudi.apache.org/learn/tech-specs-1point0/#log-file-format
seq:
  - id: blocks
    type: hudi_log_block
    repeat: eos
