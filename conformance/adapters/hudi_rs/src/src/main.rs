// SPDX-License-Identifier: Apache-2.0
//! The HFile reader of hudi-rs, and its list of files by the metadata table, behind the adapter protocol: one JSON object a line, or `--once CMD < input`.

use std::io::{BufRead, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hudi_core::error::CoreError;
use hudi_core::hfile::{HFileError, HFileReader, KeyValue, SeekResult, Utf8Key};
use hudi_core::metadata::table::records::FilesPartitionRecord;
use hudi_core::table::Table;
use hudi_core::table::partition::PartitionPruner;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

const VERSION: &str = "0.5.0";
const MAX_CELLS: usize = 5_000_000;
const MAX_HEX: usize = 1024;
/// Key bytes: length of the row, row, length of the family, family, qualifier, timestamp, type.
const LEN_ROW_LENGTH: usize = 2;
const LEN_TIMESTAMP_TYPE: usize = 9;

enum Trouble {
    Reject(&'static str, String),
    Unsupported(String),
    Limit(String),
}

type Answer<T> = Result<T, Trouble>;

impl From<HFileError> for Trouble {
    fn from(error: HFileError) -> Self {
        let code = match &error {
            HFileError::InvalidBlockMagic { .. } => "bad-magic",
            HFileError::UnsupportedVersion { .. } => "bad-version",
            HFileError::UnexpectedBlockType { .. } => "bad-type",
            HFileError::DecompressionError(_) => "decompress",
            HFileError::UnsupportedCompression(_) => return Trouble::Unsupported(error.to_string()),
            HFileError::UnsupportedMvccTimestamp => return Trouble::Unsupported(error.to_string()),
            _ => "unspecified",
        };
        Trouble::Reject(code, error.to_string())
    }
}

impl From<CoreError> for Trouble {
    fn from(error: CoreError) -> Self {
        let message = error.to_string();
        match &error {
            CoreError::Unsupported(_) => Trouble::Unsupported(message),
            _ => Trouble::Reject("unspecified", message),
        }
    }
}

fn hex(bytes: &[u8]) -> Value {
    if bytes.len() > MAX_HEX {
        let sum = Sha256::digest(bytes);
        return json!({"$digest": {"len": bytes.len().to_string(), "sha256": plain_hex(&sum)}});
    }
    Value::String(plain_hex(bytes))
}

fn plain_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn from_hex(text: &str) -> Vec<u8> {
    (0..text.len() / 2)
        .map(|at| u8::from_str_radix(&text[2 * at..2 * at + 2], 16).unwrap_or(0))
        .collect()
}

/// The cell as the crate keeps it. It hands out row and value; what lies between is taken apart here, by the
/// lengths that the crate goes by, and out of bounds is an accident of its.
fn cell(found: &KeyValue) -> Value {
    let key = found.key();
    let (bytes, row) = (key.bytes(), key.content());
    let at = LEN_ROW_LENGTH + row.len();
    let len_family = bytes[at] as usize;
    let end = bytes.len() - LEN_TIMESTAMP_TYPE;
    let family = &bytes[at + 1..at + 1 + len_family];
    let qualifier = &bytes[at + 1 + len_family..end];
    let mut timestamp = [0u8; 8];
    timestamp.copy_from_slice(&bytes[end..end + 8]);
    json!({
        "row": hex(row), "family": hex(family), "qualifier": hex(qualifier),
        "timestamp": i64::from_be_bytes(timestamp).to_string(), "type": bytes[end + 8],
        "value": hex(found.value()), "tags": "", "mvcc": "0",
    })
}

/// All cells, up to the one that ends in trouble: `kept` holds those before it.
fn cells(bytes: Vec<u8>, kept: &mut Vec<Value>) -> Answer<()> {
    let mut reader = HFileReader::new(bytes)?;
    for found in reader.iter()? {
        if kept.len() == MAX_CELLS {
            return Err(Trouble::Limit(format!("more than {MAX_CELLS} cells")));
        }
        kept.push(cell(&found?));
    }
    Ok(())
}

/// Cells of each row, by a separate reader, which only moves forward.
fn get(bytes: &[u8], args: &Value) -> Answer<Value> {
    let mut results = Vec::new();
    for wanted in args["keys"].as_array().unwrap_or(&Vec::new()) {
        let row = from_hex(wanted.as_str().unwrap_or(""));
        let text = String::from_utf8(row.clone())
            .map_err(|_| Trouble::Unsupported("a key that is not text".into()))?;
        let mut reader = HFileReader::new(bytes.to_vec())?;
        let mut found = Vec::new();
        if reader.seek_to_first()? && reader.seek_to(&Utf8Key::new(text))? == SeekResult::Found {
            while let Some(kv) = reader.get_key_value()? {
                if kv.key().content() != row {
                    break;
                }
                found.push(cell(&kv));
                if !reader.next()? {
                    break;
                }
            }
        }
        results.push(json!({"key": wanted, "cells": found}));
    }
    Ok(json!({"results": results}))
}

/// Files that the metadata table lists; the crate keeps to itself which instants it takes as valid.
async fn listing(folder: &str, args: &Value) -> Answer<Value> {
    let table = Table::new(folder).await?;
    if !table.get_metadata_table_partitions().iter().any(|name| name == FilesPartitionRecord::PARTITION_NAME) {
        return Ok(json!({"available": false, "partitions": []}));
    }
    if !table.is_metadata_table_enabled() {
        return Err(Trouble::Unsupported("a metadata table of a table version below 8".into()));
    }
    let pruner = PartitionPruner::new(&[], &arrow_schema::Schema::empty(), &table.hudi_configs)?;
    let records = table.read_metadata_table_files_partition(&pruner).await?;
    let mut names: Vec<String> = match args["partitions"].as_array() {
        Some(wanted) => wanted.iter().filter_map(|name| name.as_str()).map(str::to_string).collect(),
        // Of a table without partitions the crate reads one record.
        None if !pruner.is_table_partitioned() => vec![String::new()],
        None => records
            .get(FilesPartitionRecord::ALL_PARTITIONS_KEY)
            .map(|all| all.partition_names().iter().map(|name| name.to_string()).collect())
            .unwrap_or_default(),
    };
    names.sort();
    let partitions: Vec<Value> = names
        .iter()
        .map(|name| {
            let mut files: Vec<(&str, u64)> = records
                .get(name.as_str())
                .map(|record| record.active_files_with_sizes().collect())
                .unwrap_or_default();
            files.sort();
            let files: Vec<Value> = files
                .iter()
                .map(|(name, size)| json!({"name": name, "size": size.to_string()}))
                .collect();
            json!({"partition": name, "files": files})
        })
        .collect();
    Ok(json!({"available": true, "partitions": partitions}))
}

fn files(request: &Value) -> Answer<Value> {
    let folder = request["in"]["dir"].as_str().unwrap_or("");
    let runtime = tokio::runtime::Runtime::new()
        .map_err(|error| Trouble::Limit(format!("threads: {error}")))?;
    runtime.block_on(listing(folder, &request["args"]))
}

/// Input of a request, and whether there is one.
fn input(request: &Value) -> Answer<Vec<u8>> {
    if let Some(text) = request["in"]["b64"].as_str() {
        return STANDARD.decode(text).map_err(|error| Trouble::Limit(format!("the request: {error}")));
    }
    let path = request["in"]["path"].as_str().unwrap_or("");
    std::fs::read(path).map_err(|error| Trouble::Limit(format!("{path}: {error}")))
}

fn answer(request: &Value) -> Value {
    let mut told = Map::new();
    told.insert("seq".into(), request["seq"].clone());
    let mut kept = Vec::new();
    let command = request["cmd"].as_str().unwrap_or("").to_string();
    let outcome = catch_unwind(AssertUnwindSafe(|| -> Answer<Value> {
        match command.as_str() {
            "hello" => Ok(json!({
                "protocol": 1, "name": "hudi-rs", "version": VERSION, "language": "rust",
                "homepage": "https://github.com/apache/hudi-rs", "commands": ["hfile.cells", "hfile.get", "metadata.files"],
                "features": ["hfile.version.3", "hfile.codec.gz", "hfile.index.levels"],
                "inputs": ["b64", "path", "dir"],
            })),
            "bye" => Ok(json!({})),
            "hfile.cells" => cells(input(request)?, &mut kept).map(|()| json!({"cells": kept})),
            "metadata.files" => files(request),
            "hfile.get" => get(&input(request)?, &request["args"]),
            _ => Err(Trouble::Unsupported(format!("command {command}"))),
        }
    }));
    match outcome {
        Ok(Ok(value)) => {
            told.insert("answer".into(), "value".into());
            told.insert("value".into(), value);
            return Value::Object(told);
        }
        Ok(Err(Trouble::Unsupported(what))) => {
            told.insert("answer".into(), "unsupported".into());
            told.insert("what".into(), what.into());
            return Value::Object(told);
        }
        Ok(Err(Trouble::Limit(what))) => {
            told.insert("answer".into(), "limit".into());
            told.insert("what".into(), what.into());
            return Value::Object(told);
        }
        Ok(Err(Trouble::Reject(code, message))) => {
            told.insert("answer".into(), "reject".into());
            told.insert("code".into(), code.into());
            told.insert("message".into(), message.into());
        }
        Err(panic) => {
            let said = panic
                .downcast_ref::<String>()
                .cloned()
                .or_else(|| panic.downcast_ref::<&str>().map(|text| text.to_string()))
                .unwrap_or_default();
            told.insert("answer".into(), "error".into());
            told.insert("message".into(), format!("panic: {said}").into());
        }
    }
    if command == "hfile.cells" {
        told.insert("partial".into(), json!({"cells": kept}));
    }
    Value::Object(told)
}

fn main() {
    std::panic::set_hook(Box::new(|_| {})); // a panic is reported in the answer
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.first().is_some_and(|first| first == "--once") && arguments.len() > 1 {
        std::process::exit(once(&arguments));
    }
    let out = std::io::stdout();
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let request: Value = serde_json::from_str(&line).unwrap_or(Value::Null);
        let mut out = out.lock();
        let _ = writeln!(out, "{}", answer(&request));
        let _ = out.flush();
        if request["cmd"] == "bye" {
            break;
        }
    }
}

fn once(arguments: &[String]) -> i32 {
    let option = |name: &str| arguments.iter().skip_while(|word| *word != name).nth(1);
    let args = option("--args").map_or(json!({}), |text| serde_json::from_str(text).unwrap_or(Value::Null));
    let input = match option("--dir") {
        Some(folder) => json!({"dir": folder}),
        None => {
            let mut bytes = Vec::new();
            let _ = std::io::stdin().read_to_end(&mut bytes);
            json!({"b64": STANDARD.encode(bytes)})
        }
    };
    let told = answer(&json!({"seq": "0", "cmd": arguments[1], "args": args, "in": input}));
    println!("{told}");
    match told["answer"].as_str() {
        Some("value") => 0,
        Some("reject") => 1,
        Some("unsupported") => 3,
        Some("limit") => 4,
        _ => 5,
    }
}
