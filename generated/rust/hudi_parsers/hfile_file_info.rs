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
use super::varint::Varint;

/**
 * Map of bytes to bytes about the entire file, as a protobuf message of repeated
 * pairs. Unknown protobuf fields are skipped.
 * \sa https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/HFileInfo.java Source
 */

#[derive(Default, Debug, Clone)]
pub struct HfileFileInfo {
    pub _root: SharedType<HfileFileInfo>,
    pub _parent: SharedType<HfileFileInfo>,
    pub _self: SharedType<Self>,
    magic: RefCell<Vec<u8>>,
    len_message: RefCell<OptRc<Varint>>,
    check_len_message: RefCell<Vec<u8>>,
    message: RefCell<OptRc<HfileFileInfo_InfoProto>>,
    _io: RefCell<BytesReader>,
    message_raw: RefCell<Vec<u8>>,
}
impl KStruct for HfileFileInfo {
    type Root = HfileFileInfo;
    type Parent = HfileFileInfo;

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
        *self_rc.magic.borrow_mut() = _io.read_bytes(4 as usize)?.into();
        if !(*self_rc.magic() == vec![0x50u8, 0x42u8, 0x55u8, 0x46u8]) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::NotEqual, src_path: "/seq/0".to_string() }));
        }
        let t = Self::read_into::<_, Varint>(&*_io, None, None)?.into();
        *self_rc.len_message.borrow_mut() = t;
        *self_rc.check_len_message.borrow_mut() = _io.read_bytes(0 as usize)?.into();
        let _tmpa = *self_rc.check_len_message();
        if !( ((((_tmpa.len() as i32) == (0 as i32))) && ((((*self_rc.len_message().value()? as i64) as i64) >= (0 as i64))) && ((((*self_rc.len_message().value()? as i64) as i32) <= ((((_io.size() as i64) as i64) - ((_io.pos() as i64) as i64)) as i32)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/seq/2".to_string() }));
        }
        *self_rc.message_raw.borrow_mut() = _io.read_bytes(*self_rc.len_message().value()? as usize)?.into();
        let message_raw = self_rc.message_raw.borrow();
        let _t_message_raw_io = BytesReader::from(message_raw.clone());
        let t = Self::read_into::<BytesReader, HfileFileInfo_InfoProto>(&_t_message_raw_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()))?.into();
        *self_rc.message.borrow_mut() = t;
        Ok(())
    }
}
impl HfileFileInfo {
}
impl HfileFileInfo {
    pub fn magic(&self) -> Ref<'_, Vec<u8>> {
        self.magic.borrow()
    }
}
impl HfileFileInfo {
    pub fn len_message(&self) -> Ref<'_, OptRc<Varint>> {
        self.len_message.borrow()
    }
}

/**
 * Reads nothing. The message must lie inside the block.
 */
impl HfileFileInfo {
    pub fn check_len_message(&self) -> Ref<'_, Vec<u8>> {
        self.check_len_message.borrow()
    }
}
impl HfileFileInfo {
    pub fn message(&self) -> Ref<'_, OptRc<HfileFileInfo_InfoProto>> {
        self.message.borrow()
    }
}
impl HfileFileInfo {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}
impl HfileFileInfo {
    pub fn message_raw(&self) -> Ref<'_, Vec<u8>> {
        self.message_raw.borrow()
    }
}

#[derive(Default, Debug, Clone)]
pub struct HfileFileInfo_Field {
    pub _root: SharedType<HfileFileInfo>,
    pub _parent: SharedType<HfileFileInfo_InfoProto>,
    pub _self: SharedType<Self>,
    key: RefCell<OptRc<Varint>>,
    check_key: RefCell<Vec<u8>>,
    varint: RefCell<OptRc<Varint>>,
    len_bytes: RefCell<OptRc<Varint>>,
    check_len_bytes: RefCell<Vec<u8>>,
    pair: RefCell<OptRc<HfileFileInfo_Pair>>,
    bytes: RefCell<Vec<u8>>,
    fixed64: RefCell<u64>,
    fixed32: RefCell<u32>,
    _io: RefCell<BytesReader>,
    pair_raw: RefCell<Vec<u8>>,
    f_is_pair: Cell<bool>,
    is_pair: RefCell<bool>,
    f_tag: Cell<bool>,
    tag: RefCell<i64>,
    f_wire_type: Cell<bool>,
    wire_type: RefCell<i32>,
}
impl KStruct for HfileFileInfo_Field {
    type Root = HfileFileInfo;
    type Parent = HfileFileInfo_InfoProto;

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
        let t = Self::read_into::<_, Varint>(&*_io, None, None)?.into();
        *self_rc.key.borrow_mut() = t;
        *self_rc.check_key.borrow_mut() = _io.read_bytes(0 as usize)?.into();
        let _tmpa = *self_rc.check_key();
        if !( ((((_tmpa.len() as i32) == (0 as i32))) && (((*self_rc.tag()? as i64) >= (1 as i64))) && ( ((((*self_rc.wire_type()? as i32) == (0 as i32))) || (((*self_rc.wire_type()? as i32) == (1 as i32))) || (((*self_rc.wire_type()? as i32) == (2 as i32))) || (((*self_rc.wire_type()? as i32) == (5 as i32)))) ) && ( ((((*self_rc.tag()? as i64) != (1 as i64))) || (((*self_rc.wire_type()? as i32) == (2 as i32)))) )) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/field/seq/1".to_string() }));
        }
        if ((*self_rc.wire_type()? as i32) == (0 as i32)) {
            let t = Self::read_into::<_, Varint>(&*_io, None, None)?.into();
            *self_rc.varint.borrow_mut() = t;
        }
        if ((*self_rc.wire_type()? as i32) == (2 as i32)) {
            let t = Self::read_into::<_, Varint>(&*_io, None, None)?.into();
            *self_rc.len_bytes.borrow_mut() = t;
        }
        if ((*self_rc.wire_type()? as i32) == (2 as i32)) {
            *self_rc.check_len_bytes.borrow_mut() = _io.read_bytes(0 as usize)?.into();
            let _tmpa = *self_rc.check_len_bytes();
            if !( ((((_tmpa.len() as i32) == (0 as i32))) && ((((*self_rc.len_bytes().value()? as i64) as i64) >= (0 as i64))) && ((((*self_rc.len_bytes().value()? as i64) as i32) <= ((((_io.size() as i64) as i64) - ((_io.pos() as i64) as i64)) as i32)))) ) {
                return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/field/seq/4".to_string() }));
            }
        }
        if *self_rc.is_pair()? {
            *self_rc.pair_raw.borrow_mut() = _io.read_bytes(*self_rc.len_bytes().value()? as usize)?.into();
            let pair_raw = self_rc.pair_raw.borrow();
            let _t_pair_raw_io = BytesReader::from(pair_raw.clone());
            let t = Self::read_into::<BytesReader, HfileFileInfo_Pair>(&_t_pair_raw_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()))?.into();
            *self_rc.pair.borrow_mut() = t;
        }
        if  ((((*self_rc.wire_type()? as i32) == (2 as i32))) && (!(*self_rc.is_pair()?)))  {
            *self_rc.bytes.borrow_mut() = _io.read_bytes(*self_rc.len_bytes().value()? as usize)?.into();
        }
        if ((*self_rc.wire_type()? as i32) == (1 as i32)) {
            *self_rc.fixed64.borrow_mut() = _io.read_u8le()?.into();
        }
        if ((*self_rc.wire_type()? as i32) == (5 as i32)) {
            *self_rc.fixed32.borrow_mut() = _io.read_u4le()?.into();
        }
        Ok(())
    }
}
impl HfileFileInfo_Field {
    pub fn is_pair(
        &self
    ) -> KResult<Ref<'_, bool>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_is_pair.get() {
            return Ok(self.is_pair.borrow());
        }
        self.f_is_pair.set(true);
        *self.is_pair.borrow_mut() = (((*self.tag()? as i64) == (1 as i64))) as bool;
        Ok(self.is_pair.borrow())
    }
    pub fn tag(
        &self
    ) -> KResult<Ref<'_, i64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_tag.get() {
            return Ok(self.tag.borrow());
        }
        self.f_tag.set(true);
        *self.tag.borrow_mut() = ((((*self.key().value()? as u64) / (8 as u64)) as i64)) as i64;
        Ok(self.tag.borrow())
    }
    pub fn wire_type(
        &self
    ) -> KResult<Ref<'_, i32>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_wire_type.get() {
            return Ok(self.wire_type.borrow());
        }
        self.f_wire_type.set(true);
        *self.wire_type.borrow_mut() = ((((*self.key().value()? as u64) % (8 as u64)) as i32)) as i32;
        Ok(self.wire_type.borrow())
    }
}
impl HfileFileInfo_Field {
    pub fn key(&self) -> Ref<'_, OptRc<Varint>> {
        self.key.borrow()
    }
}

/**
 * Reads nothing. Protobuf has no field 0 and no other wire types, and
 * pairs are messages.
 */
impl HfileFileInfo_Field {
    pub fn check_key(&self) -> Ref<'_, Vec<u8>> {
        self.check_key.borrow()
    }
}
impl HfileFileInfo_Field {
    pub fn varint(&self) -> Ref<'_, OptRc<Varint>> {
        self.varint.borrow()
    }
}
impl HfileFileInfo_Field {
    pub fn len_bytes(&self) -> Ref<'_, OptRc<Varint>> {
        self.len_bytes.borrow()
    }
}

/**
 * Reads nothing. The value must lie inside the message.
 */
impl HfileFileInfo_Field {
    pub fn check_len_bytes(&self) -> Ref<'_, Vec<u8>> {
        self.check_len_bytes.borrow()
    }
}
impl HfileFileInfo_Field {
    pub fn pair(&self) -> Ref<'_, OptRc<HfileFileInfo_Pair>> {
        self.pair.borrow()
    }
}
impl HfileFileInfo_Field {
    pub fn bytes(&self) -> Ref<'_, Vec<u8>> {
        self.bytes.borrow()
    }
}
impl HfileFileInfo_Field {
    pub fn fixed64(&self) -> Ref<'_, u64> {
        self.fixed64.borrow()
    }
}
impl HfileFileInfo_Field {
    pub fn fixed32(&self) -> Ref<'_, u32> {
        self.fixed32.borrow()
    }
}
impl HfileFileInfo_Field {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}
impl HfileFileInfo_Field {
    pub fn pair_raw(&self) -> Ref<'_, Vec<u8>> {
        self.pair_raw.borrow()
    }
}

#[derive(Default, Debug, Clone)]
pub struct HfileFileInfo_InfoProto {
    pub _root: SharedType<HfileFileInfo>,
    pub _parent: SharedType<HfileFileInfo>,
    pub _self: SharedType<Self>,
    fields: RefCell<Vec<OptRc<HfileFileInfo_Field>>>,
    _io: RefCell<BytesReader>,
}
impl KStruct for HfileFileInfo_InfoProto {
    type Root = HfileFileInfo;
    type Parent = HfileFileInfo;

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
        *self_rc.fields.borrow_mut() = Vec::new();
        {
            let mut _i = 0;
            while !_io.is_eof() {
                let t = Self::read_into::<_, HfileFileInfo_Field>(&*_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()))?.into();
                self_rc.fields.borrow_mut().push(t);
                _i += 1;
            }
        }
        Ok(())
    }
}
impl HfileFileInfo_InfoProto {
}
impl HfileFileInfo_InfoProto {
    pub fn fields(&self) -> Ref<'_, Vec<OptRc<HfileFileInfo_Field>>> {
        self.fields.borrow()
    }
}
impl HfileFileInfo_InfoProto {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

#[derive(Default, Debug, Clone)]
pub struct HfileFileInfo_Pair {
    pub _root: SharedType<HfileFileInfo>,
    pub _parent: SharedType<HfileFileInfo_Field>,
    pub _self: SharedType<Self>,
    fields: RefCell<Vec<OptRc<HfileFileInfo_PairField>>>,
    check_parts: RefCell<Vec<u8>>,
    _io: RefCell<BytesReader>,
    f_first: Cell<bool>,
    first: RefCell<Vec<u8>>,
    f_second: Cell<bool>,
    second: RefCell<Vec<u8>>,
}
impl KStruct for HfileFileInfo_Pair {
    type Root = HfileFileInfo;
    type Parent = HfileFileInfo_Field;

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
        *self_rc.fields.borrow_mut() = Vec::new();
        {
            let mut _i = 0;
            while !_io.is_eof() {
                let f = |t : &mut HfileFileInfo_PairField| Ok(t.set_params(((_i as i32)).try_into().map_err(|_| KError::CastError)?, (if ((_i as i32) == (0 as i32)) { (-1 as i32) } else { *self_rc.fields()[((_i as i32) - (1 as i32)) as usize].first_at()? }).try_into().map_err(|_| KError::CastError)?, (if ((_i as i32) == (0 as i32)) { (-1 as i32) } else { *self_rc.fields()[((_i as i32) - (1 as i32)) as usize].second_at()? }).try_into().map_err(|_| KError::CastError)?));
                let t = Self::read_into_with_init::<_, HfileFileInfo_PairField>(&*_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()), &f)?.into();
                self_rc.fields.borrow_mut().push(t);
                _i += 1;
            }
        }
        *self_rc.check_parts.borrow_mut() = _io.read_bytes(0 as usize)?.into();
        let _tmpa = *self_rc.check_parts();
        if !( ((((_tmpa.len() as i32) == (0 as i32))) && (((if ((self_rc.fields().len() as i32) > (0 as i32)) { *self_rc.fields().last().ok_or(KError::EmptyIterator)?.first_at()? } else { (-1 as i32) } as i32) >= (0 as i32))) && (((if ((self_rc.fields().len() as i32) > (0 as i32)) { *self_rc.fields().last().ok_or(KError::EmptyIterator)?.second_at()? } else { (-1 as i32) } as i32) >= (0 as i32)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/pair/seq/1".to_string() }));
        }
        Ok(())
    }
}
impl HfileFileInfo_Pair {

    /**
     * Name of the entry
     */
    pub fn first(
        &self
    ) -> KResult<Ref<'_, Vec<u8>>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_first.get() {
            return Ok(self.first.borrow());
        }
        self.f_first.set(true);
        *self.first.borrow_mut() = self.fields()[*self.fields().last().ok_or(KError::EmptyIterator)?.first_at()? as usize].bytes().to_vec();
        Ok(self.first.borrow())
    }

    /**
     * Value of the entry
     */
    pub fn second(
        &self
    ) -> KResult<Ref<'_, Vec<u8>>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_second.get() {
            return Ok(self.second.borrow());
        }
        self.f_second.set(true);
        *self.second.borrow_mut() = self.fields()[*self.fields().last().ok_or(KError::EmptyIterator)?.second_at()? as usize].bytes().to_vec();
        Ok(self.second.borrow())
    }
}
impl HfileFileInfo_Pair {
    pub fn fields(&self) -> Ref<'_, Vec<OptRc<HfileFileInfo_PairField>>> {
        self.fields.borrow()
    }
}

/**
 * Reads nothing. A pair has both parts. Go evaluates both sides of an
 * `and` if instances are called, so a conditional checks the size.
 */
impl HfileFileInfo_Pair {
    pub fn check_parts(&self) -> Ref<'_, Vec<u8>> {
        self.check_parts.borrow()
    }
}
impl HfileFileInfo_Pair {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

#[derive(Default, Debug, Clone)]
pub struct HfileFileInfo_PairField {
    pub _root: SharedType<HfileFileInfo>,
    pub _parent: SharedType<HfileFileInfo_Pair>,
    pub _self: SharedType<Self>,
    index: RefCell<i32>,
    prev_first_at: RefCell<i32>,
    prev_second_at: RefCell<i32>,
    key: RefCell<OptRc<Varint>>,
    check_key: RefCell<Vec<u8>>,
    varint: RefCell<OptRc<Varint>>,
    len_bytes: RefCell<OptRc<Varint>>,
    check_len_bytes: RefCell<Vec<u8>>,
    bytes: RefCell<Vec<u8>>,
    fixed64: RefCell<u64>,
    fixed32: RefCell<u32>,
    _io: RefCell<BytesReader>,
    f_first_at: Cell<bool>,
    first_at: RefCell<i32>,
    f_second_at: Cell<bool>,
    second_at: RefCell<i32>,
    f_tag: Cell<bool>,
    tag: RefCell<i64>,
    f_wire_type: Cell<bool>,
    wire_type: RefCell<i32>,
}
impl KStruct for HfileFileInfo_PairField {
    type Root = HfileFileInfo;
    type Parent = HfileFileInfo_Pair;

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
        let t = Self::read_into::<_, Varint>(&*_io, None, None)?.into();
        *self_rc.key.borrow_mut() = t;
        *self_rc.check_key.borrow_mut() = _io.read_bytes(0 as usize)?.into();
        let _tmpa = *self_rc.check_key();
        if !( ((((_tmpa.len() as i32) == (0 as i32))) && (((*self_rc.tag()? as i64) >= (1 as i64))) && ( ((((*self_rc.wire_type()? as i32) == (0 as i32))) || (((*self_rc.wire_type()? as i32) == (1 as i32))) || (((*self_rc.wire_type()? as i32) == (2 as i32))) || (((*self_rc.wire_type()? as i32) == (5 as i32)))) ) && ( ((((*self_rc.tag()? as i64) > (2 as i64))) || (((*self_rc.wire_type()? as i32) == (2 as i32)))) )) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/pair_field/seq/1".to_string() }));
        }
        if ((*self_rc.wire_type()? as i32) == (0 as i32)) {
            let t = Self::read_into::<_, Varint>(&*_io, None, None)?.into();
            *self_rc.varint.borrow_mut() = t;
        }
        if ((*self_rc.wire_type()? as i32) == (2 as i32)) {
            let t = Self::read_into::<_, Varint>(&*_io, None, None)?.into();
            *self_rc.len_bytes.borrow_mut() = t;
        }
        if ((*self_rc.wire_type()? as i32) == (2 as i32)) {
            *self_rc.check_len_bytes.borrow_mut() = _io.read_bytes(0 as usize)?.into();
            let _tmpa = *self_rc.check_len_bytes();
            if !( ((((_tmpa.len() as i32) == (0 as i32))) && ((((*self_rc.len_bytes().value()? as i64) as i64) >= (0 as i64))) && ((((*self_rc.len_bytes().value()? as i64) as i32) <= ((((_io.size() as i64) as i64) - ((_io.pos() as i64) as i64)) as i32)))) ) {
                return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/pair_field/seq/4".to_string() }));
            }
        }
        if ((*self_rc.wire_type()? as i32) == (2 as i32)) {
            *self_rc.bytes.borrow_mut() = _io.read_bytes(*self_rc.len_bytes().value()? as usize)?.into();
        }
        if ((*self_rc.wire_type()? as i32) == (1 as i32)) {
            *self_rc.fixed64.borrow_mut() = _io.read_u8le()?.into();
        }
        if ((*self_rc.wire_type()? as i32) == (5 as i32)) {
            *self_rc.fixed32.borrow_mut() = _io.read_u4le()?.into();
        }
        Ok(())
    }
}
impl HfileFileInfo_PairField {
    pub fn index(&self) -> Ref<'_, i32> {
        self.index.borrow()
    }
}
impl HfileFileInfo_PairField {
    pub fn prev_first_at(&self) -> Ref<'_, i32> {
        self.prev_first_at.borrow()
    }
}
impl HfileFileInfo_PairField {
    pub fn prev_second_at(&self) -> Ref<'_, i32> {
        self.prev_second_at.borrow()
    }
}
impl HfileFileInfo_PairField {
    pub fn set_params(&mut self, index: i32, prev_first_at: i32, prev_second_at: i32) {
        *self.index.borrow_mut() = index;
        *self.prev_first_at.borrow_mut() = prev_first_at;
        *self.prev_second_at.borrow_mut() = prev_second_at;
    }
}
impl HfileFileInfo_PairField {
    pub fn first_at(
        &self
    ) -> KResult<Ref<'_, i32>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_first_at.get() {
            return Ok(self.first_at.borrow());
        }
        self.f_first_at.set(true);
        *self.first_at.borrow_mut() = (if ((*self.tag()? as i64) == (1 as i64)) { *self.index() } else { *self.prev_first_at() }) as i32;
        Ok(self.first_at.borrow())
    }
    pub fn second_at(
        &self
    ) -> KResult<Ref<'_, i32>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_second_at.get() {
            return Ok(self.second_at.borrow());
        }
        self.f_second_at.set(true);
        *self.second_at.borrow_mut() = (if ((*self.tag()? as i64) == (2 as i64)) { *self.index() } else { *self.prev_second_at() }) as i32;
        Ok(self.second_at.borrow())
    }
    pub fn tag(
        &self
    ) -> KResult<Ref<'_, i64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_tag.get() {
            return Ok(self.tag.borrow());
        }
        self.f_tag.set(true);
        *self.tag.borrow_mut() = ((((*self.key().value()? as u64) / (8 as u64)) as i64)) as i64;
        Ok(self.tag.borrow())
    }
    pub fn wire_type(
        &self
    ) -> KResult<Ref<'_, i32>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_wire_type.get() {
            return Ok(self.wire_type.borrow());
        }
        self.f_wire_type.set(true);
        *self.wire_type.borrow_mut() = ((((*self.key().value()? as u64) % (8 as u64)) as i32)) as i32;
        Ok(self.wire_type.borrow())
    }
}
impl HfileFileInfo_PairField {
    pub fn key(&self) -> Ref<'_, OptRc<Varint>> {
        self.key.borrow()
    }
}

/**
 * Reads nothing. Name and value are bytes.
 */
impl HfileFileInfo_PairField {
    pub fn check_key(&self) -> Ref<'_, Vec<u8>> {
        self.check_key.borrow()
    }
}
impl HfileFileInfo_PairField {
    pub fn varint(&self) -> Ref<'_, OptRc<Varint>> {
        self.varint.borrow()
    }
}
impl HfileFileInfo_PairField {
    pub fn len_bytes(&self) -> Ref<'_, OptRc<Varint>> {
        self.len_bytes.borrow()
    }
}

/**
 * Reads nothing. The value must lie inside the pair.
 */
impl HfileFileInfo_PairField {
    pub fn check_len_bytes(&self) -> Ref<'_, Vec<u8>> {
        self.check_len_bytes.borrow()
    }
}
impl HfileFileInfo_PairField {
    pub fn bytes(&self) -> Ref<'_, Vec<u8>> {
        self.bytes.borrow()
    }
}
impl HfileFileInfo_PairField {
    pub fn fixed64(&self) -> Ref<'_, u64> {
        self.fixed64.borrow()
    }
}
impl HfileFileInfo_PairField {
    pub fn fixed32(&self) -> Ref<'_, u32> {
        self.fixed32.borrow()
    }
}
impl HfileFileInfo_PairField {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}
