// SPDX-License-Identifier: Apache-2.0
//! A complete adapter to copy: it parses names of log files.
//! To make it yours: change `hello`, write one function a command, and list it in `ask`.

use base64::{engine::general_purpose::STANDARD, Engine};
use serde_json::{json, Map, Value};
use std::io::{self, BufRead, Write};
use std::panic::{catch_unwind, AssertUnwindSafe};

/// Why there is no value. Put it into `Err`; a panic is answered `error`.
enum No {
    /// The input breaks a rule: code, message, byte offset of the field, what was read before it.
    Refused(&'static str, String, Option<u64>, Option<Value>),
    /// A command or a part of the format that your reader does not do.
    Unsupported(String),
    /// Your reader fell over, but returned: it is not a judgement on the input.
    Broken(String),
}

/// Take the name of a log file apart; the value has the form that views.schema.json asks for.
fn name_parse(_data: &[u8], args: &Value) -> Result<Value, No> {
    let pattern = r"^\.([^._]+)_([^.]*)\.(log|archive)\.([0-9]+)(?:_([0-9]+-[0-9]+-[0-9]+)(\.cdc)?)?$";
    let refused = || No::Refused("bad-value", "not the name of a log file".into(), None, None);
    let name = args["name"].as_str().ok_or_else(|| No::Broken("no name is given".into()))?;
    let pattern = regex::Regex::new(pattern).map_err(|error| No::Broken(error.to_string()))?;
    let found = pattern.captures(name).ok_or_else(refused)?;
    let group = |index: usize| found.get(index).map(|text| text.as_str());
    let version: i32 = found[4].parse().map_err(|_| refused())?;
    Ok(json!({
        "file_id": group(1), "instant": group(2), "extension": group(3), "file_version": version,
        "write_token": group(5), "suffix": group(6).unwrap_or(""),
    }))
}

fn hello() -> Value {
    json!({
        "protocol": 1, "name": "my-reader", "version": "0.1.0", "language": "rust",
        "homepage": "https://example.org/my-reader", "commands": ["name.parse"],
        "features": ["file-name.cdc"], "inputs": ["b64", "path"],
    })
}

fn ask(request: &Value) -> Result<Value, No> {
    let data = || read_input(&request["in"]);
    match request["cmd"].as_str().unwrap_or("") {
        "hello" => Ok(hello()),
        "bye" => Ok(json!({})),
        "name.parse" => name_parse(&data()?, &request["args"]),
        other => Err(No::Unsupported(format!("command {other}"))),
    }
}

/// The input bytes; commands about names have none.
fn read_input(given: &Value) -> Result<Vec<u8>, No> {
    match given["path"].as_str() {
        Some(path) => std::fs::read(path).map_err(|error| No::Broken(error.to_string())),
        None => STANDARD
            .decode(given["b64"].as_str().unwrap_or(""))
            .map_err(|error| No::Broken(error.to_string())),
    }
}

/// The answer to one request. A panic is an `error`, never a dead process.
fn answer(request: &Value) -> Value {
    let mut said = Map::new();
    said.insert("seq".into(), request["seq"].clone());
    let members = match catch_unwind(AssertUnwindSafe(|| ask(request))) {
        Ok(Ok(value)) => json!({"answer": "value", "value": value}),
        Ok(Err(No::Unsupported(what))) => json!({"answer": "unsupported", "what": what}),
        Ok(Err(No::Broken(message))) => json!({"answer": "error", "message": message}),
        Ok(Err(No::Refused(code, message, at, partial))) => {
            let place = at.map(|ofs| ("at", json!(ofs.to_string())));
            let before = partial.map(|value| ("partial", value));
            said.extend([place, before].into_iter().flatten().map(|(key, value)| (key.to_string(), value)));
            json!({"answer": "reject", "code": code, "message": message})
        }
        Err(_) => json!({"answer": "error", "message": "it panicked, see stderr"}),
    };
    said.extend(members.as_object().cloned().unwrap_or_default());
    Value::Object(said)
}

fn main() -> io::Result<()> {
    for line in io::stdin().lock().lines() {
        let request: Value = serde_json::from_str(&line?)?;
        println!("{}", answer(&request)); // one line
        io::stdout().flush()?; // sent at once
        if request["cmd"] == "bye" {
            break;
        }
    }
    Ok(())
}
