// SPDX-License-Identifier: Apache-2.0
//! Table and HFile reader of hudi-rs, one JSON object a line. `table.rows` answers rows as Arrow: the suite's
//! Python module `hudi_rs_06` turns them into the canonical rows of `table.read`.

mod hfile;
mod table;

use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value, json};

const VERSION: &str = "0.6.0-rc.1";

pub enum Trouble {
    Reject(&'static str, String),
    Unsupported(String),
    Limit(String),
}

pub type Answer<T> = Result<T, Trouble>;

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
                "homepage": "https://github.com/apache/hudi-rs", "commands": ["table.read", "hfile.cells", "hfile.get"],
                "features": [
                    "content.avro", "content.delete.v3", "content.parquet", "content.hfile",
                    "hfile.version.3", "hfile.codec.gz", "hfile.index.levels",
                ],
                "inputs": ["b64", "path", "dir"],
            })),
            "bye" => Ok(json!({})),
            "hfile.cells" => hfile::cells(input(request)?, &mut kept).map(|()| json!({"cells": kept})),
            "hfile.get" => hfile::get(&input(request)?, &request["args"]),
            "table.rows" => table::rows(request["in"]["dir"].as_str().unwrap_or(""), &request["args"]),
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
    std::panic::set_hook(Box::new(|_| {})); // a panic is told in the answer
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
