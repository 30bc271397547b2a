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
 * Key of a cell, of an entry of a data index, of `hfile.LASTKEY` and of an entry
 * of a Bloom index by row and column. The surrounding structure determines its
 * length.
 * \sa https://github.com/apache/hbase/blob/rel/2.4.13/hbase-common/src/main/java/org/apache/hadoop/hbase/KeyValue.java Source
 */

#[derive(Default, Debug, Clone)]
pub struct HfileKey {
    pub _root: SharedType<HfileKey>,
    pub _parent: SharedType<HfileKey>,
    pub _self: SharedType<Self>,
    len_row: RefCell<u16>,
    row: RefCell<Vec<u8>>,
    len_family: RefCell<u8>,
    family: RefCell<Vec<u8>>,
    qualifier: RefCell<Vec<u8>>,
    timestamp: RefCell<i64>,
    key_type: RefCell<u8>,
    _io: RefCell<BytesReader>,
}
impl KStruct for HfileKey {
    type Root = HfileKey;
    type Parent = HfileKey;

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
        *self_rc.len_row.borrow_mut() = _io.read_u2be()?.into();
        let _tmpa = *self_rc.len_row();
        if !((((_tmpa as i64) as i32) <= ((((((_io.size() as i64) as i64) - ((_io.pos() as i64) as i64)) as i32) - (10 as i32)) as i32))) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/seq/0".to_string() }));
        }
        *self_rc.row.borrow_mut() = _io.read_bytes(*self_rc.len_row() as usize)?.into();
        *self_rc.len_family.borrow_mut() = _io.read_u1()?.into();
        let _tmpa = *self_rc.len_family();
        if !((((_tmpa as i64) as i32) <= ((((((_io.size() as i64) as i64) - ((_io.pos() as i64) as i64)) as i32) - (9 as i32)) as i32))) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/seq/2".to_string() }));
        }
        *self_rc.family.borrow_mut() = _io.read_bytes(*self_rc.len_family() as usize)?.into();
        *self_rc.qualifier.borrow_mut() = _io.read_bytes(((((_io.size() as i32) - (_io.pos() as i32)) as i32) - (9 as i32)) as usize)?.into();
        *self_rc.timestamp.borrow_mut() = _io.read_s8be()?.into();
        *self_rc.key_type.borrow_mut() = _io.read_u1()?.into();
        Ok(())
    }
}
impl HfileKey {
}
impl HfileKey {
    pub fn len_row(&self) -> Ref<'_, u16> {
        self.len_row.borrow()
    }
}
impl HfileKey {
    pub fn row(&self) -> Ref<'_, Vec<u8>> {
        self.row.borrow()
    }
}
impl HfileKey {
    pub fn len_family(&self) -> Ref<'_, u8> {
        self.len_family.borrow()
    }
}
impl HfileKey {
    pub fn family(&self) -> Ref<'_, Vec<u8>> {
        self.family.borrow()
    }
}
impl HfileKey {
    pub fn qualifier(&self) -> Ref<'_, Vec<u8>> {
        self.qualifier.borrow()
    }
}
impl HfileKey {
    pub fn timestamp(&self) -> Ref<'_, i64> {
        self.timestamp.borrow()
    }
}
impl HfileKey {
    pub fn key_type(&self) -> Ref<'_, u8> {
        self.key_type.borrow()
    }
}
impl HfileKey {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}
