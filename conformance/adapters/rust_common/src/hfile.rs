// SPDX-License-Identifier: Apache-2.0
//! HFiles through the crate's reader, which has one interface in hudi-core 0.5 and 0.6: cells of a file, and of given rows.

use hudi_core::hfile::{HFileError, HFileReader, KeyValue, SeekResult, Utf8Key};
use serde_json::{Value, json};

use crate::protocol::{Answer, Trouble, from_hex, hex};

const MAX_CELLS: usize = 5_000_000;
/// Key bytes: length of the row, row, length of the family, family, qualifier, timestamp, type.
const LEN_ROW_LENGTH: usize = 2;
const LEN_TIMESTAMP_TYPE: usize = 9;

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
pub fn cells(bytes: Vec<u8>, kept: &mut Vec<Value>) -> Answer<()> {
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
pub fn get(bytes: &[u8], args: &Value) -> Answer<Value> {
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
