// SPDX-License-Identifier: Apache-2.0
//! Framing of log files: what the generated parser cannot say stands here, the frame check and the resync.

use crate::bytes::canonical_text;
use crate::hudi_parsers::checks::CHECKS;
use crate::hudi_parsers::hudi_log_block::{HudiLogBlock_BlockType as BlockType, HudiLogBlock_HeaderKey as HeaderKey};
use crate::hudi_parsers::hudi_log_index::HudiLogIndex_Frame as Frame;
use kaitai::{BytesReader, KError, KResult, KStream, KStruct, KStructUnit, OptRc};
use serde_json::{json, Map, Value};

const MAGIC: &[u8] = b"#HUDI#";
const LEN_HEAD: usize = 14;
const LEN_TRAILING: usize = 8;
const GRAMMARS: [&str; 2] = ["hudi_log_index", "hudi_log_block"];
const KEYS: [&str; 9] = [
    "INSTANT_TIME", "TARGET_INSTANT_TIME", "SCHEMA", "COMMAND_BLOCK_TYPE", "COMPACTED_BLOCK_TIMES",
    "RECORD_POSITIONS", "BLOCK_IDENTIFIER", "IS_PARTIAL", "BASE_FILE_INSTANT_TIME_OF_RECORD_POSITIONS",
];

/// Bytes that break a rule, and where if that is known.
pub struct Reject {
    pub code: &'static str,
    pub at: Option<usize>,
    pub message: String,
}

struct Block {
    ofs: usize,
    end: usize,
    is_corrupt: bool,
    shown: Value,
}

/// Blocks in canonical form up to the end, or up to what stopped it.
pub type Found = (Value, Option<Reject>);

fn reject(code: &'static str, at: usize, message: &str) -> Reject {
    Reject { code, at: Some(at), message: message.to_string() }
}

fn shown((blocks, stop): (Vec<Block>, Option<Reject>)) -> Found {
    (json!({"blocks": blocks.into_iter().map(|block| block.shown).collect::<Vec<_>>()}), stop)
}

pub struct LogFile<'a>(pub &'a [u8]);

impl LogFile<'_> {
    pub fn scan(&self) -> Found {
        shown(self.blocks())
    }

    fn blocks(&self) -> (Vec<Block>, Option<Reject>) {
        let (mut blocks, mut pos) = (Vec::new(), 0);
        while self.0.len() - pos >= MAGIC.len() {
            if !self.holds(pos) {
                return (blocks, Some(reject("bad-magic", pos, "no magic opens the block")));
            }
            let block = if self.is_consistent(pos, true) {
                match self.read_block(pos) {
                    Ok(block) => block,
                    Err(no) => return (blocks, Some(no)),
                }
            } else {
                corrupt(pos, self.find(pos + MAGIC.len()))
            };
            pos = block.end;
            blocks.push(block);
        }
        (blocks, None)
    }

    /// Blocks of an intact file, last to first.
    pub fn reverse(&self) -> Found {
        let (mut blocks, mut end) = (Vec::new(), self.0.len());
        while end > 0 {
            match self.find_previous(end).and_then(|start| self.read_block(start)) {
                Ok(block) => {
                    end = block.ofs;
                    blocks.push(block);
                }
                Err(no) => return shown((blocks, Some(no))),
            }
        }
        shown((blocks, None))
    }

    /// Intact blocks that a scan does not list, in file order.
    pub fn salvage(&self) -> Found {
        let (scanned, stop) = self.blocks();
        // covered: end of the last salvaged block, a magic inside it starts no block
        let (mut found, mut pos, mut covered) = (Vec::new(), 0, 0);
        for block in scanned {
            pos = block.end;
            if block.is_corrupt && block.ofs >= covered {
                if let Some(intact) = self.read_intact(block.ofs) {
                    covered = intact.end;
                    found.push(intact);
                }
            }
        }
        pos = self.find(pos.max(covered));
        while stop.is_some() && pos < self.0.len() {
            let next = match self.read_intact(pos) {
                Some(block) => {
                    let end = block.end;
                    found.push(block);
                    end
                }
                // a whole frame, refused inside
                None if self.is_consistent(pos, true) => pos + LEN_HEAD + self.s8(pos + MAGIC.len()) as usize,
                None => pos + MAGIC.len(),
            };
            pos = self.find(next);
        }
        shown((found, None))
    }

    fn holds(&self, ofs: usize) -> bool {
        self.0[ofs..].starts_with(MAGIC)
    }
    fn s8(&self, ofs: usize) -> i64 {
        self.0[ofs..ofs + 8].iter().fold(0, |value, byte| value << 8 | i64::from(*byte))
    }
    /// Offset of the first magic, or the size of the file.
    fn find(&self, ofs: usize) -> usize {
        let found = self.0[ofs..].windows(MAGIC.len()).position(|window| window == MAGIC);
        found.map_or(self.0.len(), |found| ofs + found)
    }

    /// Whether the frame of the block at a magic holds together; `next_magic`: and a magic or the end follows.
    fn is_consistent(&self, pos: usize, next_magic: bool) -> bool {
        if self.0.len() - pos < LEN_HEAD {
            return false;
        }
        let len_block = self.s8(pos + MAGIC.len());
        if len_block < LEN_TRAILING as i64 || len_block > (self.0.len() - pos - LEN_HEAD) as i64 {
            return false;
        }
        let end = pos + LEN_HEAD + len_block as usize;
        self.s8(end - LEN_TRAILING) == len_block + MAGIC.len() as i64
            && (!next_magic || self.0.len() - end < MAGIC.len() || self.holds(end))
    }

    fn read_intact(&self, ofs: usize) -> Option<Block> {
        if self.is_consistent(ofs, false) { self.read_block(ofs).ok() } else { None }
    }

    /// Takes the block at `pos` apart, whose frame is consistent.
    fn read_block(&self, pos: usize) -> Result<Block, Reject> {
        let end = pos + LEN_HEAD + self.s8(pos + MAGIC.len()) as usize;
        let io = BytesReader::from(self.0[pos..end].to_vec());
        let parsed = parse(&io, pos, end).map_err(|error| explain(&error, pos + io.pos()))?;
        parsed.map(|shown| Block { ofs: pos, end, is_corrupt: false, shown })
    }

    fn find_previous(&self, end: usize) -> Result<usize, Reject> {
        let Some(ofs_trailing) = end.checked_sub(LEN_TRAILING) else {
            return Err(reject("truncated", 0, "no room for a trailing length"));
        };
        let trailing = self.s8(ofs_trailing);
        if trailing < LEN_HEAD as i64 || trailing > ofs_trailing as i64 {
            return Err(reject("offset-out-of-range", ofs_trailing, "trailing length"));
        }
        let start = ofs_trailing - trailing as usize;
        if !self.holds(start) {
            return Err(reject("bad-magic", start, "no magic where the trailing length points"));
        }
        if self.s8(start + MAGIC.len()) != trailing - MAGIC.len() as i64 {
            return Err(reject("length-mismatch", start + MAGIC.len(), "block size and trailing length"));
        }
        Ok(start)
    }
}

fn span(ofs: usize, len: usize) -> Value {
    json!({"ofs": ofs.to_string(), "len": len.to_string()})
}

fn corrupt(ofs: usize, end: usize) -> Block {
    let content = span(ofs + MAGIC.len(), end - ofs - MAGIC.len());
    let shown = json!({
        "kind": "CORRUPT_BLOCK", "ofs": ofs.to_string(), "len": (end - ofs).to_string(),
        "header": {}, "content": content, "footer": {},
    });
    Block { ofs, end, is_corrupt: true, shown }
}

/// The block as log.scan shows it. Enums are checked here, since the generated parser does not.
fn parse(io: &BytesReader, pos: usize, end: usize) -> KResult<Result<Value, Reject>> {
    let frame: OptRc<Frame> = KStructUnit::read_into(io, None, None)?;
    let kind = match &*frame.block_type() {
        BlockType::Command => "COMMAND_BLOCK",
        BlockType::Delete => "DELETE_BLOCK",
        BlockType::AvroData => "AVRO_DATA_BLOCK",
        BlockType::HfileData => "HFILE_DATA_BLOCK",
        BlockType::ParquetData => "PARQUET_DATA_BLOCK",
        BlockType::CdcData => "CDC_DATA_BLOCK",
        BlockType::Unknown(_) => return Ok(Err(reject("bad-type", pos + LEN_HEAD + 4, "no such block type"))),
    };
    let (mut header, mut ofs) = (Map::new(), pos + LEN_HEAD + 12);
    for entry in frame.header().entries().iter() {
        if let HeaderKey::Unknown(_) = &*entry.key() {
            return Ok(Err(reject("bad-type", ofs, "no such header key")));
        }
        ofs += 8 + entry.value().len();
        header.insert(KEYS[i64::from(&*entry.key()) as usize].to_string(), canonical_text(&entry.value()));
    }
    let mut footer = Map::new();
    for entry in frame.footer()?.entries().iter() {
        footer.insert(format!("#{}", entry.key()), canonical_text(&entry.value()));
    }
    let content = span(pos + *frame.ofs_content()? as usize, *frame.len_content() as usize);
    Ok(Ok(json!({
        "kind": kind, "ofs": pos.to_string(), "len": (end - pos).to_string(),
        "format_version": *frame.format_version(),
        "header": header, "content": content, "footer": footer,
    })))
}

/// `at`: position in the file after the field whose check failed.
fn explain(error: &KError, at: usize) -> Reject {
    let KError::ValidationFailed(failed) = error else {
        return Reject { code: "truncated", at: None, message: format!("{error:?}") };
    };
    let mut known = CHECKS.iter().filter(|table| GRAMMARS.contains(&table.0)).flat_map(|table| table.1);
    let found = known.find(|(path, _)| *path == failed.src_path);
    let (code, width) = found.map_or(("truncated", 0), |(_, check)| (check.code, check.width));
    reject(code, at - width, &failed.src_path)
}
