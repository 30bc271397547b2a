// SPDX-License-Identifier: Apache-2.0
//! Adapter of the generated Rust parsers: JSON lines on the standard streams, or --once CMD with the bytes of a
//! file on standard input.

mod bytes;
mod json;
mod log_scan;
mod tree;
mod hudi_parsers {
    include!(concat!(env!("OUT_DIR"), "/mod.rs"));
}

use json::{map, Json};
use std::collections::BTreeMap;
use std::io::{self, BufRead, Read, Write};
use std::panic::{catch_unwind, AssertUnwindSafe};
use tree::No;

const COMMANDS: [&str; 4] = ["grammar.tree", "log.reverse", "log.salvage", "log.scan"];
const FEATURES: [&str; 5] = ["header-key.4", "header-key.5", "header-key.6", "header-key.7", "header-key.8"];

fn hello(suite: &str) -> Json {
    let words = |words: &[&str]| Json::List(words.iter().map(|word| (*word).into()).collect());
    map([
        ("protocol", Json::Number("1".into())),
        ("name", "kaitai-rust".into()),
        ("version", suite.into()),
        ("language", "rust".into()),
        ("homepage", "".into()),
        ("commands", words(&COMMANDS)),
        ("features", words(&FEATURES)),
        ("inputs", words(&["b64", "path"])),
    ])
}

fn input(given: &Json) -> Result<Vec<u8>, No> {
    if let Some(text) = given.get("b64").text() {
        return bytes::decode_base64(text).map_err(No::BadRequest);
    }
    match given.get("path").text() {
        Some(path) => std::fs::read(path).map_err(|error| No::BadRequest(error.to_string())),
        None => Err(No::BadRequest("the request has no input".into())),
    }
}

/// Members of the answer beside `seq`.
fn answer(request: &Json) -> Json {
    let command = request.get("cmd").text().unwrap_or("");
    let asked = || {
        if command == "hello" {
            return Ok((hello(request.get("suite").text().unwrap_or("")), None));
        }
        if command == "bye" {
            return Ok((map([]), None));
        }
        let data = input(request.get("in"))?;
        let file = log_scan::LogFile(&data);
        match command {
            "log.scan" => Ok(file.scan()),
            "log.reverse" => Ok(file.reverse()),
            "log.salvage" => Ok(file.salvage()),
            _ => tree::grammar_tree(data, request.get("args")).map(|value| (value, None)),
        }
    };
    if !["hello", "bye"].contains(&command) && !COMMANDS.contains(&command) {
        return map([("answer", "unsupported".into()), ("what", format!("command {command}").into())]);
    }
    match catch_unwind(AssertUnwindSafe(asked)) {
        Ok(Ok((value, None))) => map([("answer", "value".into()), ("value", value)]),
        Ok(Ok((value, Some(no)))) => {
            let refused = [("answer", "reject".into()), ("code", no.code.into()), ("message", no.message.into())];
            let mut said = BTreeMap::from(refused.map(|(key, text)| (key.to_string(), text)));
            said.insert("partial".into(), value);
            said.extend(no.at.map(|ofs| ("at".to_string(), ofs.to_string().into())));
            Json::Map(said)
        }
        Ok(Err(No::Refused(code, message))) => {
            map([("answer", "reject".into()), ("code", code.into()), ("message", message.into())])
        }
        Ok(Err(No::BadRequest(message))) => map([("answer", "error".into()), ("message", message.into())]),
        Err(_) => map([("answer", "error".into()), ("message", "it panicked, see stderr".into())]),
    }
}

/// The line that answers a line; the command; the kind of answer.
fn respond(line: &str) -> (String, String, String) {
    let parsed = Json::parse(line).and_then(|request| match request {
        Json::Map(_) => Ok(request),
        _ => Err("the request is no object".to_string()),
    });
    let (seq, command, said) = match &parsed {
        Ok(request) => (request.get("seq").text().unwrap_or("0"), request.get("cmd").text().unwrap_or(""), answer(request)),
        Err(message) => ("0", "", map([("answer", "error".into()), ("message", message.as_str().into())])),
    };
    let kind = said.get("answer").text().unwrap_or("").to_string();
    let mut printed = String::new();
    if let Json::Map(mut members) = said {
        members.insert("seq".into(), seq.into());
        Json::Map(members).print(&mut printed);
    }
    printed.push('\n');
    (printed, command.to_string(), kind)
}

fn once(words: &[String]) -> io::Result<i32> {
    let mut data = Vec::new();
    io::stdin().read_to_end(&mut data)?;
    let args = match words {
        [_, option, args] if option == "--args" => Json::parse(args).unwrap_or(Json::Null),
        _ => map([]),
    };
    // the file goes by way of a path, so that there is one way to answer
    let path = std::env::temp_dir().join(format!("kaitai-rust-{}", std::process::id()));
    std::fs::write(&path, data)?;
    let source = map([("path", path.to_string_lossy().into_owned().into())]);
    let mut line = String::new();
    map([("cmd", words[0].as_str().into()), ("in", source), ("args", args)]).print(&mut line);
    let (printed, _, kind) = respond(&line);
    std::fs::remove_file(&path)?;
    print!("{printed}");
    let kinds = [("value", 0), ("reject", 1), ("unsupported", 3), ("limit", 4)];
    Ok(kinds.iter().find(|(name, _)| *name == kind).map_or(5, |(_, code)| *code))
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
        let (printed, command, _) = respond(&line);
        let mut out = io::stdout().lock();
        out.write_all(printed.as_bytes())?;
        out.flush()?;
        if command == "bye" {
            break;
        }
    }
    Ok(())
}
