  /** Result of merging an update into the stored row, as the file group reader merges them. */
  private static IndexedRecord merge(Option<PartialUpdateMode> partial, GenericRecord stored, GenericRecord update) throws Exception {
    HoodieTableConfig table = new HoodieTableConfig();
    table.setValue(HoodieTableConfig.VERSION, "9");
    table.setValue(HoodieTableConfig.RECORD_MERGE_MODE, RecordMergeMode.EVENT_TIME_ORDERING.name());
    table.setValue(HoodieTableConfig.ORDERING_FIELDS, "ts");
    TypedProperties properties = TypedProperties.copy(table.getProps());
    HoodieReaderContext<IndexedRecord> context = new HoodieAvroReaderContext(
        new HadoopStorageConfiguration(new Configuration()), table, Option.empty(), Option.empty());
    context.initRecordMerger(properties);
    HoodieSchema schema = HoodieSchema.fromAvroSchema(stored.getSchema());
    BufferedRecordMerger<IndexedRecord> merger = BufferedRecordMergerFactory.create(context,
        RecordMergeMode.EVENT_TIME_ORDERING, false, context.getRecordMerger(), Option.<String>empty(), schema, properties, partial);
    DeleteContext deletes = new DeleteContext(properties, schema).withReaderSchema(schema);
    List<BufferedRecord<IndexedRecord>> records = new ArrayList<>();
    for (GenericRecord row : Arrays.asList(stored, update)) {
      records.add(BufferedRecords.fromEngineRecord(row, schema, context.getRecordContext(), new String[] {"ts"}, "k",
          context.getRecordContext().isDeleteRecord(row, deletes)));
    }
    return merger.finalMerge(records.get(0), records.get(1)).getRecord();
  }
