// SPDX-License-Identifier: Apache-2.0
//! The adapter protocol: one JSON object a line, or `--once CMD < input`. Programs around a crate bring the commands.

use std::io::{BufRead, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

const MAX_HEX: usize = 1024;

pub enum Trouble {
    Reject(&'static str, String),
    Unsupported(String),
    Limit(String),
}

pub type Answer<T> = Result<T, Trouble>;

/// Answers a command. What the last argument holds when it fails is the partial answer of `hfile.cells`.
pub type Commands = fn(&str, &Value, &mut Vec<Value>) -> Answer<Value>;

pub fn hex(bytes: &[u8]) -> Value {
    if bytes.len() > MAX_HEX {
        let sum = Sha256::digest(bytes);
        return json!({"$digest": {"len": bytes.len().to_string(), "sha256": plain_hex(&sum)}});
    }
    Value::String(plain_hex(bytes))
}

pub fn plain_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

pub fn from_hex(text: &str) -> Vec<u8> {
    (0..text.len() / 2)
        .map(|at| u8::from_str_radix(&text[2 * at..2 * at + 2], 16).unwrap_or(0))
        .collect()
}

/// Bytes of a request's input.
pub fn input(request: &Value) -> Answer<Vec<u8>> {
    if let Some(text) = request["in"]["b64"].as_str() {
        return STANDARD.decode(text).map_err(|error| Trouble::Limit(format!("the request: {error}")));
    }
    let path = request["in"]["path"].as_str().unwrap_or("");
    std::fs::read(path).map_err(|error| Trouble::Limit(format!("{path}: {error}")))
}

/// Folder of a request's input.
pub fn folder(request: &Value) -> &str {
    request["in"]["dir"].as_str().unwrap_or("")
}

/// What a future of the crate gives; one worker beside this thread is enough for a table of a case.
pub fn wait_for<T>(future: impl Future<Output = Answer<T>>) -> Answer<T> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .map_err(|error| Trouble::Limit(format!("threads: {error}")))?;
    runtime.block_on(future)
}

fn answer(commands: Commands, request: &Value) -> Value {
    let mut told = Map::new();
    told.insert("seq".into(), request["seq"].clone());
    let mut kept = Vec::new();
    let command = request["cmd"].as_str().unwrap_or("").to_string();
    let outcome = catch_unwind(AssertUnwindSafe(|| -> Answer<Value> {
        match command.as_str() {
            "bye" => Ok(json!({})),
            _ => commands(&command, request, &mut kept),
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

/// Answer requests until there are no more.
pub fn run(commands: Commands) {
    std::panic::set_hook(Box::new(|_| {})); // a panic is reported in the answer
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.first().is_some_and(|first| first == "--once") && arguments.len() > 1 {
        std::process::exit(once(commands, &arguments));
    }
    let out = std::io::stdout();
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let request: Value = serde_json::from_str(&line).unwrap_or(Value::Null);
        let mut out = out.lock();
        let _ = writeln!(out, "{}", answer(commands, &request));
        let _ = out.flush();
        if request["cmd"] == "bye" {
            break;
        }
    }
}

fn once(commands: Commands, arguments: &[String]) -> i32 {
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
    let told = answer(commands, &json!({"seq": "0", "cmd": arguments[1], "args": args, "in": input}));
    println!("{told}");
    match told["answer"].as_str() {
        Some("value") => 0,
        Some("reject") => 1,
        Some("unsupported") => 3,
        Some("limit") => 4,
        _ => 5,
    }
}
