// SPDX-License-Identifier: Apache-2.0
//! Adapter of the generated Rust parsers: JSON lines on the standard streams, or --once CMD with the bytes of a
//! file on standard input.

mod bytes;
mod log_scan;
mod tree;
mod hudi_parsers {
    include!(concat!(env!("OUT_DIR"), "/mod.rs"));
}

use base64::{engine::general_purpose::STANDARD, Engine};
use serde_json::{json, Value};
use std::io::{self, BufRead, Read, Write};
use std::panic::{catch_unwind, AssertUnwindSafe};
use tree::No;

const COMMANDS: [&str; 4] = ["grammar.tree", "log.reverse", "log.salvage", "log.scan"];
const FEATURES: [&str; 5] = ["header-key.4", "header-key.5", "header-key.6", "header-key.7", "header-key.8"];

fn hello(suite: &str) -> Value {
    json!({
        "protocol": 1, "name": "kaitai-rust", "version": suite, "language": "rust", "homepage": "",
        "commands": COMMANDS, "features": FEATURES, "inputs": ["b64", "path"],
    })
}

fn input(given: &Value) -> Result<Vec<u8>, No> {
    if let Some(text) = given["b64"].as_str() {
        return STANDARD.decode(text).map_err(|error| No::BadRequest(error.to_string()));
    }
    match given["path"].as_str() {
        Some(path) => std::fs::read(path).map_err(|error| No::BadRequest(error.to_string())),
        None => Err(No::BadRequest("the request has no input".into())),
    }
}

/// Members of the answer except `seq`.
fn answer(request: &Value) -> Value {
    let command = request["cmd"].as_str().unwrap_or("");
    let asked = || {
        if command == "hello" {
            return Ok((hello(request["suite"].as_str().unwrap_or("")), None));
        }
        if command == "bye" {
            return Ok((json!({}), None));
        }
        let data = input(&request["in"])?;
        let file = log_scan::LogFile(&data);
        match command {
            "log.scan" => Ok(file.scan()),
            "log.reverse" => Ok(file.reverse()),
            "log.salvage" => Ok(file.salvage()),
            _ => tree::grammar_tree(data, &request["args"]).map(|value| (value, None)),
        }
    };
    if !["hello", "bye"].contains(&command) && !COMMANDS.contains(&command) {
        return json!({"answer": "unsupported", "what": format!("command {command}")});
    }
    match catch_unwind(AssertUnwindSafe(asked)) {
        Ok(Ok((value, None))) => json!({"answer": "value", "value": value}),
        Ok(Ok((value, Some(no)))) => {
            let mut refused = json!({"answer": "reject", "code": no.code, "message": no.message, "partial": value});
            if let Some(ofs) = no.at {
                refused["at"] = ofs.to_string().into();
            }
            refused
        }
        Ok(Err(No::Refused(code, message))) => json!({"answer": "reject", "code": code, "message": message}),
        Ok(Err(No::BadRequest(message))) => json!({"answer": "error", "message": message}),
        Err(_) => json!({"answer": "error", "message": "it panicked, see stderr"}),
    }
}

/// The answer to a line, and the command.
fn respond(line: &str) -> (Value, String) {
    let request = match serde_json::from_str::<Value>(line) {
        Ok(request) if request.is_object() => request,
        Ok(_) => return (json!({"seq": "0", "answer": "error", "message": "the request is not an object"}), String::new()),
        Err(error) => return (json!({"seq": "0", "answer": "error", "message": error.to_string()}), String::new()),
    };
    let mut members = answer(&request);
    members["seq"] = request["seq"].as_str().unwrap_or("0").into();
    (members, request["cmd"].as_str().unwrap_or("").to_string())
}

fn once(words: &[String]) -> io::Result<i32> {
    let mut data = Vec::new();
    io::stdin().read_to_end(&mut data)?;
    let args = match words {
        [_, option, args] if option == "--args" => serde_json::from_str(args).unwrap_or(Value::Null),
        _ => json!({}),
    };
    let mut members = answer(&json!({"cmd": words[0], "in": {"b64": STANDARD.encode(data)}, "args": args}));
    members["seq"] = "0".into();
    println!("{members}");
    let kinds = [("value", 0), ("reject", 1), ("unsupported", 3), ("limit", 4)];
    Ok(kinds.iter().find(|(name, _)| members["answer"] == *name).map_or(5, |(_, code)| *code))
}

fn main() -> io::Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words.len() > 1 && words[0] == "--once" {
        std::process::exit(once(&words[1..])?);
    }
    for line in io::stdin().lock().split(b'\n') {
        let line = String::from_utf8_lossy(&line?).into_owned();
        if line.trim().is_empty() {
            continue;
        }
        let (members, command) = respond(&line);
        let mut out = io::stdout().lock();
        writeln!(out, "{members}")?;
        out.flush()?;
        if command == "bye" {
            break;
        }
    }
    Ok(())
}
