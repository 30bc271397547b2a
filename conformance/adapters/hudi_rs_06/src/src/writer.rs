// SPDX-License-Identifier: Apache-2.0
//! `table.write`: a scenario carried out by the crate's writer, each step with a table opened anew; the answer is
//! the folder.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::UNIX_EPOCH;

use arrow::array::RecordBatch;
use arrow::datatypes::{DataType, Field, Schema};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hudi_core::config::table::TableTypeValue;
use hudi_core::error::CoreError;
use hudi_core::index::HoodieKey;
use hudi_core::table::Table;
use serde_json::{Map, Value, json};

use crate::protocol::{Answer, Trouble, wait_for};

const EVENT_TIME: &str = "EVENT_TIME_ORDERING";
const LAST_VERSION: i64 = 9;
static NUM_FOLDERS: AtomicU64 = AtomicU64::new(0);

/// A folder that goes with its owner.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> std::io::Result<Self> {
        let number = NUM_FOLDERS.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("hudi-rs-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path)?;
        Ok(Self(path))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn refusal(message: impl Into<String>) -> Trouble {
    Trouble::Reject("bad-value", message.into())
}

fn unsupported(message: impl Into<String>) -> Trouble {
    Trouble::Unsupported(message.into())
}

/// An error of a write: what the crate calls unsupported is so, whatever its text.
fn of_write(error: CoreError) -> Trouble {
    match error {
        CoreError::Unsupported(message) => Trouble::Unsupported(message),
        other => other.into(),
    }
}

/// The folder that the writer leaves, `{"files": {PATH: {"b64", "mtime"}}}`.
pub fn write(scenario: &Value) -> Answer<Value> {
    let scratch = Scratch::new().map_err(|error| Trouble::Limit(error.to_string()))?;
    let folder = scratch.0.join("table");
    std::fs::create_dir_all(&folder).map_err(|error| Trouble::Limit(error.to_string()))?;
    wait_for(carry_out(&folder, scenario))?;
    let mut files = Map::new();
    collect(&folder, &folder, &mut files).map_err(|error| Trouble::Limit(error.to_string()))?;
    Ok(json!({"files": files}))
}

fn collect(root: &Path, folder: &Path, files: &mut Map<String, Value>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(root, &path, files)?;
            continue;
        }
        let changed = path.metadata()?.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default();
        let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().into_owned();
        let data = STANDARD.encode(std::fs::read(&path)?);
        files.insert(name, json!({"b64": data, "mtime": changed.as_millis() as u64}));
    }
    Ok(())
}

/// What the table of a scenario is.
struct Shape<'a> {
    scenario: &'a Value,
    schema: Arc<Schema>,
    is_partitioned: bool,
    is_hive_style: bool,
}

impl<'a> Shape<'a> {
    fn new(scenario: &'a Value) -> Answer<Self> {
        let is_partitioned = scenario["partitioned"] == true;
        let mut columns = BTreeMap::new();
        match scenario["columns"].as_object() {
            None => {
                columns.insert("val", DataType::Utf8);
            }
            Some(own) => {
                for (name, kind) in own {
                    columns.insert(name.as_str(), data_type(kind)?);
                }
            }
        }
        let mut fields = vec![Field::new("id", DataType::Utf8, true)];
        if is_partitioned {
            fields.push(Field::new("part", DataType::Utf8, true));
        }
        fields.push(Field::new("ord", DataType::Int64, true));
        fields.extend(columns.into_iter().map(|(name, kind)| Field::new(name, kind, true)));
        Ok(Self {
            scenario,
            schema: Arc::new(Schema::new(fields)),
            is_partitioned,
            is_hive_style: scenario["hive_style"] == true,
        })
    }

    async fn create(&self, base: &str) -> Answer<()> {
        let scenario = self.scenario;
        let version = scenario["version"].as_i64().ok_or_else(|| refusal("a scenario has a version"))?;
        if !(0..=LAST_VERSION).contains(&version) {
            return Err(refusal(format!("table version {version}")));
        }
        let kind = match scenario["type"].as_str() {
            Some("COPY_ON_WRITE") => TableTypeValue::CopyOnWrite,
            Some("MERGE_ON_READ") => TableTypeValue::MergeOnRead,
            other => return Err(refusal(format!("table type {other:?}"))),
        };
        let mode = scenario["merge_mode"].as_str().unwrap_or(EVENT_TIME);
        let mut builder = Table::create(base)
            .with_table_name("t")
            .with_table_type(kind)
            .with_table_version(version as isize)
            .with_record_key_fields(["id"])
            .with_hive_style_partitioning(self.is_hive_style)
            .with_populates_meta_fields(scenario["meta_fields"] != false)
            .with_metadata_table_enabled(scenario["metadata_table"] == true);
        if self.is_partitioned {
            builder = builder.with_partition_fields(["part"]);
        }
        // The crate takes the merge mode from whether there are ordering fields.
        if mode == EVENT_TIME {
            builder = builder.with_ordering_fields(["ord"]);
        }
        builder.create().await.map(|_| ()).map_err(of_write)
    }

    fn batch(&self, rows: &Value) -> Answer<Vec<RecordBatch>> {
        let wrong = |error: arrow::error::ArrowError| refusal(error.to_string());
        let mut decoder = arrow::json::ReaderBuilder::new(self.schema.clone())
            .with_strict_mode(true)
            .build_decoder()
            .map_err(wrong)?;
        decoder.serialize(rows.as_array().map(Vec::as_slice).unwrap_or_default()).map_err(wrong)?;
        Ok(decoder.flush().map_err(wrong)?.into_iter().collect())
    }

    fn keys(&self, keys: &Value) -> Vec<HoodieKey> {
        let text = |value: &Value| value.as_str().unwrap_or("").to_string();
        let path = |key: &Value| match (self.is_partitioned, self.is_hive_style) {
            (false, _) => String::new(),
            (true, false) => text(&key["part"]),
            (true, true) => format!("part={}", text(&key["part"])),
        };
        keys.as_array()
            .map(|found| {
                found
                    .iter()
                    .map(|key| HoodieKey { record_key: text(&key["id"]), partition_path: path(key) })
                    .collect()
            })
            .unwrap_or_default()
    }
}

fn data_type(kind: &Value) -> Answer<DataType> {
    match kind.as_str() {
        Some("string") => Ok(DataType::Utf8),
        Some("long") => Ok(DataType::Int64),
        Some("int") => Ok(DataType::Int32),
        Some("boolean") => Ok(DataType::Boolean),
        other => Err(refusal(format!("type {other:?}"))),
    }
}

async fn carry_out(folder: &Path, scenario: &Value) -> Answer<()> {
    let base = folder.to_string_lossy().into_owned();
    let shape = Shape::new(scenario)?;
    shape.create(&base).await?;
    let steps = scenario["steps"].as_array().ok_or_else(|| refusal("a scenario has steps"))?;
    for (number, step) in steps.iter().enumerate() {
        if step["op"] == "archive" {
            if number == 0 || steps[number - 1]["op"] == "archive" {
                return Err(unsupported("archiving but at the end of a write"));
            }
            continue; // the write before it did it
        }
        // The crate archives at the end of a write, by the options that the table was opened with.
        let keep = steps.get(number + 1).filter(|next| next["op"] == "archive").map(|next| &next["keep"]);
        let options: Vec<(&str, String)> = match keep {
            Some(keep) => vec![("hoodie.keep.min.commits", keep.to_string()), ("hoodie.keep.max.commits", keep.to_string())],
            None => vec![],
        };
        let mut table = Table::new_with_options(&base, options).await.map_err(of_write)?;
        carry_out_step(&mut table, &shape, step).await?;
    }
    Ok(())
}

async fn carry_out_step(table: &mut Table, shape: &Shape<'_>, step: &Value) -> Answer<()> {
    if !step["crash"].is_null() {
        return Err(unsupported("a write that dies"));
    }
    let operation = step["op"].as_str().unwrap_or("");
    let done = match operation {
        "insert" | "bulk_insert" => table.append(shape.batch(&step["rows"])?).await.map(|_| ()),
        "upsert" => table.upsert(shape.batch(&step["rows"])?).await.map(|_| ()),
        "insert_overwrite" => table.dynamic_partition_overwrite(shape.batch(&step["rows"])?).await.map(|_| ()),
        "insert_overwrite_table" => table.overwrite(shape.batch(&step["rows"])?).await.map(|_| ()),
        "delete" => table.delete_keys(shape.keys(&step["keys"])).await.map(|_| ()),
        "compact" => table.compact().await.map(|_| ()),
        "schedule_compaction" | "delete_partition" | "concurrent" | "evolve" | "clean" | "cluster" | "rollback"
        | "savepoint" | "restore" | "upgrade" => return Err(unsupported(format!("operation {operation}"))),
        _ => return Err(refusal(format!("no operation {operation}"))),
    };
    done.map_err(of_write)
}
