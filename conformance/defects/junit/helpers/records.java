  /** Records of a data block as JSON. */
  private static List<String> records(HoodieLogBlock block) throws IOException {
    List<String> records = new ArrayList<>();
    try (ClosableIterator<HoodieRecord<IndexedRecord>> iterator =
             ((HoodieDataBlock) block).getRecordIterator(HoodieRecord.HoodieRecordType.AVRO)) {
      while (iterator.hasNext()) {
        records.add(iterator.next().getData().toString());
      }
    }
    return records;
  }
