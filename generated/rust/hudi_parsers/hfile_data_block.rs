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
use super::hadoop_vlong::HadoopVlong;

/**
 * Cells of a data block without encoding, in key order. In Hudi's HFiles the
 * row of a cell is the record key, family and qualifier are empty.
 * \sa https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/HFileBlock.java Source
 */

#[derive(Default, Debug, Clone)]
pub struct HfileDataBlock {
    pub _root: SharedType<HfileDataBlock>,
    pub _parent: SharedType<HfileDataBlock>,
    pub _self: SharedType<Self>,
    has_tags: RefCell<bool>,
    has_mvcc: RefCell<bool>,
    entries: RefCell<Vec<OptRc<HfileDataBlock_Entry>>>,
    _io: RefCell<BytesReader>,
}
impl KStruct for HfileDataBlock {
    type Root = HfileDataBlock;
    type Parent = HfileDataBlock;

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
        *self_rc.entries.borrow_mut() = Vec::new();
        {
            let mut _i = 0;
            while !_io.is_eof() {
                let t = Self::read_into::<_, HfileDataBlock_Entry>(&*_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()))?.into();
                self_rc.entries.borrow_mut().push(t);
                _i += 1;
            }
        }
        Ok(())
    }
}
impl HfileDataBlock {
    pub fn has_tags(&self) -> Ref<'_, bool> {
        self.has_tags.borrow()
    }
}
impl HfileDataBlock {
    pub fn has_mvcc(&self) -> Ref<'_, bool> {
        self.has_mvcc.borrow()
    }
}
impl HfileDataBlock {
    pub fn set_params(&mut self, has_tags: bool, has_mvcc: bool) {
        *self.has_tags.borrow_mut() = has_tags;
        *self.has_mvcc.borrow_mut() = has_mvcc;
    }
}
impl HfileDataBlock {
}
impl HfileDataBlock {
    pub fn entries(&self) -> Ref<'_, Vec<OptRc<HfileDataBlock_Entry>>> {
        self.entries.borrow()
    }
}
impl HfileDataBlock {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

#[derive(Default, Debug, Clone)]
pub struct HfileDataBlock_Entry {
    pub _root: SharedType<HfileDataBlock>,
    pub _parent: SharedType<HfileDataBlock>,
    pub _self: SharedType<Self>,
    len_key: RefCell<i32>,
    len_value: RefCell<i32>,
    len_row: RefCell<u16>,
    row: RefCell<Vec<u8>>,
    len_family: RefCell<u8>,
    family: RefCell<Vec<u8>>,
    qualifier: RefCell<Vec<u8>>,
    timestamp: RefCell<i64>,
    key_type: RefCell<u8>,
    value: RefCell<Vec<u8>>,
    len_tags: RefCell<u16>,
    tags: RefCell<Vec<u8>>,
    mvcc: RefCell<OptRc<HadoopVlong>>,
    _io: RefCell<BytesReader>,
}
impl KStruct for HfileDataBlock_Entry {
    type Root = HfileDataBlock;
    type Parent = HfileDataBlock;

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
        *self_rc.len_key.borrow_mut() = _io.read_s4be()?.into();
        let _tmpa = *self_rc.len_key();
        if !( ((((_tmpa as i32) >= (12 as i32))) && ((((_tmpa as i64) as i32) <= ((((((_io.size() as i64) as i64) - ((_io.pos() as i64) as i64)) as i32) - (4 as i32)) as i32)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/entry/seq/0".to_string() }));
        }
        *self_rc.len_value.borrow_mut() = _io.read_s4be()?.into();
        let _tmpa = *self_rc.len_value();
        if !( ((((_tmpa as i32) >= (0 as i32))) && ((((_tmpa as i64) as i32) <= ((((((_io.size() as i64) as i64) - ((_io.pos() as i64) as i64)) as i32) - ((*self_rc.len_key() as i64) as i32)) as i32)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/entry/seq/1".to_string() }));
        }
        *self_rc.len_row.borrow_mut() = _io.read_u2be()?.into();
        let _tmpa = *self_rc.len_row();
        if !((((_tmpa as i32) as i32) <= (((*self_rc.len_key() as i32) - (12 as i32)) as i32))) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/entry/seq/2".to_string() }));
        }
        *self_rc.row.borrow_mut() = _io.read_bytes(*self_rc.len_row() as usize)?.into();
        *self_rc.len_family.borrow_mut() = _io.read_u1()?.into();
        let _tmpa = *self_rc.len_family();
        if !((((_tmpa as i32) as i32) <= (((((*self_rc.len_key() as i32) - (12 as i32)) as i32) - ((*self_rc.len_row() as i32) as i32)) as i32))) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/entry/seq/4".to_string() }));
        }
        *self_rc.family.borrow_mut() = _io.read_bytes(*self_rc.len_family() as usize)?.into();
        *self_rc.qualifier.borrow_mut() = _io.read_bytes(((((((*self_rc.len_key() as i32) - (12 as i32)) as i32) - ((*self_rc.len_row() as i32) as i32)) as i32) - ((*self_rc.len_family() as i32) as i32)) as usize)?.into();
        *self_rc.timestamp.borrow_mut() = _io.read_s8be()?.into();
        *self_rc.key_type.borrow_mut() = _io.read_u1()?.into();
        *self_rc.value.borrow_mut() = _io.read_bytes(*self_rc.len_value() as usize)?.into();
        if *_prc.as_ref().unwrap().has_tags() {
            *self_rc.len_tags.borrow_mut() = _io.read_u2be()?.into();
            let _tmpa = *self_rc.len_tags();
            if !((((_tmpa as i64) as i32) <= ((((_io.size() as i64) as i64) - ((_io.pos() as i64) as i64)) as i32))) {
                return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/entry/seq/10".to_string() }));
            }
        }
        if *_prc.as_ref().unwrap().has_tags() {
            *self_rc.tags.borrow_mut() = _io.read_bytes(*self_rc.len_tags() as usize)?.into();
        }
        if *_prc.as_ref().unwrap().has_mvcc() {
            let t = Self::read_into::<_, HadoopVlong>(&*_io, None, None)?.into();
            *self_rc.mvcc.borrow_mut() = t;
        }
        Ok(())
    }
}
impl HfileDataBlock_Entry {
}

/**
 * Everything from `len_row` to `key_type`.
 */
impl HfileDataBlock_Entry {
    pub fn len_key(&self) -> Ref<'_, i32> {
        self.len_key.borrow()
    }
}
impl HfileDataBlock_Entry {
    pub fn len_value(&self) -> Ref<'_, i32> {
        self.len_value.borrow()
    }
}

/**
 * Writers use at most 32767, since other readers treat it as signed.
 */
impl HfileDataBlock_Entry {
    pub fn len_row(&self) -> Ref<'_, u16> {
        self.len_row.borrow()
    }
}
impl HfileDataBlock_Entry {
    pub fn row(&self) -> Ref<'_, Vec<u8>> {
        self.row.borrow()
    }
}
impl HfileDataBlock_Entry {
    pub fn len_family(&self) -> Ref<'_, u8> {
        self.len_family.borrow()
    }
}
impl HfileDataBlock_Entry {
    pub fn family(&self) -> Ref<'_, Vec<u8>> {
        self.family.borrow()
    }
}
impl HfileDataBlock_Entry {
    pub fn qualifier(&self) -> Ref<'_, Vec<u8>> {
        self.qualifier.borrow()
    }
}
impl HfileDataBlock_Entry {
    pub fn timestamp(&self) -> Ref<'_, i64> {
        self.timestamp.borrow()
    }
}

/**
 * 4 is a put.
 */
impl HfileDataBlock_Entry {
    pub fn key_type(&self) -> Ref<'_, u8> {
        self.key_type.borrow()
    }
}
impl HfileDataBlock_Entry {
    pub fn value(&self) -> Ref<'_, Vec<u8>> {
        self.value.borrow()
    }
}
impl HfileDataBlock_Entry {
    pub fn len_tags(&self) -> Ref<'_, u16> {
        self.len_tags.borrow()
    }
}
impl HfileDataBlock_Entry {
    pub fn tags(&self) -> Ref<'_, Vec<u8>> {
        self.tags.borrow()
    }
}
impl HfileDataBlock_Entry {
    pub fn mvcc(&self) -> Ref<'_, OptRc<HadoopVlong>> {
        self.mvcc.borrow()
    }
}
impl HfileDataBlock_Entry {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}
