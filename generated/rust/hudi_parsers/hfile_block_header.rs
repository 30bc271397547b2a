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

/**
 * The first 33 bytes of a block, 24 in files of version 2.0. For readers that
 * skip a block or extract its payload themselves.
 * \sa https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/HFileBlock.java Source
 */

#[derive(Default, Debug, Clone)]
pub struct HfileBlockHeader {
    pub _root: SharedType<HfileBlockHeader>,
    pub _parent: SharedType<HfileBlockHeader>,
    pub _self: SharedType<Self>,
    has_checksums: RefCell<bool>,
    len_max: RefCell<i64>,
    magic: RefCell<String>,
    len_payload_and_checksums: RefCell<i32>,
    len_payload_inflated: RefCell<i32>,
    ofs_prev_block: RefCell<i64>,
    checksum_type: RefCell<HfileBlockHeader_ChecksumType>,
    len_checksum_chunk: RefCell<i32>,
    len_header_and_payload: RefCell<i32>,
    _io: RefCell<BytesReader>,
    f_len_block: Cell<bool>,
    len_block: RefCell<i64>,
    f_len_header: Cell<bool>,
    len_header: RefCell<i32>,
    f_len_payload: Cell<bool>,
    len_payload: RefCell<i32>,
    f_num_checksums: Cell<bool>,
    num_checksums: RefCell<i32>,
}
impl KStruct for HfileBlockHeader {
    type Root = HfileBlockHeader;
    type Parent = HfileBlockHeader;

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
        *self_rc.magic.borrow_mut() = bytes_to_str(&_io.read_bytes(8 as usize)?.into(), "ASCII")?;
        if !( ((*self_rc.magic() == "DATABLK*".to_string()) || (*self_rc.magic() == "DATABLKE".to_string()) || (*self_rc.magic() == "IDXLEAF2".to_string()) || (*self_rc.magic() == "BLMFBLK2".to_string()) || (*self_rc.magic() == "METABLKc".to_string()) || (*self_rc.magic() == "IDXINTE2".to_string()) || (*self_rc.magic() == "IDXROOT2".to_string()) || (*self_rc.magic() == "FILEINF2".to_string()) || (*self_rc.magic() == "BLMFMET2".to_string()) || (*self_rc.magic() == "DFBLMET2".to_string())) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::NotAnyOf, src_path: "/seq/0".to_string() }));
        }
        *self_rc.len_payload_and_checksums.borrow_mut() = _io.read_s4be()?.into();
        let _tmpa = *self_rc.len_payload_and_checksums();
        if !( ((((_tmpa as i32) >= (0 as i32))) && ((((_tmpa as i64) as i32) <= (((*self_rc.len_max() as i64) - ((*self_rc.len_header()? as i64) as i64)) as i32)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/seq/1".to_string() }));
        }
        *self_rc.len_payload_inflated.borrow_mut() = _io.read_s4be()?.into();
        if !(((*self_rc.len_payload_inflated() as i32) >= (0 as i32))) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::LessThan, src_path: "/seq/2".to_string() }));
        }
        *self_rc.ofs_prev_block.borrow_mut() = _io.read_s8be()?.into();
        if *self_rc.has_checksums() {
            *self_rc.checksum_type.borrow_mut() = (_io.read_u1()? as i64).try_into()?;
            if !( ((*self_rc.checksum_type() == HfileBlockHeader_ChecksumType::None) || (*self_rc.checksum_type() == HfileBlockHeader_ChecksumType::Crc32) || (*self_rc.checksum_type() == HfileBlockHeader_ChecksumType::Crc32c)) ) {
                return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::NotAnyOf, src_path: "/seq/4".to_string() }));
            }
        }
        if *self_rc.has_checksums() {
            *self_rc.len_checksum_chunk.borrow_mut() = _io.read_s4be()?.into();
            if !(((*self_rc.len_checksum_chunk() as i32) >= (1 as i32))) {
                return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::LessThan, src_path: "/seq/5".to_string() }));
            }
        }
        if *self_rc.has_checksums() {
            *self_rc.len_header_and_payload.borrow_mut() = _io.read_s4be()?.into();
            let _tmpa = *self_rc.len_header_and_payload();
            if !( ((((_tmpa as i32) >= (33 as i32))) && (((((_tmpa as i32) - (33 as i32)) as i32) <= (*self_rc.len_payload_and_checksums() as i32))) && ((((((*self_rc.len_payload_and_checksums() as i32) - (((_tmpa as i32) - (33 as i32)) as i32)) as i64) as i32) == ((((((((((_tmpa as i64) as i64) - (1 as i64)) as i32) / ((*self_rc.len_checksum_chunk() as i64) as i32)) as i32) + (1 as i32)) as i32) * (4 as i32)) as i32)))) ) {
                return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/seq/6".to_string() }));
            }
        }
        Ok(())
    }
}
impl HfileBlockHeader {
    pub fn has_checksums(&self) -> Ref<'_, bool> {
        self.has_checksums.borrow()
    }
}
impl HfileBlockHeader {
    pub fn len_max(&self) -> Ref<'_, i64> {
        self.len_max.borrow()
    }
}
impl HfileBlockHeader {
    pub fn set_params(&mut self, has_checksums: bool, len_max: i64) {
        *self.has_checksums.borrow_mut() = has_checksums;
        *self.len_max.borrow_mut() = len_max;
    }
}
impl HfileBlockHeader {

    /**
     * Size of the entire block, as in index entries.
     */
    pub fn len_block(
        &self
    ) -> KResult<Ref<'_, i64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_len_block.get() {
            return Ok(self.len_block.borrow());
        }
        self.f_len_block.set(true);
        *self.len_block.borrow_mut() = (((((*self.len_header()? as i64) as i64) + ((*self.len_payload_and_checksums() as i64) as i64)) as i64)) as i64;
        Ok(self.len_block.borrow())
    }
    pub fn len_header(
        &self
    ) -> KResult<Ref<'_, i32>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_len_header.get() {
            return Ok(self.len_header.borrow());
        }
        self.f_len_header.set(true);
        *self.len_header.borrow_mut() = (if *self.has_checksums() { (33 as i32) } else { (24 as i32) }) as i32;
        Ok(self.len_header.borrow())
    }

    /**
     * As stored, compressed or not.
     */
    pub fn len_payload(
        &self
    ) -> KResult<Ref<'_, i32>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_len_payload.get() {
            return Ok(self.len_payload.borrow());
        }
        self.f_len_payload.set(true);
        *self.len_payload.borrow_mut() = ((if *self.has_checksums() { (((*self.len_header_and_payload() as i32) - (33 as i32)) as i32) } else { *self.len_payload_and_checksums() } as i32)) as i32;
        Ok(self.len_payload.borrow())
    }
    pub fn num_checksums(
        &self
    ) -> KResult<Ref<'_, i32>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_num_checksums.get() {
            return Ok(self.num_checksums.borrow());
        }
        self.f_num_checksums.set(true);
        *self.num_checksums.borrow_mut() = (if *self.has_checksums() { (((((*self.len_payload_and_checksums() as i32) - (*self.len_payload()? as i32)) as i32) / (4 as i32)) as i32) } else { (0 as i32) }) as i32;
        Ok(self.num_checksums.borrow())
    }
}
impl HfileBlockHeader {
    pub fn magic(&self) -> Ref<'_, String> {
        self.magic.borrow()
    }
}
impl HfileBlockHeader {
    pub fn len_payload_and_checksums(&self) -> Ref<'_, i32> {
        self.len_payload_and_checksums.borrow()
    }
}

/**
 * Length of the payload after decryption and decompression.
 */
impl HfileBlockHeader {
    pub fn len_payload_inflated(&self) -> Ref<'_, i32> {
        self.len_payload_inflated.borrow()
    }
}

/**
 * Of the block of the same kind before this one, -1 for none.
 */
impl HfileBlockHeader {
    pub fn ofs_prev_block(&self) -> Ref<'_, i64> {
        self.ofs_prev_block.borrow()
    }
}
impl HfileBlockHeader {
    pub fn checksum_type(&self) -> Ref<'_, HfileBlockHeader_ChecksumType> {
        self.checksum_type.borrow()
    }
}

/**
 * Bytes of header and payload that a checksum covers.
 */
impl HfileBlockHeader {
    pub fn len_checksum_chunk(&self) -> Ref<'_, i32> {
        self.len_checksum_chunk.borrow()
    }
}

/**
 * The rest of the block is checksums, 4 bytes each.
 */
impl HfileBlockHeader {
    pub fn len_header_and_payload(&self) -> Ref<'_, i32> {
        self.len_header_and_payload.borrow()
    }
}
impl HfileBlockHeader {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}
#[derive(Debug, PartialEq, Clone)]
pub enum HfileBlockHeader_ChecksumType {
    None,
    Crc32,
    Crc32c,
    Unknown(i64),
}

impl TryFrom<i64> for HfileBlockHeader_ChecksumType {
    type Error = KError;
    fn try_from(flag: i64) -> KResult<HfileBlockHeader_ChecksumType> {
        match flag {
            0 => Ok(HfileBlockHeader_ChecksumType::None),
            1 => Ok(HfileBlockHeader_ChecksumType::Crc32),
            2 => Ok(HfileBlockHeader_ChecksumType::Crc32c),
            _ => Ok(HfileBlockHeader_ChecksumType::Unknown(flag)),
        }
    }
}

impl From<&HfileBlockHeader_ChecksumType> for i64 {
    fn from(v: &HfileBlockHeader_ChecksumType) -> Self {
        match *v {
            HfileBlockHeader_ChecksumType::None => 0,
            HfileBlockHeader_ChecksumType::Crc32 => 1,
            HfileBlockHeader_ChecksumType::Crc32c => 2,
            HfileBlockHeader_ChecksumType::Unknown(v) => v
        }
    }
}

impl Default for HfileBlockHeader_ChecksumType {
    fn default() -> Self { HfileBlockHeader_ChecksumType::Unknown(0) }
}

