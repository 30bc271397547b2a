// SPDX-License-Identifier: Apache-2.0
//! Command grammar.tree: everything that a generated parser read, by the names of the grammar.

use crate::bytes;
use crate::hudi_parsers::*;
use kaitai::{BytesReader, KError, KResult, KStream, KStruct, KStructUnit, OptRc};
use serde_json::{json, Map, Value};

/// The canonical form of a value; null where it is absent.
pub trait Show {
    fn show(&self) -> KResult<Value>;
}

/// A generated type, which hands over its fields.
pub trait Struct {
    fn members(&self, to: &mut Members) -> KResult<()>;
}

/// Members of one object; what is zero or empty is left out: Rust does not tell it from absent.
#[derive(Default)]
pub struct Members(Map<String, Value>);

impl Members {
    pub fn put<T: Show>(&mut self, name: &str, value: &T) -> KResult<()> {
        let shown = value.show()?;
        let is_zero = match &shown {
            Value::Null | Value::Bool(false) => true,
            Value::String(text) => text.is_empty() || text == "0",
            Value::Array(items) => items.is_empty(),
            other => other["$f8"] == "0000000000000000",
        };
        if !is_zero {
            self.0.insert(name.to_string(), shown);
        }
        Ok(())
    }

    /// A list of single bytes, which has the type of a run of bytes.
    pub fn put_list(&mut self, name: &str, value: &[u8]) -> KResult<()> {
        self.put(name, &value.iter().map(|byte| u16::from(*byte)).collect::<Vec<u16>>())
    }
}

macro_rules! integers {
    ($($type:ty)*) => {
        $(
            impl Show for $type {
                fn show(&self) -> KResult<Value> {
                    Ok((*self as i64).to_string().into())
                }
            }
            // a Vec<u8> is bytes
            impl ShowItem for $type {}
        )*
    };
}
trait ShowItem: Show {}
integers!(i8 u16 i32 u32 i64 u64);
impl Show for u8 {
    fn show(&self) -> KResult<Value> {
        Ok(self.to_string().into())
    }
}
impl<T: Struct> ShowItem for OptRc<T> {}
impl<T: ShowItem> Show for Vec<T> {
    fn show(&self) -> KResult<Value> {
        Ok(Value::Array(self.iter().map(Show::show).collect::<KResult<_>>()?))
    }
}
impl Show for Vec<u8> {
    fn show(&self) -> KResult<Value> {
        Ok(bytes::canonical(self))
    }
}
impl Show for String {
    fn show(&self) -> KResult<Value> {
        Ok(bytes::canonical(self.as_bytes()))
    }
}
impl Show for bool {
    fn show(&self) -> KResult<Value> {
        Ok(Value::Bool(*self))
    }
}
impl Show for f32 {
    fn show(&self) -> KResult<Value> {
        f64::from(*self).show()
    }
}
impl Show for f64 {
    fn show(&self) -> KResult<Value> {
        let digits = if self.is_nan() { "NaN".to_string() } else { format!("{:016x}", self.to_bits()) };
        Ok(json!({"$f8": digits}))
    }
}
impl<T: Show> Show for Option<T> {
    fn show(&self) -> KResult<Value> {
        self.as_ref().map_or(Ok(Value::Null), Show::show)
    }
}
impl<T: Struct> Show for OptRc<T> {
    fn show(&self) -> KResult<Value> {
        if self.is_none() {
            return Ok(Value::Null);
        }
        let mut members = Members::default();
        (**self).members(&mut members)?;
        Ok(Value::Object(members.0))
    }
}

fn parse<T: KStruct + Struct>(io: &BytesReader, init: &dyn Fn(&mut T)) -> KResult<Value> {
    KStructUnit::read_into_with_init::<_, T>(io, None, None, &|fresh| {
        init(fresh);
        Ok(())
    })?
    .show()
}

fn plain<T: KStruct + Struct>(io: &BytesReader) -> KResult<Value> {
    parse::<T>(io, &|_| ())
}

/// Why there is no tree.
pub enum No {
    Refused(&'static str, String),
    BadRequest(String),
}

pub fn grammar_tree(data: Vec<u8>, args: &Value) -> Result<Value, No> {
    let io = BytesReader::from(data);
    let name = args["grammar"].as_str().unwrap_or("");
    let params: Vec<i64> = args["params"].as_array().map_or(vec![], |params| params.iter().map(number).collect());
    let tree = match (name, params.as_slice()) {
        ("avro_container", []) => plain::<avro_container::AvroContainer>(&io),
        ("avro_long", []) => plain::<avro_long::AvroLong>(&io),
        ("hadoop_vlong", []) => plain::<hadoop_vlong::HadoopVlong>(&io),
        ("hfile", []) => plain::<hfile::Hfile>(&io),
        ("hfile_block", [a, b]) => parse::<hfile_block::HfileBlock>(&io, &|it| it.set_params(*a != 0, *b)),
        ("hfile_block_header", [a, b]) => {
            parse::<hfile_block_header::HfileBlockHeader>(&io, &|it| it.set_params(*a != 0, *b))
        }
        ("hfile_bloom_meta", []) => plain::<hfile_bloom_meta::HfileBloomMeta>(&io),
        ("hfile_data_block", [a, b]) => {
            parse::<hfile_data_block::HfileDataBlock>(&io, &|it| it.set_params(*a != 0, *b != 0))
        }
        ("hfile_encoded_block", [a, b]) => {
            parse::<hfile_encoded_block::HfileEncodedBlock>(&io, &|it| it.set_params(*a != 0, *b != 0))
        }
        ("hfile_file_info", []) => plain::<hfile_file_info::HfileFileInfo>(&io),
        ("hfile_file_info_old", []) => plain::<hfile_file_info_old::HfileFileInfoOld>(&io),
        ("hfile_key", []) => plain::<hfile_key::HfileKey>(&io),
        ("hfile_kv_slices", []) => plain::<hfile_kv_slices::HfileKvSlices>(&io),
        ("hfile_leaf_index", []) => plain::<hfile_leaf_index::HfileLeafIndex>(&io),
        ("hfile_root_index", [a, b]) => {
            parse::<hfile_root_index::HfileRootIndex>(&io, &|it| it.set_params(*a as i32, *b != 0))
        }
        ("hfile_tags", []) => plain::<hfile_tags::HfileTags>(&io),
        ("hfile_trailer", [a, b]) => {
            parse::<hfile_trailer::HfileTrailer>(&io, &|it| it.set_params(*a as i32, *b as i32))
        }
        ("hudi_archive_file", []) => plain::<hudi_archive_file::HudiArchiveFile>(&io),
        ("hudi_bloom_filter", []) => plain::<hudi_bloom_filter::HudiBloomFilter>(&io),
        ("hudi_bloom_filter_dynamic", []) => plain::<hudi_bloom_filter_dynamic::HudiBloomFilterDynamic>(&io),
        ("hudi_delete_content", []) => plain::<hudi_delete_content::HudiDeleteContent>(&io),
        ("hudi_delete_kryo", [a]) => parse::<hudi_delete_kryo::HudiDeleteKryo>(&io, &|it| it.set_params(*a as i32)),
        ("hudi_delete_record_list", []) => plain::<hudi_delete_record_list::HudiDeleteRecordList>(&io),
        ("hudi_log_avro_content", []) => plain::<hudi_log_avro_content::HudiLogAvroContent>(&io),
        ("hudi_log_block", []) => plain::<hudi_log_block::HudiLogBlock>(&io),
        ("hudi_log_file", []) => plain::<hudi_log_file::HudiLogFile>(&io),
        ("hudi_log_index", []) => plain::<hudi_log_index::HudiLogIndex>(&io),
        ("hudi_record_positions", []) => plain::<hudi_record_positions::HudiRecordPositions>(&io),
        ("varint", []) => plain::<varint::Varint>(&io),
        _ => return Err(No::BadRequest(format!("no grammar {name} with {} parameters", params.len()))),
    };
    let tree = tree.map_err(|error| refusal(&error))?;
    Ok(json!({"end": io.pos().to_string(), "tree": tree}))
}

fn number(param: &Value) -> i64 {
    match param {
        Value::Bool(flag) => i64::from(*flag),
        Value::Number(number) => number.as_i64().unwrap_or(0),
        _ => 0,
    }
}

pub fn refusal(error: &KError) -> No {
    match error {
        KError::ValidationFailed(failed) => No::Refused("bad-value", failed.src_path.clone()),
        KError::Eof { requested, available } => {
            No::Refused("truncated", format!("{requested} bytes of {available} that are left"))
        }
        other => No::Refused("bad-value", format!("{other:?}")),
    }
}
