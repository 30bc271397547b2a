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
 * Map of bytes to bytes about the entire file, as Hadoop writables.
 * \sa https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/HFileInfo.java Source
 */

#[derive(Default, Debug, Clone)]
pub struct HfileFileInfoOld {
    pub _root: SharedType<HfileFileInfoOld>,
    pub _parent: SharedType<HfileFileInfoOld>,
    pub _self: SharedType<Self>,
    num_entries: RefCell<i32>,
    entries: RefCell<Vec<OptRc<HfileFileInfoOld_Entry>>>,
    _io: RefCell<BytesReader>,
}
impl KStruct for HfileFileInfoOld {
    type Root = HfileFileInfoOld;
    type Parent = HfileFileInfoOld;

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
        *self_rc.num_entries.borrow_mut() = _io.read_s4be()?.into();
        let _tmpa = *self_rc.num_entries();
        if !( ((((_tmpa as i32) >= (0 as i32))) && ((((_tmpa as i64) as i64) * (3 as i64)) <= (((_io.size() as i64) as i64) - ((_io.pos() as i64) as i64)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/seq/0".to_string() }));
        }
        *self_rc.entries.borrow_mut() = Vec::new();
        let l_entries = *self_rc.num_entries();
        for _i in 0..l_entries {
            let t = Self::read_into::<_, HfileFileInfoOld_Entry>(&*_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()))?.into();
            self_rc.entries.borrow_mut().push(t);
        }
        Ok(())
    }
}
impl HfileFileInfoOld {
}

/**
 * An entry has at least 3 bytes.
 */
impl HfileFileInfoOld {
    pub fn num_entries(&self) -> Ref<'_, i32> {
        self.num_entries.borrow()
    }
}
impl HfileFileInfoOld {
    pub fn entries(&self) -> Ref<'_, Vec<OptRc<HfileFileInfoOld_Entry>>> {
        self.entries.borrow()
    }
}
impl HfileFileInfoOld {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

#[derive(Default, Debug, Clone)]
pub struct HfileFileInfoOld_Entry {
    pub _root: SharedType<HfileFileInfoOld>,
    pub _parent: SharedType<HfileFileInfoOld>,
    pub _self: SharedType<Self>,
    len_first: RefCell<OptRc<HadoopVlong>>,
    check_len_first: RefCell<Vec<u8>>,
    first: RefCell<Vec<u8>>,
    class_id: RefCell<u8>,
    len_second: RefCell<OptRc<HadoopVlong>>,
    check_len_second: RefCell<Vec<u8>>,
    second: RefCell<Vec<u8>>,
    _io: RefCell<BytesReader>,
}
impl KStruct for HfileFileInfoOld_Entry {
    type Root = HfileFileInfoOld;
    type Parent = HfileFileInfoOld;

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
        let t = Self::read_into::<_, HadoopVlong>(&*_io, None, None)?.into();
        *self_rc.len_first.borrow_mut() = t;
        *self_rc.check_len_first.borrow_mut() = _io.read_bytes(0 as usize)?.into();
        let _tmpa = *self_rc.check_len_first();
        if !( ((((_tmpa.len() as i32) == (0 as i32))) && (((*self_rc.len_first().value()? as i64) >= (0 as i64))) && (((*self_rc.len_first().value()? as i32) <= ((((_io.size() as i64) as i64) - ((_io.pos() as i64) as i64)) as i32)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/entry/seq/1".to_string() }));
        }
        *self_rc.first.borrow_mut() = _io.read_bytes(*self_rc.len_first().value()? as usize)?.into();
        *self_rc.class_id.borrow_mut() = _io.read_u1()?.into();
        let t = Self::read_into::<_, HadoopVlong>(&*_io, None, None)?.into();
        *self_rc.len_second.borrow_mut() = t;
        *self_rc.check_len_second.borrow_mut() = _io.read_bytes(0 as usize)?.into();
        let _tmpa = *self_rc.check_len_second();
        if !( ((((_tmpa.len() as i32) == (0 as i32))) && (((*self_rc.len_second().value()? as i64) >= (0 as i64))) && (((*self_rc.len_second().value()? as i32) <= ((((_io.size() as i64) as i64) - ((_io.pos() as i64) as i64)) as i32)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/entry/seq/5".to_string() }));
        }
        *self_rc.second.borrow_mut() = _io.read_bytes(*self_rc.len_second().value()? as usize)?.into();
        Ok(())
    }
}
impl HfileFileInfoOld_Entry {
}
impl HfileFileInfoOld_Entry {
    pub fn len_first(&self) -> Ref<'_, OptRc<HadoopVlong>> {
        self.len_first.borrow()
    }
}

/**
 * Reads nothing. The name must lie inside the block.
 */
impl HfileFileInfoOld_Entry {
    pub fn check_len_first(&self) -> Ref<'_, Vec<u8>> {
        self.check_len_first.borrow()
    }
}
impl HfileFileInfoOld_Entry {
    pub fn first(&self) -> Ref<'_, Vec<u8>> {
        self.first.borrow()
    }
}

/**
 * 1 means that the value is bytes; readers ignore it.
 */
impl HfileFileInfoOld_Entry {
    pub fn class_id(&self) -> Ref<'_, u8> {
        self.class_id.borrow()
    }
}
impl HfileFileInfoOld_Entry {
    pub fn len_second(&self) -> Ref<'_, OptRc<HadoopVlong>> {
        self.len_second.borrow()
    }
}

/**
 * Reads nothing. The value must lie inside the block.
 */
impl HfileFileInfoOld_Entry {
    pub fn check_len_second(&self) -> Ref<'_, Vec<u8>> {
        self.check_len_second.borrow()
    }
}
impl HfileFileInfoOld_Entry {
    pub fn second(&self) -> Ref<'_, Vec<u8>> {
        self.second.borrow()
    }
}
impl HfileFileInfoOld_Entry {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}
