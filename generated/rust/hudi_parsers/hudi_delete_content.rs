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
use super::hudi_delete_record_list::HudiDeleteRecordList;
use super::hudi_delete_kryo::HudiDeleteKryo;

/**
 * Content of delete blocks. The serialization depends on `version`: up to
 * Hudi 0.13 an array of Java objects in Kryo's format, then an Avro datum.
 * 
 * Bytes after the payload are ignored.
 * \sa https://github.com/apache/hudi/blob/release-1.2.0/hudi-common/src/main/java/org/apache/hudi/common/table/log/block/HoodieDeleteBlock.java Source
 */

#[derive(Default, Debug, Clone)]
pub struct HudiDeleteContent {
    pub _root: SharedType<HudiDeleteContent>,
    pub _parent: SharedType<HudiDeleteContent>,
    pub _self: SharedType<Self>,
    version: RefCell<i32>,
    len_payload: RefCell<i32>,
    payload: RefCell<Option<HudiDeleteContent_Payload>>,
    _io: RefCell<BytesReader>,
    payload_raw: RefCell<Vec<u8>>,
}
#[derive(Debug, Clone)]
pub enum HudiDeleteContent_Payload {
    HudiDeleteKryo(OptRc<HudiDeleteKryo>),
    HudiDeleteRecordList(OptRc<HudiDeleteRecordList>),
    Bytes(Vec<u8>),
}
impl From<&HudiDeleteContent_Payload> for OptRc<HudiDeleteKryo> {
    fn from(v: &HudiDeleteContent_Payload) -> Self {
        if let HudiDeleteContent_Payload::HudiDeleteKryo(x) = v {
            return x.clone();
        }
        panic!("expected HudiDeleteContent_Payload::HudiDeleteKryo, got {:?}", v)
    }
}
impl From<OptRc<HudiDeleteKryo>> for HudiDeleteContent_Payload {
    fn from(v: OptRc<HudiDeleteKryo>) -> Self {
        Self::HudiDeleteKryo(v)
    }
}
impl From<&HudiDeleteContent_Payload> for OptRc<HudiDeleteRecordList> {
    fn from(v: &HudiDeleteContent_Payload) -> Self {
        if let HudiDeleteContent_Payload::HudiDeleteRecordList(x) = v {
            return x.clone();
        }
        panic!("expected HudiDeleteContent_Payload::HudiDeleteRecordList, got {:?}", v)
    }
}
impl From<OptRc<HudiDeleteRecordList>> for HudiDeleteContent_Payload {
    fn from(v: OptRc<HudiDeleteRecordList>) -> Self {
        Self::HudiDeleteRecordList(v)
    }
}
impl From<&HudiDeleteContent_Payload> for Vec<u8> {
    fn from(v: &HudiDeleteContent_Payload) -> Self {
        if let HudiDeleteContent_Payload::Bytes(x) = v {
            return x.clone();
        }
        panic!("expected HudiDeleteContent_Payload::Bytes, got {:?}", v)
    }
}
impl From<Vec<u8>> for HudiDeleteContent_Payload {
    fn from(v: Vec<u8>) -> Self {
        Self::Bytes(v)
    }
}
impl KStruct for HudiDeleteContent {
    type Root = HudiDeleteContent;
    type Parent = HudiDeleteContent;

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
        if !( ((((*self_rc.version() as i32) == (1 as i32))) || (((*self_rc.version() as i32) == (2 as i32))) || (((*self_rc.version() as i32) == (3 as i32)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::NotAnyOf, src_path: "/seq/0".to_string() }));
        }
        *self_rc.len_payload.borrow_mut() = _io.read_s4be()?.into();
        let _tmpa = *self_rc.len_payload();
        if !( ((((_tmpa as i32) >= (0 as i32))) && ((((_tmpa as i64) as i32) <= ((((_io.size() as i64) as i64) - ((_io.pos() as i64) as i64)) as i32)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/seq/1".to_string() }));
        }
        match *self_rc.version() {
            1 => {
                *self_rc.payload_raw.borrow_mut() = _io.read_bytes(*self_rc.len_payload() as usize)?.into();
                let payload_raw = self_rc.payload_raw.borrow();
                let _t_payload_raw_io = BytesReader::from(payload_raw.clone());
                let f = |t : &mut HudiDeleteKryo| Ok(t.set_params((1).try_into().map_err(|_| KError::CastError)?));
                let t = Self::read_into_with_init::<BytesReader, HudiDeleteKryo>(&_t_payload_raw_io, None, None, &f)?.into();
                *self_rc.payload.borrow_mut() = Some(t);
            }
            2 => {
                *self_rc.payload_raw.borrow_mut() = _io.read_bytes(*self_rc.len_payload() as usize)?.into();
                let payload_raw = self_rc.payload_raw.borrow();
                let _t_payload_raw_io = BytesReader::from(payload_raw.clone());
                let f = |t : &mut HudiDeleteKryo| Ok(t.set_params((2).try_into().map_err(|_| KError::CastError)?));
                let t = Self::read_into_with_init::<BytesReader, HudiDeleteKryo>(&_t_payload_raw_io, None, None, &f)?.into();
                *self_rc.payload.borrow_mut() = Some(t);
            }
            3 => {
                *self_rc.payload_raw.borrow_mut() = _io.read_bytes(*self_rc.len_payload() as usize)?.into();
                let payload_raw = self_rc.payload_raw.borrow();
                let _t_payload_raw_io = BytesReader::from(payload_raw.clone());
                let t = Self::read_into::<BytesReader, HudiDeleteRecordList>(&_t_payload_raw_io, None, None)?.into();
                *self_rc.payload.borrow_mut() = Some(t);
            }
            _ => {
                *self_rc.payload.borrow_mut() = Some(_io.read_bytes(*self_rc.len_payload() as usize)?.into());
            }
        }
        Ok(())
    }
}
impl HudiDeleteContent {
}

/**
 * Log block version; it determines the payload.
 */
impl HudiDeleteContent {
    pub fn version(&self) -> Ref<'_, i32> {
        self.version.borrow()
    }
}
impl HudiDeleteContent {
    pub fn len_payload(&self) -> Ref<'_, i32> {
        self.len_payload.borrow()
    }
}

/**
 * Filled exactly by the value.
 */
impl HudiDeleteContent {
    pub fn payload(&self) -> Ref<'_, Option<HudiDeleteContent_Payload>> {
        self.payload.borrow()
    }
}
impl HudiDeleteContent {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}
impl HudiDeleteContent {
    pub fn payload_raw(&self) -> Ref<'_, Vec<u8>> {
        self.payload_raw.borrow()
    }
}
