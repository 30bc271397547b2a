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
 * The last 212 bytes (major version 2) or 4096 bytes (major version 3) of a file
 * without the last four, which are the version. From version 2.2 on it is a
 * protobuf message and zeros, in earlier versions a sequence of fixed fields.
 * \sa https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/FixedFileTrailer.java Source
 */

#[derive(Default, Debug, Clone)]
pub struct HfileTrailer {
    pub _root: SharedType<HfileTrailer>,
    pub _parent: SharedType<HfileTrailer>,
    pub _self: SharedType<Self>,
    major: RefCell<i32>,
    minor: RefCell<i32>,
    magic: RefCell<Vec<u8>>,
    len_message: RefCell<OptRc<Varint>>,
    check_len_message: RefCell<Vec<u8>>,
    message: RefCell<OptRc<HfileTrailer_TrailerProto>>,
    fixed: RefCell<OptRc<HfileTrailer_FixedFields>>,
    _io: RefCell<BytesReader>,
    message_raw: RefCell<Vec<u8>>,
    f_has_message: Cell<bool>,
    has_message: RefCell<bool>,
}
impl KStruct for HfileTrailer {
    type Root = HfileTrailer;
    type Parent = HfileTrailer;

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
        *self_rc.magic.borrow_mut() = _io.read_bytes(8 as usize)?.into();
        if !(*self_rc.magic() == vec![0x54u8, 0x52u8, 0x41u8, 0x42u8, 0x4cu8, 0x4bu8, 0x22u8, 0x24u8]) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::NotEqual, src_path: "/seq/0".to_string() }));
        }
        if *self_rc.has_message()? {
            let t = Self::read_into::<_, Varint>(&*_io, None, None)?.into();
            *self_rc.len_message.borrow_mut() = t;
        }
        if *self_rc.has_message()? {
            *self_rc.check_len_message.borrow_mut() = _io.read_bytes(0 as usize)?.into();
            let _tmpa = *self_rc.check_len_message();
            if !( ((((_tmpa.len() as i32) == (0 as i32))) && ((((*self_rc.len_message().value()? as i64) as i64) >= (0 as i64))) && ((((*self_rc.len_message().value()? as i64) as i32) <= ((((_io.size() as i64) as i64) - ((_io.pos() as i64) as i64)) as i32)))) ) {
                return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/seq/2".to_string() }));
            }
        }
        if *self_rc.has_message()? {
            *self_rc.message_raw.borrow_mut() = _io.read_bytes(*self_rc.len_message().value()? as usize)?.into();
            let message_raw = self_rc.message_raw.borrow();
            let _t_message_raw_io = BytesReader::from(message_raw.clone());
            let t = Self::read_into::<BytesReader, HfileTrailer_TrailerProto>(&_t_message_raw_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()))?.into();
            *self_rc.message.borrow_mut() = t;
        }
        if !(*self_rc.has_message()?) {
            let t = Self::read_into::<_, HfileTrailer_FixedFields>(&*_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()))?.into();
            *self_rc.fixed.borrow_mut() = t;
        }
        Ok(())
    }
}
impl HfileTrailer {
    pub fn major(&self) -> Ref<'_, i32> {
        self.major.borrow()
    }
}
impl HfileTrailer {
    pub fn minor(&self) -> Ref<'_, i32> {
        self.minor.borrow()
    }
}
impl HfileTrailer {
    pub fn set_params(&mut self, major: i32, minor: i32) {
        *self.major.borrow_mut() = major;
        *self.minor.borrow_mut() = minor;
    }
}
impl HfileTrailer {
    pub fn has_message(
        &self
    ) -> KResult<Ref<'_, bool>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_has_message.get() {
            return Ok(self.has_message.borrow());
        }
        self.f_has_message.set(true);
        *self.has_message.borrow_mut() = ( ((((*self.major() as i32) >= (3 as i32))) || (((*self.minor() as i32) >= (2 as i32)))) ) as bool;
        Ok(self.has_message.borrow())
    }
}
impl HfileTrailer {
    pub fn magic(&self) -> Ref<'_, Vec<u8>> {
        self.magic.borrow()
    }
}
impl HfileTrailer {
    pub fn len_message(&self) -> Ref<'_, OptRc<Varint>> {
        self.len_message.borrow()
    }
}

/**
 * Reads nothing. The message must lie inside the trailer.
 */
impl HfileTrailer {
    pub fn check_len_message(&self) -> Ref<'_, Vec<u8>> {
        self.check_len_message.borrow()
    }
}
impl HfileTrailer {
    pub fn message(&self) -> Ref<'_, OptRc<HfileTrailer_TrailerProto>> {
        self.message.borrow()
    }
}
impl HfileTrailer {
    pub fn fixed(&self) -> Ref<'_, OptRc<HfileTrailer_FixedFields>> {
        self.fixed.borrow()
    }
}
impl HfileTrailer {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}
impl HfileTrailer {
    pub fn message_raw(&self) -> Ref<'_, Vec<u8>> {
        self.message_raw.borrow()
    }
}

/**
 * Versions 2.0 and 2.1.
 */

#[derive(Default, Debug, Clone)]
pub struct HfileTrailer_FixedFields {
    pub _root: SharedType<HfileTrailer>,
    pub _parent: SharedType<HfileTrailer>,
    pub _self: SharedType<Self>,
    ofs_file_info: RefCell<i64>,
    ofs_load_on_open: RefCell<i64>,
    num_data_index_entries: RefCell<i32>,
    len_data_index_inflated: RefCell<i64>,
    num_meta_index_entries: RefCell<i32>,
    len_total_inflated: RefCell<i64>,
    num_entries: RefCell<i64>,
    compression_codec: RefCell<i32>,
    num_data_index_levels: RefCell<i32>,
    ofs_first_data_block: RefCell<i64>,
    ofs_last_data_block: RefCell<i64>,
    comparator_class_name: RefCell<Vec<u8>>,
    _io: RefCell<BytesReader>,
}
impl KStruct for HfileTrailer_FixedFields {
    type Root = HfileTrailer;
    type Parent = HfileTrailer;

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
        *self_rc.ofs_file_info.borrow_mut() = _io.read_s8be()?.into();
        *self_rc.ofs_load_on_open.borrow_mut() = _io.read_s8be()?.into();
        *self_rc.num_data_index_entries.borrow_mut() = _io.read_s4be()?.into();
        if !(((*self_rc.num_data_index_entries() as i32) >= (0 as i32))) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::LessThan, src_path: "/types/fixed_fields/seq/2".to_string() }));
        }
        *self_rc.len_data_index_inflated.borrow_mut() = _io.read_s8be()?.into();
        *self_rc.num_meta_index_entries.borrow_mut() = _io.read_s4be()?.into();
        if !(((*self_rc.num_meta_index_entries() as i32) >= (0 as i32))) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::LessThan, src_path: "/types/fixed_fields/seq/4".to_string() }));
        }
        *self_rc.len_total_inflated.borrow_mut() = _io.read_s8be()?.into();
        *self_rc.num_entries.borrow_mut() = _io.read_s8be()?.into();
        if !(((*self_rc.num_entries() as i64) >= (0 as i64))) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::LessThan, src_path: "/types/fixed_fields/seq/6".to_string() }));
        }
        *self_rc.compression_codec.borrow_mut() = _io.read_s4be()?.into();
        *self_rc.num_data_index_levels.borrow_mut() = _io.read_s4be()?.into();
        if !(((*self_rc.num_data_index_levels() as i32) >= (1 as i32))) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::LessThan, src_path: "/types/fixed_fields/seq/8".to_string() }));
        }
        *self_rc.ofs_first_data_block.borrow_mut() = _io.read_s8be()?.into();
        *self_rc.ofs_last_data_block.borrow_mut() = _io.read_s8be()?.into();
        *self_rc.comparator_class_name.borrow_mut() = _io.read_bytes(128 as usize)?.into();
        Ok(())
    }
}
impl HfileTrailer_FixedFields {
}
impl HfileTrailer_FixedFields {
    pub fn ofs_file_info(&self) -> Ref<'_, i64> {
        self.ofs_file_info.borrow()
    }
}
impl HfileTrailer_FixedFields {
    pub fn ofs_load_on_open(&self) -> Ref<'_, i64> {
        self.ofs_load_on_open.borrow()
    }
}
impl HfileTrailer_FixedFields {
    pub fn num_data_index_entries(&self) -> Ref<'_, i32> {
        self.num_data_index_entries.borrow()
    }
}
impl HfileTrailer_FixedFields {
    pub fn len_data_index_inflated(&self) -> Ref<'_, i64> {
        self.len_data_index_inflated.borrow()
    }
}
impl HfileTrailer_FixedFields {
    pub fn num_meta_index_entries(&self) -> Ref<'_, i32> {
        self.num_meta_index_entries.borrow()
    }
}
impl HfileTrailer_FixedFields {
    pub fn len_total_inflated(&self) -> Ref<'_, i64> {
        self.len_total_inflated.borrow()
    }
}
impl HfileTrailer_FixedFields {
    pub fn num_entries(&self) -> Ref<'_, i64> {
        self.num_entries.borrow()
    }
}
impl HfileTrailer_FixedFields {
    pub fn compression_codec(&self) -> Ref<'_, i32> {
        self.compression_codec.borrow()
    }
}
impl HfileTrailer_FixedFields {
    pub fn num_data_index_levels(&self) -> Ref<'_, i32> {
        self.num_data_index_levels.borrow()
    }
}
impl HfileTrailer_FixedFields {
    pub fn ofs_first_data_block(&self) -> Ref<'_, i64> {
        self.ofs_first_data_block.borrow()
    }
}
impl HfileTrailer_FixedFields {
    pub fn ofs_last_data_block(&self) -> Ref<'_, i64> {
        self.ofs_last_data_block.borrow()
    }
}

/**
 * Padded with zero bytes.
 */
impl HfileTrailer_FixedFields {
    pub fn comparator_class_name(&self) -> Ref<'_, Vec<u8>> {
        self.comparator_class_name.borrow()
    }
}
impl HfileTrailer_FixedFields {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

#[derive(Default, Debug, Clone)]
pub struct HfileTrailer_TrailerField {
    pub _root: SharedType<HfileTrailer>,
    pub _parent: SharedType<HfileTrailer_TrailerProto>,
    pub _self: SharedType<Self>,
    index: RefCell<i32>,
    prev_ofs_file_info: RefCell<u64>,
    prev_ofs_load_on_open: RefCell<u64>,
    prev_len_data_index_inflated: RefCell<u64>,
    prev_len_total_inflated: RefCell<u64>,
    prev_num_data_index_entries: RefCell<u64>,
    prev_num_meta_index_entries: RefCell<u64>,
    prev_num_entries: RefCell<u64>,
    prev_num_data_index_levels: RefCell<u64>,
    prev_ofs_first_data_block: RefCell<u64>,
    prev_ofs_last_data_block: RefCell<u64>,
    prev_compression_codec: RefCell<u64>,
    prev_comparator_at: RefCell<i32>,
    prev_encryption_key_at: RefCell<i32>,
    key: RefCell<OptRc<Varint>>,
    check_key: RefCell<Vec<u8>>,
    varint: RefCell<OptRc<Varint>>,
    len_bytes: RefCell<OptRc<Varint>>,
    check_len_bytes: RefCell<Vec<u8>>,
    bytes: RefCell<Vec<u8>>,
    fixed64: RefCell<u64>,
    fixed32: RefCell<u32>,
    _io: RefCell<BytesReader>,
    f_comparator_at: Cell<bool>,
    comparator_at: RefCell<i32>,
    f_compression_codec: Cell<bool>,
    compression_codec: RefCell<u64>,
    f_encryption_key_at: Cell<bool>,
    encryption_key_at: RefCell<i32>,
    f_len_data_index_inflated: Cell<bool>,
    len_data_index_inflated: RefCell<u64>,
    f_len_total_inflated: Cell<bool>,
    len_total_inflated: RefCell<u64>,
    f_num_data_index_entries: Cell<bool>,
    num_data_index_entries: RefCell<u64>,
    f_num_data_index_levels: Cell<bool>,
    num_data_index_levels: RefCell<u64>,
    f_num_entries: Cell<bool>,
    num_entries: RefCell<u64>,
    f_num_meta_index_entries: Cell<bool>,
    num_meta_index_entries: RefCell<u64>,
    f_ofs_file_info: Cell<bool>,
    ofs_file_info: RefCell<u64>,
    f_ofs_first_data_block: Cell<bool>,
    ofs_first_data_block: RefCell<u64>,
    f_ofs_last_data_block: Cell<bool>,
    ofs_last_data_block: RefCell<u64>,
    f_ofs_load_on_open: Cell<bool>,
    ofs_load_on_open: RefCell<u64>,
    f_tag: Cell<bool>,
    tag: RefCell<i64>,
    f_wire_type: Cell<bool>,
    wire_type: RefCell<i32>,
}
impl KStruct for HfileTrailer_TrailerField {
    type Root = HfileTrailer;
    type Parent = HfileTrailer_TrailerProto;

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
        if !( ((((_tmpa.len() as i32) == (0 as i32))) && (((*self_rc.tag()? as i64) >= (1 as i64))) && ( ((((*self_rc.wire_type()? as i32) == (0 as i32))) || (((*self_rc.wire_type()? as i32) == (1 as i32))) || (((*self_rc.wire_type()? as i32) == (2 as i32))) || (((*self_rc.wire_type()? as i32) == (5 as i32)))) )) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/trailer_field/seq/1".to_string() }));
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
                return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/trailer_field/seq/4".to_string() }));
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
impl HfileTrailer_TrailerField {
    pub fn index(&self) -> Ref<'_, i32> {
        self.index.borrow()
    }
}
impl HfileTrailer_TrailerField {
    pub fn prev_ofs_file_info(&self) -> Ref<'_, u64> {
        self.prev_ofs_file_info.borrow()
    }
}
impl HfileTrailer_TrailerField {
    pub fn prev_ofs_load_on_open(&self) -> Ref<'_, u64> {
        self.prev_ofs_load_on_open.borrow()
    }
}
impl HfileTrailer_TrailerField {
    pub fn prev_len_data_index_inflated(&self) -> Ref<'_, u64> {
        self.prev_len_data_index_inflated.borrow()
    }
}
impl HfileTrailer_TrailerField {
    pub fn prev_len_total_inflated(&self) -> Ref<'_, u64> {
        self.prev_len_total_inflated.borrow()
    }
}
impl HfileTrailer_TrailerField {
    pub fn prev_num_data_index_entries(&self) -> Ref<'_, u64> {
        self.prev_num_data_index_entries.borrow()
    }
}
impl HfileTrailer_TrailerField {
    pub fn prev_num_meta_index_entries(&self) -> Ref<'_, u64> {
        self.prev_num_meta_index_entries.borrow()
    }
}
impl HfileTrailer_TrailerField {
    pub fn prev_num_entries(&self) -> Ref<'_, u64> {
        self.prev_num_entries.borrow()
    }
}
impl HfileTrailer_TrailerField {
    pub fn prev_num_data_index_levels(&self) -> Ref<'_, u64> {
        self.prev_num_data_index_levels.borrow()
    }
}
impl HfileTrailer_TrailerField {
    pub fn prev_ofs_first_data_block(&self) -> Ref<'_, u64> {
        self.prev_ofs_first_data_block.borrow()
    }
}
impl HfileTrailer_TrailerField {
    pub fn prev_ofs_last_data_block(&self) -> Ref<'_, u64> {
        self.prev_ofs_last_data_block.borrow()
    }
}
impl HfileTrailer_TrailerField {
    pub fn prev_compression_codec(&self) -> Ref<'_, u64> {
        self.prev_compression_codec.borrow()
    }
}
impl HfileTrailer_TrailerField {
    pub fn prev_comparator_at(&self) -> Ref<'_, i32> {
        self.prev_comparator_at.borrow()
    }
}
impl HfileTrailer_TrailerField {
    pub fn prev_encryption_key_at(&self) -> Ref<'_, i32> {
        self.prev_encryption_key_at.borrow()
    }
}
impl HfileTrailer_TrailerField {
    pub fn set_params(&mut self, index: i32, prev_ofs_file_info: u64, prev_ofs_load_on_open: u64, prev_len_data_index_inflated: u64, prev_len_total_inflated: u64, prev_num_data_index_entries: u64, prev_num_meta_index_entries: u64, prev_num_entries: u64, prev_num_data_index_levels: u64, prev_ofs_first_data_block: u64, prev_ofs_last_data_block: u64, prev_compression_codec: u64, prev_comparator_at: i32, prev_encryption_key_at: i32) {
        *self.index.borrow_mut() = index;
        *self.prev_ofs_file_info.borrow_mut() = prev_ofs_file_info;
        *self.prev_ofs_load_on_open.borrow_mut() = prev_ofs_load_on_open;
        *self.prev_len_data_index_inflated.borrow_mut() = prev_len_data_index_inflated;
        *self.prev_len_total_inflated.borrow_mut() = prev_len_total_inflated;
        *self.prev_num_data_index_entries.borrow_mut() = prev_num_data_index_entries;
        *self.prev_num_meta_index_entries.borrow_mut() = prev_num_meta_index_entries;
        *self.prev_num_entries.borrow_mut() = prev_num_entries;
        *self.prev_num_data_index_levels.borrow_mut() = prev_num_data_index_levels;
        *self.prev_ofs_first_data_block.borrow_mut() = prev_ofs_first_data_block;
        *self.prev_ofs_last_data_block.borrow_mut() = prev_ofs_last_data_block;
        *self.prev_compression_codec.borrow_mut() = prev_compression_codec;
        *self.prev_comparator_at.borrow_mut() = prev_comparator_at;
        *self.prev_encryption_key_at.borrow_mut() = prev_encryption_key_at;
    }
}
impl HfileTrailer_TrailerField {

    /**
     * Position of the field in `fields`, -1 for none so far.
     */
    pub fn comparator_at(
        &self
    ) -> KResult<Ref<'_, i32>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_comparator_at.get() {
            return Ok(self.comparator_at.borrow());
        }
        self.f_comparator_at.set(true);
        *self.comparator_at.borrow_mut() = (if  ((((*self.tag()? as i64) == (11 as i64))) && (((*self.wire_type()? as i32) == (2 as i32))))  { *self.index() } else { *self.prev_comparator_at() }) as i32;
        Ok(self.comparator_at.borrow())
    }
    pub fn compression_codec(
        &self
    ) -> KResult<Ref<'_, u64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_compression_codec.get() {
            return Ok(self.compression_codec.borrow());
        }
        self.f_compression_codec.set(true);
        *self.compression_codec.borrow_mut() = (if  ((((*self.tag()? as i64) == (12 as i64))) && (((*self.wire_type()? as i32) == (0 as i32))))  { *self.varint().value()? } else { *self.prev_compression_codec() }) as u64;
        Ok(self.compression_codec.borrow())
    }

    /**
     * Position of the field in `fields`, -1 for none so far.
     */
    pub fn encryption_key_at(
        &self
    ) -> KResult<Ref<'_, i32>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_encryption_key_at.get() {
            return Ok(self.encryption_key_at.borrow());
        }
        self.f_encryption_key_at.set(true);
        *self.encryption_key_at.borrow_mut() = (if  ((((*self.tag()? as i64) == (13 as i64))) && (((*self.wire_type()? as i32) == (2 as i32))))  { *self.index() } else { *self.prev_encryption_key_at() }) as i32;
        Ok(self.encryption_key_at.borrow())
    }
    pub fn len_data_index_inflated(
        &self
    ) -> KResult<Ref<'_, u64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_len_data_index_inflated.get() {
            return Ok(self.len_data_index_inflated.borrow());
        }
        self.f_len_data_index_inflated.set(true);
        *self.len_data_index_inflated.borrow_mut() = (if  ((((*self.tag()? as i64) == (3 as i64))) && (((*self.wire_type()? as i32) == (0 as i32))))  { *self.varint().value()? } else { *self.prev_len_data_index_inflated() }) as u64;
        Ok(self.len_data_index_inflated.borrow())
    }
    pub fn len_total_inflated(
        &self
    ) -> KResult<Ref<'_, u64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_len_total_inflated.get() {
            return Ok(self.len_total_inflated.borrow());
        }
        self.f_len_total_inflated.set(true);
        *self.len_total_inflated.borrow_mut() = (if  ((((*self.tag()? as i64) == (4 as i64))) && (((*self.wire_type()? as i32) == (0 as i32))))  { *self.varint().value()? } else { *self.prev_len_total_inflated() }) as u64;
        Ok(self.len_total_inflated.borrow())
    }
    pub fn num_data_index_entries(
        &self
    ) -> KResult<Ref<'_, u64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_num_data_index_entries.get() {
            return Ok(self.num_data_index_entries.borrow());
        }
        self.f_num_data_index_entries.set(true);
        *self.num_data_index_entries.borrow_mut() = (if  ((((*self.tag()? as i64) == (5 as i64))) && (((*self.wire_type()? as i32) == (0 as i32))))  { *self.varint().value()? } else { *self.prev_num_data_index_entries() }) as u64;
        Ok(self.num_data_index_entries.borrow())
    }
    pub fn num_data_index_levels(
        &self
    ) -> KResult<Ref<'_, u64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_num_data_index_levels.get() {
            return Ok(self.num_data_index_levels.borrow());
        }
        self.f_num_data_index_levels.set(true);
        *self.num_data_index_levels.borrow_mut() = (if  ((((*self.tag()? as i64) == (8 as i64))) && (((*self.wire_type()? as i32) == (0 as i32))))  { *self.varint().value()? } else { *self.prev_num_data_index_levels() }) as u64;
        Ok(self.num_data_index_levels.borrow())
    }
    pub fn num_entries(
        &self
    ) -> KResult<Ref<'_, u64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_num_entries.get() {
            return Ok(self.num_entries.borrow());
        }
        self.f_num_entries.set(true);
        *self.num_entries.borrow_mut() = (if  ((((*self.tag()? as i64) == (7 as i64))) && (((*self.wire_type()? as i32) == (0 as i32))))  { *self.varint().value()? } else { *self.prev_num_entries() }) as u64;
        Ok(self.num_entries.borrow())
    }
    pub fn num_meta_index_entries(
        &self
    ) -> KResult<Ref<'_, u64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_num_meta_index_entries.get() {
            return Ok(self.num_meta_index_entries.borrow());
        }
        self.f_num_meta_index_entries.set(true);
        *self.num_meta_index_entries.borrow_mut() = (if  ((((*self.tag()? as i64) == (6 as i64))) && (((*self.wire_type()? as i32) == (0 as i32))))  { *self.varint().value()? } else { *self.prev_num_meta_index_entries() }) as u64;
        Ok(self.num_meta_index_entries.borrow())
    }
    pub fn ofs_file_info(
        &self
    ) -> KResult<Ref<'_, u64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_ofs_file_info.get() {
            return Ok(self.ofs_file_info.borrow());
        }
        self.f_ofs_file_info.set(true);
        *self.ofs_file_info.borrow_mut() = (if  ((((*self.tag()? as i64) == (1 as i64))) && (((*self.wire_type()? as i32) == (0 as i32))))  { *self.varint().value()? } else { *self.prev_ofs_file_info() }) as u64;
        Ok(self.ofs_file_info.borrow())
    }
    pub fn ofs_first_data_block(
        &self
    ) -> KResult<Ref<'_, u64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_ofs_first_data_block.get() {
            return Ok(self.ofs_first_data_block.borrow());
        }
        self.f_ofs_first_data_block.set(true);
        *self.ofs_first_data_block.borrow_mut() = (if  ((((*self.tag()? as i64) == (9 as i64))) && (((*self.wire_type()? as i32) == (0 as i32))))  { *self.varint().value()? } else { *self.prev_ofs_first_data_block() }) as u64;
        Ok(self.ofs_first_data_block.borrow())
    }
    pub fn ofs_last_data_block(
        &self
    ) -> KResult<Ref<'_, u64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_ofs_last_data_block.get() {
            return Ok(self.ofs_last_data_block.borrow());
        }
        self.f_ofs_last_data_block.set(true);
        *self.ofs_last_data_block.borrow_mut() = (if  ((((*self.tag()? as i64) == (10 as i64))) && (((*self.wire_type()? as i32) == (0 as i32))))  { *self.varint().value()? } else { *self.prev_ofs_last_data_block() }) as u64;
        Ok(self.ofs_last_data_block.borrow())
    }
    pub fn ofs_load_on_open(
        &self
    ) -> KResult<Ref<'_, u64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_ofs_load_on_open.get() {
            return Ok(self.ofs_load_on_open.borrow());
        }
        self.f_ofs_load_on_open.set(true);
        *self.ofs_load_on_open.borrow_mut() = (if  ((((*self.tag()? as i64) == (2 as i64))) && (((*self.wire_type()? as i32) == (0 as i32))))  { *self.varint().value()? } else { *self.prev_ofs_load_on_open() }) as u64;
        Ok(self.ofs_load_on_open.borrow())
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
impl HfileTrailer_TrailerField {
    pub fn key(&self) -> Ref<'_, OptRc<Varint>> {
        self.key.borrow()
    }
}

/**
 * Reads nothing. Protobuf has no field 0 and no other wire types.
 */
impl HfileTrailer_TrailerField {
    pub fn check_key(&self) -> Ref<'_, Vec<u8>> {
        self.check_key.borrow()
    }
}
impl HfileTrailer_TrailerField {
    pub fn varint(&self) -> Ref<'_, OptRc<Varint>> {
        self.varint.borrow()
    }
}
impl HfileTrailer_TrailerField {
    pub fn len_bytes(&self) -> Ref<'_, OptRc<Varint>> {
        self.len_bytes.borrow()
    }
}

/**
 * Reads nothing. The value must lie inside the message.
 */
impl HfileTrailer_TrailerField {
    pub fn check_len_bytes(&self) -> Ref<'_, Vec<u8>> {
        self.check_len_bytes.borrow()
    }
}
impl HfileTrailer_TrailerField {
    pub fn bytes(&self) -> Ref<'_, Vec<u8>> {
        self.bytes.borrow()
    }
}
impl HfileTrailer_TrailerField {
    pub fn fixed64(&self) -> Ref<'_, u64> {
        self.fixed64.borrow()
    }
}
impl HfileTrailer_TrailerField {
    pub fn fixed32(&self) -> Ref<'_, u32> {
        self.fixed32.borrow()
    }
}
impl HfileTrailer_TrailerField {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

#[derive(Default, Debug, Clone)]
pub struct HfileTrailer_TrailerProto {
    pub _root: SharedType<HfileTrailer>,
    pub _parent: SharedType<HfileTrailer>,
    pub _self: SharedType<Self>,
    fields: RefCell<Vec<OptRc<HfileTrailer_TrailerField>>>,
    _io: RefCell<BytesReader>,
    f_comparator_class_name: Cell<bool>,
    comparator_class_name: RefCell<Vec<u8>>,
    f_compression_codec: Cell<bool>,
    compression_codec: RefCell<u64>,
    f_encryption_key: Cell<bool>,
    encryption_key: RefCell<Vec<u8>>,
}
impl KStruct for HfileTrailer_TrailerProto {
    type Root = HfileTrailer;
    type Parent = HfileTrailer;

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
                let f = |t : &mut HfileTrailer_TrailerField| Ok(t.set_params(((_i as i32)).try_into().map_err(|_| KError::CastError)?, (if ((_i as i32) == (0 as i32)) { (0 as u64) } else { *self_rc.fields()[((_i as i32) - (1 as i32)) as usize].ofs_file_info()? }).try_into().map_err(|_| KError::CastError)?, (if ((_i as i32) == (0 as i32)) { (0 as u64) } else { *self_rc.fields()[((_i as i32) - (1 as i32)) as usize].ofs_load_on_open()? }).try_into().map_err(|_| KError::CastError)?, (if ((_i as i32) == (0 as i32)) { (0 as u64) } else { *self_rc.fields()[((_i as i32) - (1 as i32)) as usize].len_data_index_inflated()? }).try_into().map_err(|_| KError::CastError)?, (if ((_i as i32) == (0 as i32)) { (0 as u64) } else { *self_rc.fields()[((_i as i32) - (1 as i32)) as usize].len_total_inflated()? }).try_into().map_err(|_| KError::CastError)?, (if ((_i as i32) == (0 as i32)) { (0 as u64) } else { *self_rc.fields()[((_i as i32) - (1 as i32)) as usize].num_data_index_entries()? }).try_into().map_err(|_| KError::CastError)?, (if ((_i as i32) == (0 as i32)) { (0 as u64) } else { *self_rc.fields()[((_i as i32) - (1 as i32)) as usize].num_meta_index_entries()? }).try_into().map_err(|_| KError::CastError)?, (if ((_i as i32) == (0 as i32)) { (0 as u64) } else { *self_rc.fields()[((_i as i32) - (1 as i32)) as usize].num_entries()? }).try_into().map_err(|_| KError::CastError)?, (if ((_i as i32) == (0 as i32)) { (0 as u64) } else { *self_rc.fields()[((_i as i32) - (1 as i32)) as usize].num_data_index_levels()? }).try_into().map_err(|_| KError::CastError)?, (if ((_i as i32) == (0 as i32)) { (0 as u64) } else { *self_rc.fields()[((_i as i32) - (1 as i32)) as usize].ofs_first_data_block()? }).try_into().map_err(|_| KError::CastError)?, (if ((_i as i32) == (0 as i32)) { (0 as u64) } else { *self_rc.fields()[((_i as i32) - (1 as i32)) as usize].ofs_last_data_block()? }).try_into().map_err(|_| KError::CastError)?, (if ((_i as i32) == (0 as i32)) { (2 as u64) } else { *self_rc.fields()[((_i as i32) - (1 as i32)) as usize].compression_codec()? }).try_into().map_err(|_| KError::CastError)?, (if ((_i as i32) == (0 as i32)) { (-1 as i32) } else { *self_rc.fields()[((_i as i32) - (1 as i32)) as usize].comparator_at()? }).try_into().map_err(|_| KError::CastError)?, (if ((_i as i32) == (0 as i32)) { (-1 as i32) } else { *self_rc.fields()[((_i as i32) - (1 as i32)) as usize].encryption_key_at()? }).try_into().map_err(|_| KError::CastError)?));
                let t = Self::read_into_with_init::<_, HfileTrailer_TrailerField>(&*_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()), &f)?.into();
                self_rc.fields.borrow_mut().push(t);
                _i += 1;
            }
        }
        Ok(())
    }
}
impl HfileTrailer_TrailerProto {
    pub fn comparator_class_name(
        &self
    ) -> KResult<Ref<'_, Vec<u8>>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_comparator_class_name.get() {
            return Ok(self.comparator_class_name.borrow());
        }
        self.f_comparator_class_name.set(true);
        if ((if ((self.fields().len() as i32) > (0 as i32)) { *self.fields().last().ok_or(KError::EmptyIterator)?.comparator_at()? } else { (-1 as i32) } as i32) >= (0 as i32)) {
            *self.comparator_class_name.borrow_mut() = self.fields()[*self.fields().last().ok_or(KError::EmptyIterator)?.comparator_at()? as usize].bytes().to_vec();
        }
        Ok(self.comparator_class_name.borrow())
    }

    /**
     * 2 is none, also if the message lacks the field.
     */
    pub fn compression_codec(
        &self
    ) -> KResult<Ref<'_, u64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_compression_codec.get() {
            return Ok(self.compression_codec.borrow());
        }
        self.f_compression_codec.set(true);
        *self.compression_codec.borrow_mut() = (if ((self.fields().len() as i32) == (0 as i32)) { (2 as u64) } else { *self.fields().last().ok_or(KError::EmptyIterator)?.compression_codec()? }) as u64;
        Ok(self.compression_codec.borrow())
    }
    pub fn encryption_key(
        &self
    ) -> KResult<Ref<'_, Vec<u8>>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_encryption_key.get() {
            return Ok(self.encryption_key.borrow());
        }
        self.f_encryption_key.set(true);
        if ((if ((self.fields().len() as i32) > (0 as i32)) { *self.fields().last().ok_or(KError::EmptyIterator)?.encryption_key_at()? } else { (-1 as i32) } as i32) >= (0 as i32)) {
            *self.encryption_key.borrow_mut() = self.fields()[*self.fields().last().ok_or(KError::EmptyIterator)?.encryption_key_at()? as usize].bytes().to_vec();
        }
        Ok(self.encryption_key.borrow())
    }
}

/**
 * Protobuf fields in file order. Each field passes on the values parsed
 * so far, so the last one holds them all. A number is unsigned as in
 * protobuf: -1 is stored as 18446744073709551615.
 */
impl HfileTrailer_TrailerProto {
    pub fn fields(&self) -> Ref<'_, Vec<OptRc<HfileTrailer_TrailerField>>> {
        self.fields.borrow()
    }
}
impl HfileTrailer_TrailerProto {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}
