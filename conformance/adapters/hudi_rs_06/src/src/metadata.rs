// SPDX-License-Identifier: Apache-2.0
//! The crate's reader of metadata tables, from table version 8 on: merged rows of an index as Arrow, locations of
//! record keys, hashes and keys, and the ranges that its writer takes from a base file.

use hudi_core::index::{HoodieIndex, HoodieKey, RecordIndex, is_record_index_enabled};
use hudi_core::metadata::table::column_stats::{ColumnRangeStats, column_ranges_from_parquet_bytes};
use hudi_core::metadata::table::encode::ColumnStatValue;
use hudi_core::metadata::table::hash;
use hudi_core::table::Table;
use serde_json::{Value, json};

use crate::protocol::{Answer, Trouble, plain_hex};
use crate::table::stream;

const TIME_ZONE: &str = "hoodie.table.timeline.timezone";

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().map(|found| found.iter().filter_map(Value::as_str).collect()).unwrap_or_default()
}

/// The table, None where the partition of the metadata table that `args.index` names is not ready.
async fn ready(folder: &str, args: &Value) -> Answer<Option<Table>> {
    let table = Table::new(folder).await?;
    let index = args["index"].as_str().unwrap_or("");
    if !table.get_metadata_table_partitions().iter().any(|name| name == index) {
        return Ok(None);
    }
    if !table.is_metadata_table_enabled() {
        return Err(Trouble::Unsupported("a metadata table of a table version below 8".into()));
    }
    Ok(Some(table))
}

/// `{"arrow": stream in base64}` of the merged records of an index, null where it is not ready.
pub async fn rows(folder: &str, args: &Value) -> Answer<Value> {
    let Some(table) = ready(folder, args).await? else {
        return Ok(json!({"arrow": null}));
    };
    let index = args["index"].as_str().unwrap_or("");
    let batch = table.read_metadata_table_partition_arrow(index, &texts(&args["keys"])).await?;
    Ok(json!({"arrow": stream(&batch.schema(), &[batch.clone()])?}))
}

/// `{"zone": that of the table's instants, "rows": [{"key", "partition", "file_id", "instant"}]}` by the record index.
pub async fn locations(folder: &str, args: &Value) -> Answer<Value> {
    let Some(table) = ready(folder, args).await? else {
        return Ok(json!({"zone": null, "rows": []}));
    };
    if !is_record_index_enabled(&table) {
        return Err(Trouble::Unsupported("locations by another index than the record index".into()));
    }
    let keys: Vec<HoodieKey> = texts(&args["keys"])
        .iter()
        .map(|key| HoodieKey { record_key: key.to_string(), partition_path: String::new() })
        .collect();
    let rows: Vec<Value> = RecordIndex
        .tag_location(&table, &keys)
        .await?
        .into_iter()
        .filter_map(|(key, found)| found.map(|place| (key.record_key, place)))
        .map(|(key, place)| {
            json!({
                "key": key, "partition": place.partition_path, "file_id": place.file_id,
                "instant": place.instant_time,
            })
        })
        .collect();
    let options = table.hudi_options();
    Ok(json!({"zone": options.get(TIME_ZONE), "rows": rows}))
}

/// Hashes of names, and keys of the two indexes of statistics; the rest is private to the crate.
pub fn key(args: &Value) -> Answer<Value> {
    let text = |name: &str| args[name].as_str().unwrap_or("");
    match (text("op"), text("of")) {
        ("hash", of) => {
            let (bytes, base64) = match of {
                "column" => (hash::xxhash64_bytes(text("text")).to_vec(), hash::column_index_id_b64(text("text"))),
                "partition" => {
                    let name = hash::partition_identifier(text("text"));
                    (hash::xxhash64_bytes(name).to_vec(), hash::partition_index_id_b64(text("text")))
                }
                "file" => (hash::md5_bytes(text("text")).to_vec(), hash::file_index_id_b64(text("text"))),
                other => return Err(Trouble::Unsupported(format!("hash of {other}"))),
            };
            Ok(json!({"hash": plain_hex(&bytes), "base64": base64}))
        }
        ("compose", "column_stats") => {
            Ok(json!({"key": hash::column_stats_index_key(text("partition"), text("file"), text("column"))}))
        }
        ("compose", "partition_stats") => {
            Ok(json!({"key": hash::partition_stats_index_key(text("partition"), text("column"))}))
        }
        (op, of) => Err(Trouble::Unsupported(format!("{op} {of}"))),
    }
}

/// `{"ranges": [{"column", "is_known", "min", "max", "value_count", "null_count"}]}`: what the crate's writer takes
/// from a Parquet base file for `column_stats`. Where a range is not known it writes no row.
pub fn ranges(bytes: &[u8]) -> Answer<Value> {
    let found: Vec<Value> = column_ranges_from_parquet_bytes(bytes)?.iter().map(range).collect();
    Ok(json!({"ranges": found}))
}

fn range(range: &ColumnRangeStats) -> Value {
    json!({
        "column": range.column_name, "is_known": range.range_known,
        "min": range.min_value.as_ref().map(bound), "max": range.max_value.as_ref().map(bound),
        "value_count": range.value_count.to_string(), "null_count": range.null_count.to_string(),
    })
}

/// Numbers as text that Python's `int` and `float` take.
fn bound(value: &ColumnStatValue) -> Value {
    match value {
        ColumnStatValue::Boolean(value) => json!(value),
        ColumnStatValue::Int(value) | ColumnStatValue::Date(value) => json!(value.to_string()),
        ColumnStatValue::Long(value)
        | ColumnStatValue::TimeMicros(value)
        | ColumnStatValue::TimestampMicros(value)
        | ColumnStatValue::LocalTimestampMicros(value) => json!(value.to_string()),
        ColumnStatValue::Float(value) => json!(f64::from(*value).to_string()),
        ColumnStatValue::Double(value) => json!(value.to_string()),
        ColumnStatValue::Bytes(value) => json!(plain_hex(value)),
        ColumnStatValue::String(value) => json!(value),
        ColumnStatValue::Decimal { unscaled, .. } => json!(unscaled.to_string()),
    }
}
