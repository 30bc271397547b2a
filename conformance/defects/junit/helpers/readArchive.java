  /** Adds the times of the entries of an archived log file to a list. */
  private void readArchive(byte[] content, List<String> times) throws IOException {
    try (HoodieLogFormat.Reader reader = HoodieLogFormat.newReader(storage(), logFile(content),
        HoodieSchema.fromAvroSchema(HoodieArchivedMetaEntry.getClassSchema()))) {
      while (reader.hasNext()) {
        try (ClosableIterator<HoodieRecord<IndexedRecord>> iterator =
                 ((HoodieDataBlock) reader.next()).getRecordIterator(HoodieRecord.HoodieRecordType.AVRO)) {
          while (iterator.hasNext()) {
            IndexedRecord entry = iterator.next().getData();
            times.add(entry.get(entry.getSchema().getField("commitTime").pos()).toString());
          }
        }
      }
    }
  }
