// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

#![allow(unused_imports)]
#![allow(non_snake_case)]
#![allow(non_camel_case_types)]
#![allow(irrefutable_let_patterns)]
#![allow(unused_comparisons)]

extern crate kaitai;
use kaitai::*;
use std::convert::{TryFrom, TryInto};
use std::cell::{Ref, Cell, RefCell};
use std::rc::{Rc, Weak};
use super::hfile_root_index::HfileRootIndex;
use super::hadoop_vlong::HadoopVlong;

/**
 * Payload of `BLMFMET2` and `DFBLMET2`: numbers of a Bloom filter in several
 * chunks, and an index of the chunks, which are the payloads of `BLMFBLK2`.
 * \sa https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/CompoundBloomFilter.java Source
 */

#[derive(Default, Debug, Clone)]
pub struct HfileBloomMeta {
    pub _root: SharedType<HfileBloomMeta>,
    pub _parent: SharedType<HfileBloomMeta>,
    pub _self: SharedType<Self>,
    version: RefCell<i32>,
    len_chunks: RefCell<i64>,
    num_hashes: RefCell<i32>,
    hash_type: RefCell<HfileBloomMeta_HashType>,
    num_keys: RefCell<i64>,
    num_keys_max: RefCell<i64>,
    num_chunks: RefCell<i32>,
    len_comparator: RefCell<OptRc<HadoopVlong>>,
    check_len_comparator: RefCell<Vec<u8>>,
    comparator: RefCell<Vec<u8>>,
    index: RefCell<OptRc<HfileRootIndex>>,
    _io: RefCell<BytesReader>,
}
impl KStruct for HfileBloomMeta {
    type Root = HfileBloomMeta;
    type Parent = HfileBloomMeta;

    fn read<S: KStream>(
        self_rc: &OptRc<Self>,
        _io: &S,
        _root: SharedType<Self::Root>,
        _parent: SharedType<Self::Parent>,
    ) -> KResult<()> {
        *self_rc._io.borrow_mut() = _io.clone();
        self_rc._root.set(_root.get());
        self_rc._parent.set(_parent.get());
        self_rc._self.set(Ok(self_rc.clone()));
        let _rrc = self_rc._root.get_value().borrow().upgrade();
        let _prc = self_rc._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        *self_rc.version.borrow_mut() = _io.read_s4be()?.into();
        if !(((*self_rc.version() as i32) == (3 as i32))) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::NotEqual, src_path: "/seq/0".to_string() }));
        }
        *self_rc.len_chunks.borrow_mut() = _io.read_s8be()?.into();
        if !(((*self_rc.len_chunks() as i64) >= (0 as i64))) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::LessThan, src_path: "/seq/1".to_string() }));
        }
        *self_rc.num_hashes.borrow_mut() = _io.read_s4be()?.into();
        if !(((*self_rc.num_hashes() as i32) >= (0 as i32))) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::LessThan, src_path: "/seq/2".to_string() }));
        }
        *self_rc.hash_type.borrow_mut() = (_io.read_s4be()? as i64).try_into()?;
        *self_rc.num_keys.borrow_mut() = _io.read_s8be()?.into();
        if !(((*self_rc.num_keys() as i64) >= (0 as i64))) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::LessThan, src_path: "/seq/4".to_string() }));
        }
        *self_rc.num_keys_max.borrow_mut() = _io.read_s8be()?.into();
        if !(((*self_rc.num_keys_max() as i64) >= (0 as i64))) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::LessThan, src_path: "/seq/5".to_string() }));
        }
        *self_rc.num_chunks.borrow_mut() = _io.read_s4be()?.into();
        let _tmpa = *self_rc.num_chunks();
        if !( ((((_tmpa as i32) >= (0 as i32))) && ((((_tmpa as i64) as i64) * (13 as i64)) <= (((_io.size() as i64) as i64) - ((_io.pos() as i64) as i64)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/seq/6".to_string() }));
        }
        let t = Self::read_into::<_, HadoopVlong>(&*_io, None, None)?.into();
        *self_rc.len_comparator.borrow_mut() = t;
        *self_rc.check_len_comparator.borrow_mut() = _io.read_bytes(0 as usize)?.into();
        let _tmpa = *self_rc.check_len_comparator();
        if !( ((((_tmpa.len() as i32) == (0 as i32))) && (((*self_rc.len_comparator().value()? as i64) >= (0 as i64))) && (((*self_rc.len_comparator().value()? as i32) <= ((((_io.size() as i64) as i64) - ((_io.pos() as i64) as i64)) as i32)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/seq/8".to_string() }));
        }
        *self_rc.comparator.borrow_mut() = _io.read_bytes(*self_rc.len_comparator().value()? as usize)?.into();
        let f = |t : &mut HfileRootIndex| Ok(t.set_params((*self_rc.num_chunks()).try_into().map_err(|_| KError::CastError)?, false));
        let t = Self::read_into_with_init::<_, HfileRootIndex>(&*_io, None, None, &f)?.into();
        *self_rc.index.borrow_mut() = t;
        Ok(())
    }
}
impl HfileBloomMeta {
}
impl HfileBloomMeta {
    pub fn version(&self) -> Ref<'_, i32> {
        self.version.borrow()
    }
}

/**
 * Bytes of all chunks.
 */
impl HfileBloomMeta {
    pub fn len_chunks(&self) -> Ref<'_, i64> {
        self.len_chunks.borrow()
    }
}
impl HfileBloomMeta {
    pub fn num_hashes(&self) -> Ref<'_, i32> {
        self.num_hashes.borrow()
    }
}
impl HfileBloomMeta {
    pub fn hash_type(&self) -> Ref<'_, HfileBloomMeta_HashType> {
        self.hash_type.borrow()
    }
}

/**
 * Number of added keys.
 */
impl HfileBloomMeta {
    pub fn num_keys(&self) -> Ref<'_, i64> {
        self.num_keys.borrow()
    }
}

/**
 * Number of keys for which the filter was sized.
 */
impl HfileBloomMeta {
    pub fn num_keys_max(&self) -> Ref<'_, i64> {
        self.num_keys_max.borrow()
    }
}

/**
 * An entry of the index has at least 13 bytes.
 */
impl HfileBloomMeta {
    pub fn num_chunks(&self) -> Ref<'_, i32> {
        self.num_chunks.borrow()
    }
}
impl HfileBloomMeta {
    pub fn len_comparator(&self) -> Ref<'_, OptRc<HadoopVlong>> {
        self.len_comparator.borrow()
    }
}

/**
 * Reads nothing. The name must lie inside the block.
 */
impl HfileBloomMeta {
    pub fn check_len_comparator(&self) -> Ref<'_, Vec<u8>> {
        self.check_len_comparator.borrow()
    }
}

/**
 * Class name, empty for filters of rows.
 */
impl HfileBloomMeta {
    pub fn comparator(&self) -> Ref<'_, Vec<u8>> {
        self.comparator.borrow()
    }
}
impl HfileBloomMeta {
    pub fn index(&self) -> Ref<'_, OptRc<HfileRootIndex>> {
        self.index.borrow()
    }
}
impl HfileBloomMeta {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}
#[derive(Debug, PartialEq, Clone)]
pub enum HfileBloomMeta_HashType {
    Jenkins,
    Murmur,
    Murmur3,
    Unknown(i64),
}

impl TryFrom<i64> for HfileBloomMeta_HashType {
    type Error = KError;
    fn try_from(flag: i64) -> KResult<HfileBloomMeta_HashType> {
        match flag {
            0 => Ok(HfileBloomMeta_HashType::Jenkins),
            1 => Ok(HfileBloomMeta_HashType::Murmur),
            2 => Ok(HfileBloomMeta_HashType::Murmur3),
            _ => Ok(HfileBloomMeta_HashType::Unknown(flag)),
        }
    }
}

impl From<&HfileBloomMeta_HashType> for i64 {
    fn from(v: &HfileBloomMeta_HashType) -> Self {
        match *v {
            HfileBloomMeta_HashType::Jenkins => 0,
            HfileBloomMeta_HashType::Murmur => 1,
            HfileBloomMeta_HashType::Murmur3 => 2,
            HfileBloomMeta_HashType::Unknown(v) => v
        }
    }
}

impl Default for HfileBloomMeta_HashType {
    fn default() -> Self { HfileBloomMeta_HashType::Unknown(0) }
}

