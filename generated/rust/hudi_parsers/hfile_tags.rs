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
 * The tags part of a cell, without the length before it.
 * \sa https://github.com/apache/hbase/blob/rel/2.4.13/hbase-common/src/main/java/org/apache/hadoop/hbase/Tag.java Source
 */

#[derive(Default, Debug, Clone)]
pub struct HfileTags {
    pub _root: SharedType<HfileTags>,
    pub _parent: SharedType<HfileTags>,
    pub _self: SharedType<Self>,
    tags: RefCell<Vec<OptRc<HfileTags_Tag>>>,
    _io: RefCell<BytesReader>,
}
impl KStruct for HfileTags {
    type Root = HfileTags;
    type Parent = HfileTags;

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
        *self_rc.tags.borrow_mut() = Vec::new();
        {
            let mut _i = 0;
            while !_io.is_eof() {
                let t = Self::read_into::<_, HfileTags_Tag>(&*_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()))?.into();
                self_rc.tags.borrow_mut().push(t);
                _i += 1;
            }
        }
        Ok(())
    }
}
impl HfileTags {
}
impl HfileTags {
    pub fn tags(&self) -> Ref<'_, Vec<OptRc<HfileTags_Tag>>> {
        self.tags.borrow()
    }
}
impl HfileTags {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

#[derive(Default, Debug, Clone)]
pub struct HfileTags_Tag {
    pub _root: SharedType<HfileTags>,
    pub _parent: SharedType<HfileTags>,
    pub _self: SharedType<Self>,
    len_tag: RefCell<u16>,
    tag_type: RefCell<u8>,
    body: RefCell<Vec<u8>>,
    _io: RefCell<BytesReader>,
}
impl KStruct for HfileTags_Tag {
    type Root = HfileTags;
    type Parent = HfileTags;

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
        *self_rc.len_tag.borrow_mut() = _io.read_u2be()?.into();
        let _tmpa = *self_rc.len_tag();
        if !( ((((_tmpa as u16) >= (1 as u16))) && ((((_tmpa as i64) as i32) <= ((((_io.size() as i64) as i64) - ((_io.pos() as i64) as i64)) as i32)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/tag/seq/0".to_string() }));
        }
        *self_rc.tag_type.borrow_mut() = _io.read_u1()?.into();
        *self_rc.body.borrow_mut() = _io.read_bytes(((*self_rc.len_tag() as u16) - (1 as u16)) as usize)?.into();
        Ok(())
    }
}
impl HfileTags_Tag {
}

/**
 * Type and body.
 */
impl HfileTags_Tag {
    pub fn len_tag(&self) -> Ref<'_, u16> {
        self.len_tag.borrow()
    }
}
impl HfileTags_Tag {
    pub fn tag_type(&self) -> Ref<'_, u8> {
        self.tag_type.borrow()
    }
}
impl HfileTags_Tag {
    pub fn body(&self) -> Ref<'_, Vec<u8>> {
        self.body.borrow()
    }
}
impl HfileTags_Tag {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}
