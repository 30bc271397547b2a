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
 * Content of Avro data blocks and CDC blocks. Each record is a bare Avro datum,
 * written with the schema in the block header under `schema`. A schema is data,
 * so the datum cannot be described here.
 * 
 * Bytes after the last record are ignored.
 * \sa https://github.com/apache/hudi/blob/release-1.2.0/hudi-common/src/main/java/org/apache/hudi/common/table/log/block/HoodieAvroDataBlock.java Source
 */

#[derive(Default, Debug, Clone)]
pub struct HudiLogAvroContent {
    pub _root: SharedType<HudiLogAvroContent>,
    pub _parent: SharedType<HudiLogAvroContent>,
    pub _self: SharedType<Self>,
    version: RefCell<i32>,
    num_records: RefCell<i32>,
    records: RefCell<Vec<OptRc<HudiLogAvroContent_Record>>>,
    _io: RefCell<BytesReader>,
}
impl KStruct for HudiLogAvroContent {
    type Root = HudiLogAvroContent;
    type Parent = HudiLogAvroContent;

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
        *self_rc.num_records.borrow_mut() = _io.read_s4be()?.into();
        let _tmpa = *self_rc.num_records();
        if !( ((((_tmpa as i32) >= (0 as i32))) && ((((_tmpa as i64) as i64) * (4 as i64)) <= (((_io.size() as i64) as i64) - ((_io.pos() as i64) as i64)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/seq/1".to_string() }));
        }
        *self_rc.records.borrow_mut() = Vec::new();
        let l_records = *self_rc.num_records();
        for _i in 0..l_records {
            let t = Self::read_into::<_, HudiLogAvroContent_Record>(&*_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()))?.into();
            self_rc.records.borrow_mut().push(t);
        }
        Ok(())
    }
}
impl HudiLogAvroContent {
}

/**
 * Log block version. The layout is the same in all three.
 */
impl HudiLogAvroContent {
    pub fn version(&self) -> Ref<'_, i32> {
        self.version.borrow()
    }
}

/**
 * A record has at least the 4 bytes of its length.
 */
impl HudiLogAvroContent {
    pub fn num_records(&self) -> Ref<'_, i32> {
        self.num_records.borrow()
    }
}
impl HudiLogAvroContent {
    pub fn records(&self) -> Ref<'_, Vec<OptRc<HudiLogAvroContent_Record>>> {
        self.records.borrow()
    }
}
impl HudiLogAvroContent {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

#[derive(Default, Debug, Clone)]
pub struct HudiLogAvroContent_Record {
    pub _root: SharedType<HudiLogAvroContent>,
    pub _parent: SharedType<HudiLogAvroContent>,
    pub _self: SharedType<Self>,
    len_datum: RefCell<i32>,
    datum: RefCell<Vec<u8>>,
    _io: RefCell<BytesReader>,
}
impl KStruct for HudiLogAvroContent_Record {
    type Root = HudiLogAvroContent;
    type Parent = HudiLogAvroContent;

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
        *self_rc.len_datum.borrow_mut() = _io.read_s4be()?.into();
        let _tmpa = *self_rc.len_datum();
        if !( ((((_tmpa as i32) >= (0 as i32))) && ((((_tmpa as i64) as i32) <= ((((_io.size() as i64) as i64) - ((_io.pos() as i64) as i64)) as i32)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/record/seq/0".to_string() }));
        }
        *self_rc.datum.borrow_mut() = _io.read_bytes(*self_rc.len_datum() as usize)?.into();
        Ok(())
    }
}
impl HudiLogAvroContent_Record {
}
impl HudiLogAvroContent_Record {
    pub fn len_datum(&self) -> Ref<'_, i32> {
        self.len_datum.borrow()
    }
}

/**
 * Avro binary. May be longer than the datum; the rest is ignored.
 */
impl HudiLogAvroContent_Record {
    pub fn datum(&self) -> Ref<'_, Vec<u8>> {
        self.datum.borrow()
    }
}
impl HudiLogAvroContent_Record {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}
