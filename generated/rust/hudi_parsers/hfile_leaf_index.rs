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
 * First keys of the blocks below, with a table of offsets for binary search.
 * \sa https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/HFileBlockIndex.java Source
 */

#[derive(Default, Debug, Clone)]
pub struct HfileLeafIndex {
    pub _root: SharedType<HfileLeafIndex>,
    pub _parent: SharedType<HfileLeafIndex>,
    pub _self: SharedType<Self>,
    num_entries: RefCell<i32>,
    ends: RefCell<Vec<OptRc<HfileLeafIndex_End>>>,
    entries: RefCell<Vec<OptRc<HfileLeafIndex_Entry>>>,
    _io: RefCell<BytesReader>,
}
impl KStruct for HfileLeafIndex {
    type Root = HfileLeafIndex;
    type Parent = HfileLeafIndex;

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
        if !( ((((_tmpa as i32) >= (0 as i32))) && (((((((((_tmpa as i64) as i64) * (16 as i64)) as i32) + (4 as i32)) as i64) as i32) <= ((((_io.size() as i64) as i64) - ((_io.pos() as i64) as i64)) as i32)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/seq/0".to_string() }));
        }
        *self_rc.ends.borrow_mut() = Vec::new();
        let l_ends = ((*self_rc.num_entries() as i32) + (1 as i32));
        for _i in 0..l_ends {
            let f = |t : &mut HfileLeafIndex_End| Ok(t.set_params(((_i as i32) == (0 as i32)), (((*self_rc.num_entries() as i32) - ((_i as i32) as i32))).try_into().map_err(|_| KError::CastError)?, (if ((_i as i32) == (0 as i32)) { (0 as i32) } else { *self_rc.ends()[((_i as i32) - (1 as i32)) as usize].ofs_end() }).try_into().map_err(|_| KError::CastError)?));
            let t = Self::read_into_with_init::<_, HfileLeafIndex_End>(&*_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()), &f)?.into();
            self_rc.ends.borrow_mut().push(t);
        }
        *self_rc.entries.borrow_mut() = Vec::new();
        let l_entries = *self_rc.num_entries();
        for _i in 0..l_entries {
            let f = |t : &mut HfileLeafIndex_Entry| Ok(t.set_params((((*self_rc.ends()[((_i as i32) + (1 as i32)) as usize].ofs_end() as i32) - (*self_rc.ends()[_i as usize].ofs_end() as i32))).try_into().map_err(|_| KError::CastError)?));
            let t = Self::read_into_with_init::<_, HfileLeafIndex_Entry>(&*_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()), &f)?.into();
            self_rc.entries.borrow_mut().push(t);
        }
        Ok(())
    }
}
impl HfileLeafIndex {
}

/**
 * An entry has at least 12 bytes, and 4 in the table of offsets.
 */
impl HfileLeafIndex {
    pub fn num_entries(&self) -> Ref<'_, i32> {
        self.num_entries.borrow()
    }
}

/**
 * Ends of the entries, after a first one that is 0.
 */
impl HfileLeafIndex {
    pub fn ends(&self) -> Ref<'_, Vec<OptRc<HfileLeafIndex_End>>> {
        self.ends.borrow()
    }
}
impl HfileLeafIndex {
    pub fn entries(&self) -> Ref<'_, Vec<OptRc<HfileLeafIndex_Entry>>> {
        self.entries.borrow()
    }
}
impl HfileLeafIndex {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

#[derive(Default, Debug, Clone)]
pub struct HfileLeafIndex_End {
    pub _root: SharedType<HfileLeafIndex>,
    pub _parent: SharedType<HfileLeafIndex>,
    pub _self: SharedType<Self>,
    is_first: RefCell<bool>,
    num_left: RefCell<i32>,
    prev: RefCell<i32>,
    ofs_end: RefCell<i32>,
    _io: RefCell<BytesReader>,
}
impl KStruct for HfileLeafIndex_End {
    type Root = HfileLeafIndex;
    type Parent = HfileLeafIndex;

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
        *self_rc.ofs_end.borrow_mut() = _io.read_s4be()?.into();
        let _tmpa = *self_rc.ofs_end();
        if !( ((if *self_rc.is_first() { ((_tmpa as i32) == (0 as i32)) } else { (((_tmpa as i64) as i32) >= ((((*self_rc.prev() as i64) as i64) + (12 as i64)) as i32)) }) && (if ((*self_rc.num_left() as i32) == (0 as i32)) { (((_tmpa as i64) as i32) == ((((_io.size() as i64) as i64) - ((_io.pos() as i64) as i64)) as i32)) } else { (((_tmpa as i64) as i32) <= ((((((_io.size() as i64) as i64) - ((_io.pos() as i64) as i64)) as i32) - ((((*self_rc.num_left() as i64) as i64) * (16 as i64)) as i32)) as i32)) })) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/end/seq/0".to_string() }));
        }
        Ok(())
    }
}
impl HfileLeafIndex_End {
    pub fn is_first(&self) -> Ref<'_, bool> {
        self.is_first.borrow()
    }
}
impl HfileLeafIndex_End {
    pub fn num_left(&self) -> Ref<'_, i32> {
        self.num_left.borrow()
    }
}
impl HfileLeafIndex_End {
    pub fn prev(&self) -> Ref<'_, i32> {
        self.prev.borrow()
    }
}
impl HfileLeafIndex_End {
    pub fn set_params(&mut self, is_first: bool, num_left: i32, prev: i32) {
        *self.is_first.borrow_mut() = is_first;
        *self.num_left.borrow_mut() = num_left;
        *self.prev.borrow_mut() = prev;
    }
}
impl HfileLeafIndex_End {
}

/**
 * Relative to the first entry. An entry has at least 12 bytes, and 4
 * here; the last one ends at the end of the payload.
 */
impl HfileLeafIndex_End {
    pub fn ofs_end(&self) -> Ref<'_, i32> {
        self.ofs_end.borrow()
    }
}
impl HfileLeafIndex_End {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

#[derive(Default, Debug, Clone)]
pub struct HfileLeafIndex_Entry {
    pub _root: SharedType<HfileLeafIndex>,
    pub _parent: SharedType<HfileLeafIndex>,
    pub _self: SharedType<Self>,
    len_entry: RefCell<i32>,
    ofs_block: RefCell<i64>,
    len_block: RefCell<i32>,
    key: RefCell<Vec<u8>>,
    _io: RefCell<BytesReader>,
}
impl KStruct for HfileLeafIndex_Entry {
    type Root = HfileLeafIndex;
    type Parent = HfileLeafIndex;

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
        *self_rc.key.borrow_mut() = _io.read_bytes(((*self_rc.len_entry() as i32) - (12 as i32)) as usize)?.into();
        Ok(())
    }
}
impl HfileLeafIndex_Entry {
    pub fn len_entry(&self) -> Ref<'_, i32> {
        self.len_entry.borrow()
    }
}
impl HfileLeafIndex_Entry {
    pub fn set_params(&mut self, len_entry: i32) {
        *self.len_entry.borrow_mut() = len_entry;
    }
}
impl HfileLeafIndex_Entry {
}
impl HfileLeafIndex_Entry {
    pub fn ofs_block(&self) -> Ref<'_, i64> {
        self.ofs_block.borrow()
    }
}
impl HfileLeafIndex_Entry {
    pub fn len_block(&self) -> Ref<'_, i32> {
        self.len_block.borrow()
    }
}
impl HfileLeafIndex_Entry {
    pub fn key(&self) -> Ref<'_, Vec<u8>> {
        self.key.borrow()
    }
}
impl HfileLeafIndex_Entry {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}
