// SPDX-License-Identifier: Apache-2.0
//! The crate's table reader: rows of a view as an Arrow stream, with the table's Avro schema.

use std::sync::Arc;

use arrow::array::RecordBatch;
use arrow::datatypes::Schema;
use arrow::ipc::writer::StreamWriter;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hudi_core::table::{QueryType, ReadOptions, Table};
use serde_json::{Value, json};

use crate::protocol::{Answer, Trouble};

const READ_OPTIMIZED: &str = "hoodie.read.use.read_optimized.mode";

/// `{"schema": Avro schema as text, "arrow": stream in base64}`; no rows are a stream of the schema alone.
/// `args.filters` are predicates `[column, operator, value]`, all of which hold; `args.columns` a projection.
pub async fn rows(folder: &str, args: &Value) -> Answer<Value> {
    let text = |name: &str| args[name].as_str().filter(|found| !found.is_empty());
    let mut options = ReadOptions::new();
    match text("view").unwrap_or("snapshot") {
        "snapshot" => {}
        "read_optimized" => options = options.with_hudi_option(READ_OPTIMIZED, "true"),
        "incremental" if text("line") == Some("1.0") => {
            return Err(Trouble::Unsupported("ranges as Hudi 1.0 takes them".into()));
        }
        "incremental" => options = options.with_query_type(QueryType::Incremental),
        other => return Err(Trouble::Unsupported(format!("view {other}"))),
    }
    if let Some(instant) = text("begin") {
        options = options.with_start_timestamp(instant);
    }
    if let Some(instant) = text("end") {
        options = options.with_end_timestamp(instant);
    }
    if let Some(instant) = text("as_of") {
        options = options.with_as_of_timestamp(instant);
    }
    if let Some(predicates) = args["filters"].as_array() {
        let word = |predicate: &Value, index: usize| predicate[index].as_str().unwrap_or_default().to_string();
        let words = predicates.iter().map(|each| (word(each, 0), word(each, 1), word(each, 2)));
        options = options.with_filters(words)?;
    }
    if let Some(columns) = args["columns"].as_array() {
        options = options.with_projection(columns.iter().filter_map(Value::as_str));
    }
    let table = Table::new(folder).await?;
    let batches = table.read(&options).await?;
    let avro = table.get_schema_in_avro_str_with_meta_fields().await?;
    let schema = match batches.first() {
        Some(batch) => batch.schema(),
        None => Arc::new(table.get_schema_with_meta_fields().await?),
    };
    Ok(json!({"schema": avro, "arrow": stream(&schema, &batches)?}))
}

/// An Arrow stream in base64.
pub fn stream(schema: &Schema, batches: &[RecordBatch]) -> Answer<String> {
    let wrong = |error: arrow::error::ArrowError| Trouble::Reject("unspecified", format!("batches: {error}"));
    let mut writer = StreamWriter::try_new(Vec::new(), schema).map_err(wrong)?;
    for batch in batches {
        writer.write(batch).map_err(wrong)?;
    }
    Ok(STANDARD.encode(writer.into_inner().map_err(wrong)?))
}
