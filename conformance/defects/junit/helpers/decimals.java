  /** Values of a decimal column by the key of the row. */
  private static Map<String, String> decimals(List<IndexedRecord> rows, String column) {
    Map<String, String> values = new TreeMap<>();
    for (IndexedRecord row : rows) {
      Schema.Field field = row.getSchema().getField(column);
      Schema type = field.schema().getTypes().get(1);
      Object value = row.get(field.pos());
      Conversions.DecimalConversion conversion = new Conversions.DecimalConversion();
      BigDecimal decimal = value instanceof GenericFixed
          ? conversion.fromFixed((GenericFixed) value, type, type.getLogicalType())
          : conversion.fromBytes((ByteBuffer) value, type, type.getLogicalType());
      values.put(row.get(row.getSchema().getField("id").pos()).toString(), decimal.toPlainString());
    }
    return values;
  }
