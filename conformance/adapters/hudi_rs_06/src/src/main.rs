// SPDX-License-Identifier: Apache-2.0
//! Tables, metadata tables and HFiles through hudi-rs, one JSON object a line. `table.rows`, `metadata.rows`,
//! `metadata.locations` and `metadata.ranges` are not of the protocol: the suite's Python module `hudi_rs_06` makes
//! canonical answers of them.

mod metadata;
mod table;
mod writer;
#[path = "common/hfile.rs"]
mod hfile;
#[path = "common/listing.rs"]
mod listing;
#[path = "common/protocol.rs"]
mod protocol;

use arrow::datatypes::Schema;
use hudi_core::error::CoreError;
use serde_json::{Value, json};

use protocol::{Answer, Trouble, folder, input, wait_for};

const VERSION: &str = "0.6.0-rc.1";
const COMMANDS: [&str; 8] = [
    "table.read", "table.write", "hfile.cells", "hfile.get", "metadata.files", "metadata.locate", "metadata.key",
    "metadata.possible",
];
const FEATURES: [&str; 8] = [
    "content.avro", "content.delete.v3", "content.parquet", "content.hfile",
    "hfile.version.3", "hfile.codec.gz", "hfile.index.levels", "rows.filter",
];
/// Messages of the crate for unsupported operations; the last one is about table versions.
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

fn commands(command: &str, request: &Value, kept: &mut Vec<Value>) -> Answer<Value> {
    let args = &request["args"];
    match command {
        "hello" => Ok(json!({
            "protocol": 1, "name": "hudi-rs", "version": VERSION, "language": "rust",
            "homepage": "https://github.com/apache/hudi-rs", "commands": COMMANDS, "features": FEATURES,
            "inputs": ["b64", "path", "dir"],
        })),
        "hfile.cells" => hfile::cells(input(request)?, kept).map(|()| json!({"cells": kept})),
        "hfile.get" => hfile::get(&input(request)?, args),
        "table.rows" => wait_for(table::rows(folder(request), args)),
        "table.write" => writer::write(&args["write"]),
        "metadata.files" => wait_for(listing::listing(folder(request), args)),
        "metadata.rows" => wait_for(metadata::rows(folder(request), args)),
        "metadata.locations" => wait_for(metadata::locations(folder(request), args)),
        "metadata.key" => metadata::key(args),
        "metadata.ranges" => metadata::ranges(&input(request)?),
        _ => Err(Trouble::Unsupported(format!("command {command}"))),
    }
}

fn main() {
    protocol::run(commands);
}
