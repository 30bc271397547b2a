//! Parsers of the binary formats that Apache Hudi persists, one module per grammar.
//!
//! The runtime of Kaitai Struct that they use is part of this crate: the official one is in no registry.
mod runtime;
pub use runtime::*;

include!(concat!(env!("OUT_DIR"), "/mod.rs"));
