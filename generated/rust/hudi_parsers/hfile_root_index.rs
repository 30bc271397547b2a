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
 * First keys of the blocks below, read completely. The number of entries is in
 * the trailer of the file.
 * \sa https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/HFileBlockIndex.java Source
 */

#[derive(Default, Debug, Clone)]
pub struct HfileRootIndex {
    pub _root: SharedType<HfileRootIndex>,
    pub _parent: SharedType<HfileRootIndex>,
    pub _self: SharedType<Self>,
    num_entries: RefCell<i32>,
    has_mid_key: RefCell<bool>,
    check_num_entries: RefCell<Vec<u8>>,
    entries: RefCell<Vec<OptRc<HfileRootIndex_Entry>>>,
    mid_key: RefCell<OptRc<HfileRootIndex_MidKey>>,
    _io: RefCell<BytesReader>,
}
impl KStruct for HfileRootIndex {
    type Root = HfileRootIndex;
    type Parent = HfileRootIndex;

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
        *self_rc.check_num_entries.borrow_mut() = _io.read_bytes(0 as usize)?.into();
        let _tmpa = *self_rc.check_num_entries();
        if !( ((((_tmpa.len() as i32) == (0 as i32))) && (((*self_rc.num_entries() as i32) >= (0 as i32))) && ((((*self_rc.num_entries() as i64) as i64) * (13 as i64)) <= (((_io.size() as i64) as i64) - ((_io.pos() as i64) as i64)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/seq/0".to_string() }));
        }
        *self_rc.entries.borrow_mut() = Vec::new();
        let l_entries = *self_rc.num_entries();
        for _i in 0..l_entries {
            let t = Self::read_into::<_, HfileRootIndex_Entry>(&*_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()))?.into();
            self_rc.entries.borrow_mut().push(t);
        }
        if *self_rc.has_mid_key() {
            let t = Self::read_into::<_, HfileRootIndex_MidKey>(&*_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()))?.into();
            *self_rc.mid_key.borrow_mut() = t;
        }
        Ok(())
    }
}
impl HfileRootIndex {
    pub fn num_entries(&self) -> Ref<'_, i32> {
        self.num_entries.borrow()
    }
}
impl HfileRootIndex {
    pub fn has_mid_key(&self) -> Ref<'_, bool> {
        self.has_mid_key.borrow()
    }
}
impl HfileRootIndex {
    pub fn set_params(&mut self, num_entries: i32, has_mid_key: bool) {
        *self.num_entries.borrow_mut() = num_entries;
        *self.has_mid_key.borrow_mut() = has_mid_key;
    }
}
impl HfileRootIndex {
}

/**
 * Reads nothing. An entry has at least 13 bytes.
 */
impl HfileRootIndex {
    pub fn check_num_entries(&self) -> Ref<'_, Vec<u8>> {
        self.check_num_entries.borrow()
    }
}
impl HfileRootIndex {
    pub fn entries(&self) -> Ref<'_, Vec<OptRc<HfileRootIndex_Entry>>> {
        self.entries.borrow()
    }
}
impl HfileRootIndex {
    pub fn mid_key(&self) -> Ref<'_, OptRc<HfileRootIndex_MidKey>> {
        self.mid_key.borrow()
    }
}
impl HfileRootIndex {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

#[derive(Default, Debug, Clone)]
pub struct HfileRootIndex_Entry {
    pub _root: SharedType<HfileRootIndex>,
    pub _parent: SharedType<HfileRootIndex>,
    pub _self: SharedType<Self>,
    ofs_block: RefCell<i64>,
    len_block: RefCell<i32>,
    len_key: RefCell<OptRc<HadoopVlong>>,
    check_len_key: RefCell<Vec<u8>>,
    key: RefCell<Vec<u8>>,
    _io: RefCell<BytesReader>,
}
impl KStruct for HfileRootIndex_Entry {
    type Root = HfileRootIndex;
    type Parent = HfileRootIndex;

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
        *self_rc.ofs_block.borrow_mut() = _io.read_s8be()?.into();
        *self_rc.len_block.borrow_mut() = _io.read_s4be()?.into();
        let t = Self::read_into::<_, HadoopVlong>(&*_io, None, None)?.into();
        *self_rc.len_key.borrow_mut() = t;
        *self_rc.check_len_key.borrow_mut() = _io.read_bytes(0 as usize)?.into();
        let _tmpa = *self_rc.check_len_key();
        if !( ((((_tmpa.len() as i32) == (0 as i32))) && (((*self_rc.len_key().value()? as i64) >= (0 as i64))) && (((*self_rc.len_key().value()? as i32) <= ((((_io.size() as i64) as i64) - ((_io.pos() as i64) as i64)) as i32)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/entry/seq/3".to_string() }));
        }
        *self_rc.key.borrow_mut() = _io.read_bytes(*self_rc.len_key().value()? as usize)?.into();
        Ok(())
    }
}
impl HfileRootIndex_Entry {
}
impl HfileRootIndex_Entry {
    pub fn ofs_block(&self) -> Ref<'_, i64> {
        self.ofs_block.borrow()
    }
}
impl HfileRootIndex_Entry {
    pub fn len_block(&self) -> Ref<'_, i32> {
        self.len_block.borrow()
    }
}
impl HfileRootIndex_Entry {
    pub fn len_key(&self) -> Ref<'_, OptRc<HadoopVlong>> {
        self.len_key.borrow()
    }
}

/**
 * Reads nothing. The key must lie inside the block.
 */
impl HfileRootIndex_Entry {
    pub fn check_len_key(&self) -> Ref<'_, Vec<u8>> {
        self.check_len_key.borrow()
    }
}
impl HfileRootIndex_Entry {
    pub fn key(&self) -> Ref<'_, Vec<u8>> {
        self.key.borrow()
    }
}
impl HfileRootIndex_Entry {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

#[derive(Default, Debug, Clone)]
pub struct HfileRootIndex_MidKey {
    pub _root: SharedType<HfileRootIndex>,
    pub _parent: SharedType<HfileRootIndex>,
    pub _self: SharedType<Self>,
    ofs_leaf_block: RefCell<i64>,
    len_leaf_block: RefCell<i32>,
    entry_in_leaf_block: RefCell<i32>,
    _io: RefCell<BytesReader>,
}
impl KStruct for HfileRootIndex_MidKey {
    type Root = HfileRootIndex;
    type Parent = HfileRootIndex;

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
        *self_rc.ofs_leaf_block.borrow_mut() = _io.read_s8be()?.into();
        *self_rc.len_leaf_block.borrow_mut() = _io.read_s4be()?.into();
        *self_rc.entry_in_leaf_block.borrow_mut() = _io.read_s4be()?.into();
        Ok(())
    }
}
impl HfileRootIndex_MidKey {
}
impl HfileRootIndex_MidKey {
    pub fn ofs_leaf_block(&self) -> Ref<'_, i64> {
        self.ofs_leaf_block.borrow()
    }
}
impl HfileRootIndex_MidKey {
    pub fn len_leaf_block(&self) -> Ref<'_, i32> {
        self.len_leaf_block.borrow()
    }
}
impl HfileRootIndex_MidKey {
    pub fn entry_in_leaf_block(&self) -> Ref<'_, i32> {
        self.entry_in_leaf_block.borrow()
    }
}
impl HfileRootIndex_MidKey {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}
