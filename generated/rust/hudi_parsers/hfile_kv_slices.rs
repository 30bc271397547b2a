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
 * Same bytes as `hfile_data_block`, parsed in less detail, for readers that need
 * only keys and values: an MVCC of one byte, no tags.
 * \sa https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/HFileBlock.java Source
 */

#[derive(Default, Debug, Clone)]
pub struct HfileKvSlices {
    pub _root: SharedType<HfileKvSlices>,
    pub _parent: SharedType<HfileKvSlices>,
    pub _self: SharedType<Self>,
    entries: RefCell<Vec<OptRc<HfileKvSlices_Entry>>>,
    _io: RefCell<BytesReader>,
}
impl KStruct for HfileKvSlices {
    type Root = HfileKvSlices;
    type Parent = HfileKvSlices;

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
                let t = Self::read_into::<_, HfileKvSlices_Entry>(&*_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()))?.into();
                self_rc.entries.borrow_mut().push(t);
                _i += 1;
            }
        }
        Ok(())
    }
}
impl HfileKvSlices {
}
impl HfileKvSlices {
    pub fn entries(&self) -> Ref<'_, Vec<OptRc<HfileKvSlices_Entry>>> {
        self.entries.borrow()
    }
}
impl HfileKvSlices {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

#[derive(Default, Debug, Clone)]
pub struct HfileKvSlices_Entry {
    pub _root: SharedType<HfileKvSlices>,
    pub _parent: SharedType<HfileKvSlices>,
    pub _self: SharedType<Self>,
    len_key: RefCell<i32>,
    len_value: RefCell<i32>,
    key: RefCell<Vec<u8>>,
    value: RefCell<Vec<u8>>,
    mvcc: RefCell<u8>,
    _io: RefCell<BytesReader>,
}
impl KStruct for HfileKvSlices_Entry {
    type Root = HfileKvSlices;
    type Parent = HfileKvSlices;

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
        *self_rc.key.borrow_mut() = _io.read_bytes(*self_rc.len_key() as usize)?.into();
        *self_rc.value.borrow_mut() = _io.read_bytes(*self_rc.len_value() as usize)?.into();
        *self_rc.mvcc.borrow_mut() = _io.read_u1()?.into();
        if !(((*self_rc.mvcc() as u8) <= (127 as u8))) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::GreaterThan, src_path: "/types/entry/seq/4".to_string() }));
        }
        Ok(())
    }
}
impl HfileKvSlices_Entry {
}
impl HfileKvSlices_Entry {
    pub fn len_key(&self) -> Ref<'_, i32> {
        self.len_key.borrow()
    }
}
impl HfileKvSlices_Entry {
    pub fn len_value(&self) -> Ref<'_, i32> {
        self.len_value.borrow()
    }
}
impl HfileKvSlices_Entry {
    pub fn key(&self) -> Ref<'_, Vec<u8>> {
        self.key.borrow()
    }
}
impl HfileKvSlices_Entry {
    pub fn value(&self) -> Ref<'_, Vec<u8>> {
        self.value.borrow()
    }
}
impl HfileKvSlices_Entry {
    pub fn mvcc(&self) -> Ref<'_, u8> {
        self.mvcc.borrow()
    }
}
impl HfileKvSlices_Entry {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}
