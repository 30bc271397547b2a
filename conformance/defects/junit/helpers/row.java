  /** A row with the values of its columns in order. */
  private static GenericRecord row(Schema schema, Object... values) {
    GenericRecord row = new GenericData.Record(schema);
    for (int i = 0; i < values.length; i++) {
      row.put(i, values[i]);
    }
    return row;
  }
