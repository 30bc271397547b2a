// SPDX-License-Identifier: Apache-2.0
//! Bytes in canonical form.

use serde_json::{json, Value};
use sha2::{Digest, Sha256};

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Hex, or a digest of more than 1,024 bytes.
pub fn canonical(bytes: &[u8]) -> Value {
    if bytes.len() <= 1024 {
        return hex(bytes).into();
    }
    json!({"$digest": {"len": bytes.len().to_string(), "sha256": hex(&Sha256::digest(bytes))}})
}

/// The text, or its bytes where they are not well-formed UTF-8.
pub fn canonical_text(bytes: &[u8]) -> Value {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => json!({"$utf8": hex(bytes)}),
    }
}
