// SPDX-License-Identifier: Apache-2.0
//! The crate's table reader: rows of a view as an Arrow stream, with the table's Avro schema.

use std::sync::Arc;

use arrow::ipc::writer::StreamWriter;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hudi_core::error::CoreError;
use hudi_core::table::{QueryType, ReadOptions, Table};
use serde_json::{Value, json};

use crate::{Answer, Trouble};

const READ_OPTIMIZED: &str = "hoodie.read.use.read_optimized.mode";
/// Texts by which the crate says that it does not do something; the last is of table versions.
const UNSUPPORTED: [&str; 5] = ["unsupported", "not supported", "not yet supported", "not implemented", "only support "];

impl From<CoreError> for Trouble {
    fn from(error: CoreError) -> Self {
        let text = error.to_string();
        let small = text.to_lowercase();
        if UNSUPPORTED.iter().any(|word| small.contains(word)) {
            return Trouble::Unsupported(text);
        }
        Trouble::Reject("unspecified", text)
    }
}

/// `{"schema": Avro schema as text, "arrow": stream in base64}`; no rows are a stream of the schema alone.
pub fn rows(folder: &str, args: &Value) -> Answer<Value> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .map_err(|error| Trouble::Limit(error.to_string()))?;
    runtime.block_on(read(folder, args))
}

async fn read(folder: &str, args: &Value) -> Answer<Value> {
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
    let table = Table::new(folder).await?;
    let batches = table.read(&options).await?;
    let avro = table.get_schema_in_avro_str_with_meta_fields().await?;
    let schema = match batches.first() {
        Some(batch) => batch.schema(),
        None => Arc::new(table.get_schema_with_meta_fields().await?),
    };
    let wrong = |error: arrow::error::ArrowError| Trouble::Reject("unspecified", format!("batches: {error}"));
    let mut writer = StreamWriter::try_new(Vec::new(), &schema).map_err(wrong)?;
    for batch in &batches {
        writer.write(batch).map_err(wrong)?;
    }
    let stream = writer.into_inner().map_err(wrong)?;
    Ok(json!({"schema": avro, "arrow": STANDARD.encode(stream)}))
}
