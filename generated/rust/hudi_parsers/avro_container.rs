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
use super::avro_long::AvroLong;

/**
 * Framing of an Avro object container: a head with the schema, then blocks of
 * records. Apache Hudi stores plans and metadata of instants in such containers,
 * each with one block of one record. They are files of the timeline, or values
 * of the columns `metadata` and `plan` of its history.
 * 
 * The records are Avro datums with the schema in `avro.schema`. A schema is
 * data, so the records cannot be described here.
 * \sa https://avro.apache.org/docs/1.12.0/specification/#object-container-files Source
 */

#[derive(Default, Debug, Clone)]
pub struct AvroContainer {
    pub _root: SharedType<AvroContainer>,
    pub _parent: SharedType<AvroContainer>,
    pub _self: SharedType<Self>,
    magic: RefCell<Vec<u8>>,
    metadata: RefCell<Vec<OptRc<AvroContainer_MetadataChunk>>>,
    sync: RefCell<Vec<u8>>,
    blocks: RefCell<Vec<OptRc<AvroContainer_Block>>>,
    _io: RefCell<BytesReader>,
}
impl KStruct for AvroContainer {
    type Root = AvroContainer;
    type Parent = AvroContainer;

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
        if !(*self_rc.magic() == vec![0x4fu8, 0x62u8, 0x6au8, 0x1u8]) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::NotEqual, src_path: "/seq/0".to_string() }));
        }
        *self_rc.metadata.borrow_mut() = Vec::new();
        {
            let mut _i = 0;
            while {
                let t = Self::read_into::<_, AvroContainer_MetadataChunk>(&*_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()))?.into();
                self_rc.metadata.borrow_mut().push(t);
                let _t_metadata = self_rc.metadata.borrow();
                let _tmpa = _t_metadata.last().unwrap();
                _i += 1;
                let x = !(((*_tmpa.num_entries().value()? as i64) == (0 as i64)));
                x
            } {}
        }
        *self_rc.sync.borrow_mut() = _io.read_bytes(16 as usize)?.into();
        *self_rc.blocks.borrow_mut() = Vec::new();
        {
            let mut _i = 0;
            while !_io.is_eof() {
                let t = Self::read_into::<_, AvroContainer_Block>(&*_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()))?.into();
                self_rc.blocks.borrow_mut().push(t);
                _i += 1;
            }
        }
        Ok(())
    }
}
impl AvroContainer {
}
impl AvroContainer {
    pub fn magic(&self) -> Ref<'_, Vec<u8>> {
        self.magic.borrow()
    }
}

/**
 * Avro map of bytes, a run of counted chunks that ends with an empty one.
 */
impl AvroContainer {
    pub fn metadata(&self) -> Ref<'_, Vec<OptRc<AvroContainer_MetadataChunk>>> {
        self.metadata.borrow()
    }
}

/**
 * Random bytes that end every block.
 */
impl AvroContainer {
    pub fn sync(&self) -> Ref<'_, Vec<u8>> {
        self.sync.borrow()
    }
}
impl AvroContainer {
    pub fn blocks(&self) -> Ref<'_, Vec<OptRc<AvroContainer_Block>>> {
        self.blocks.borrow()
    }
}
impl AvroContainer {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

/**
 * Bytes, or text in UTF-8 (left as bytes so that damaged text does not stop the reading).
 */

#[derive(Default, Debug, Clone)]
pub struct AvroContainer_AvroBytes {
    pub _root: SharedType<AvroContainer>,
    pub _parent: SharedType<AvroContainer_MetadataEntry>,
    pub _self: SharedType<Self>,
    len_value: RefCell<OptRc<AvroLong>>,
    check_len_value: RefCell<Vec<u8>>,
    value: RefCell<Vec<u8>>,
    _io: RefCell<BytesReader>,
}
impl KStruct for AvroContainer_AvroBytes {
    type Root = AvroContainer;
    type Parent = AvroContainer_MetadataEntry;

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
        let t = Self::read_into::<_, AvroLong>(&*_io, None, None)?.into();
        *self_rc.len_value.borrow_mut() = t;
        *self_rc.check_len_value.borrow_mut() = _io.read_bytes(0 as usize)?.into();
        let _tmpa = *self_rc.check_len_value();
        if !( ((((_tmpa.len() as i32) == (0 as i32))) && (((*self_rc.len_value().value()? as i64) >= (0 as i64))) && (((*self_rc.len_value().value()? as i32) <= ((((_io.size() as i64) as i64) - ((_io.pos() as i64) as i64)) as i32)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/avro_bytes/seq/1".to_string() }));
        }
        *self_rc.value.borrow_mut() = _io.read_bytes(*self_rc.len_value().value()? as usize)?.into();
        Ok(())
    }
}
impl AvroContainer_AvroBytes {
}
impl AvroContainer_AvroBytes {
    pub fn len_value(&self) -> Ref<'_, OptRc<AvroLong>> {
        self.len_value.borrow()
    }
}

/**
 * Reads nothing. The value must lie inside the container.
 */
impl AvroContainer_AvroBytes {
    pub fn check_len_value(&self) -> Ref<'_, Vec<u8>> {
        self.check_len_value.borrow()
    }
}
impl AvroContainer_AvroBytes {
    pub fn value(&self) -> Ref<'_, Vec<u8>> {
        self.value.borrow()
    }
}
impl AvroContainer_AvroBytes {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

#[derive(Default, Debug, Clone)]
pub struct AvroContainer_Block {
    pub _root: SharedType<AvroContainer>,
    pub _parent: SharedType<AvroContainer>,
    pub _self: SharedType<Self>,
    num_records: RefCell<OptRc<AvroLong>>,
    check_num_records: RefCell<Vec<u8>>,
    len_records: RefCell<OptRc<AvroLong>>,
    check_len_records: RefCell<Vec<u8>>,
    check_room: RefCell<Vec<u8>>,
    records: RefCell<Vec<u8>>,
    sync: RefCell<Vec<u8>>,
    _io: RefCell<BytesReader>,
}
impl KStruct for AvroContainer_Block {
    type Root = AvroContainer;
    type Parent = AvroContainer;

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
        let t = Self::read_into::<_, AvroLong>(&*_io, None, None)?.into();
        *self_rc.num_records.borrow_mut() = t;
        *self_rc.check_num_records.borrow_mut() = _io.read_bytes(0 as usize)?.into();
        let _tmpa = *self_rc.check_num_records();
        if !( ((((_tmpa.len() as i32) == (0 as i32))) && (((*self_rc.num_records().value()? as i64) >= (0 as i64)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/block/seq/1".to_string() }));
        }
        let t = Self::read_into::<_, AvroLong>(&*_io, None, None)?.into();
        *self_rc.len_records.borrow_mut() = t;
        *self_rc.check_len_records.borrow_mut() = _io.read_bytes(0 as usize)?.into();
        let _tmpa = *self_rc.check_len_records();
        if !( ((((_tmpa.len() as i32) == (0 as i32))) && (((*self_rc.len_records().value()? as i64) >= (0 as i64))) && (((*self_rc.len_records().value()? as i32) <= ((((_io.size() as i64) as i64) - ((_io.pos() as i64) as i64)) as i32)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/block/seq/3".to_string() }));
        }
        *self_rc.check_room.borrow_mut() = _io.read_bytes(0 as usize)?.into();
        let _tmpa = *self_rc.check_room();
        if !( ((((_tmpa.len() as i32) == (0 as i32))) && ( ((*self_rc.num_records().value()? <= *self_rc.len_records().value()?) || (((*self_rc.num_records().value()? as i64) <= (1 as i64)))) )) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/block/seq/4".to_string() }));
        }
        *self_rc.records.borrow_mut() = _io.read_bytes(*self_rc.len_records().value()? as usize)?.into();
        *self_rc.sync.borrow_mut() = _io.read_bytes(16 as usize)?.into();
        if !(*self_rc.sync() == *_prc.as_ref().unwrap().sync()) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::NotEqual, src_path: "/types/block/seq/6".to_string() }));
        }
        Ok(())
    }
}
impl AvroContainer_Block {
}
impl AvroContainer_Block {
    pub fn num_records(&self) -> Ref<'_, OptRc<AvroLong>> {
        self.num_records.borrow()
    }
}

/**
 * Reads nothing. How many there can be depends on `records`, see `check_room`.
 */
impl AvroContainer_Block {
    pub fn check_num_records(&self) -> Ref<'_, Vec<u8>> {
        self.check_num_records.borrow()
    }
}
impl AvroContainer_Block {
    pub fn len_records(&self) -> Ref<'_, OptRc<AvroLong>> {
        self.len_records.borrow()
    }
}

/**
 * Reads nothing. The records must lie inside the container.
 */
impl AvroContainer_Block {
    pub fn check_len_records(&self) -> Ref<'_, Vec<u8>> {
        self.check_len_records.borrow()
    }
}

/**
 * Reads nothing. A record without bytes is possible; more than one per
 * block is rejected as a risk.
 */
impl AvroContainer_Block {
    pub fn check_room(&self) -> Ref<'_, Vec<u8>> {
        self.check_room.borrow()
    }
}

/**
 * Records in sequence, compressed with `avro.codec`.
 */
impl AvroContainer_Block {
    pub fn records(&self) -> Ref<'_, Vec<u8>> {
        self.records.borrow()
    }
}
impl AvroContainer_Block {
    pub fn sync(&self) -> Ref<'_, Vec<u8>> {
        self.sync.borrow()
    }
}
impl AvroContainer_Block {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

/**
 * Some entries of the map.
 */

#[derive(Default, Debug, Clone)]
pub struct AvroContainer_MetadataChunk {
    pub _root: SharedType<AvroContainer>,
    pub _parent: SharedType<AvroContainer>,
    pub _self: SharedType<Self>,
    num_entries: RefCell<OptRc<AvroLong>>,
    check_num_entries: RefCell<Vec<u8>>,
    len_chunk: RefCell<OptRc<AvroLong>>,
    entries: RefCell<Vec<OptRc<AvroContainer_MetadataEntry>>>,
    _io: RefCell<BytesReader>,
    f_sign: Cell<bool>,
    sign: RefCell<i64>,
}
impl KStruct for AvroContainer_MetadataChunk {
    type Root = AvroContainer;
    type Parent = AvroContainer;

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
        let t = Self::read_into::<_, AvroLong>(&*_io, None, None)?.into();
        *self_rc.num_entries.borrow_mut() = t;
        *self_rc.check_num_entries.borrow_mut() = _io.read_bytes(0 as usize)?.into();
        let _tmpa = *self_rc.check_num_entries();
        if !( ((((_tmpa.len() as i32) == (0 as i32))) && (((((*self_rc.num_entries().value()? as i64) * (*self_rc.sign()? as i64)) as i32) >= (0 as i32))) && (((((*self_rc.num_entries().value()? as i64) * (*self_rc.sign()? as i64)) as i32) <= (((((((_io.size() as i64) as i64) - ((_io.pos() as i64) as i64)) as i32) / (2 as i32)) as i64) as i32)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/metadata_chunk/seq/1".to_string() }));
        }
        if ((*self_rc.num_entries().value()? as i64) < (0 as i64)) {
            let t = Self::read_into::<_, AvroLong>(&*_io, None, None)?.into();
            *self_rc.len_chunk.borrow_mut() = t;
        }
        *self_rc.entries.borrow_mut() = Vec::new();
        let l_entries = (((*self_rc.num_entries().value()? as i64) * (*self_rc.sign()? as i64)) as i64);
        for _i in 0..l_entries {
            let t = Self::read_into::<_, AvroContainer_MetadataEntry>(&*_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()))?.into();
            self_rc.entries.borrow_mut().push(t);
        }
        Ok(())
    }
}
impl AvroContainer_MetadataChunk {
    pub fn sign(
        &self
    ) -> KResult<Ref<'_, i64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_sign.get() {
            return Ok(self.sign.borrow());
        }
        self.f_sign.set(true);
        *self.sign.borrow_mut() = (if ((*self.num_entries().value()? as i64) < (0 as i64)) { -((1 as i64)) } else { (1 as i64) }) as i64;
        Ok(self.sign.borrow())
    }
}

/**
 * Negative where the number of bytes of the chunk follows.
 */
impl AvroContainer_MetadataChunk {
    pub fn num_entries(&self) -> Ref<'_, OptRc<AvroLong>> {
        self.num_entries.borrow()
    }
}

/**
 * Reads nothing. An entry has at least 2 bytes.
 */
impl AvroContainer_MetadataChunk {
    pub fn check_num_entries(&self) -> Ref<'_, Vec<u8>> {
        self.check_num_entries.borrow()
    }
}

/**
 * Number of bytes of `entries`, for readers that skip them.
 */
impl AvroContainer_MetadataChunk {
    pub fn len_chunk(&self) -> Ref<'_, OptRc<AvroLong>> {
        self.len_chunk.borrow()
    }
}
impl AvroContainer_MetadataChunk {
    pub fn entries(&self) -> Ref<'_, Vec<OptRc<AvroContainer_MetadataEntry>>> {
        self.entries.borrow()
    }
}
impl AvroContainer_MetadataChunk {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

#[derive(Default, Debug, Clone)]
pub struct AvroContainer_MetadataEntry {
    pub _root: SharedType<AvroContainer>,
    pub _parent: SharedType<AvroContainer_MetadataChunk>,
    pub _self: SharedType<Self>,
    key: RefCell<OptRc<AvroContainer_AvroBytes>>,
    value: RefCell<OptRc<AvroContainer_AvroBytes>>,
    _io: RefCell<BytesReader>,
}
impl KStruct for AvroContainer_MetadataEntry {
    type Root = AvroContainer;
    type Parent = AvroContainer_MetadataChunk;

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
        let t = Self::read_into::<_, AvroContainer_AvroBytes>(&*_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()))?.into();
        *self_rc.key.borrow_mut() = t;
        let t = Self::read_into::<_, AvroContainer_AvroBytes>(&*_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()))?.into();
        *self_rc.value.borrow_mut() = t;
        Ok(())
    }
}
impl AvroContainer_MetadataEntry {
}

/**
 * `avro.schema` must be there; without `avro.codec` the codec is `null`.
 */
impl AvroContainer_MetadataEntry {
    pub fn key(&self) -> Ref<'_, OptRc<AvroContainer_AvroBytes>> {
        self.key.borrow()
    }
}
impl AvroContainer_MetadataEntry {
    pub fn value(&self) -> Ref<'_, OptRc<AvroContainer_AvroBytes>> {
        self.value.borrow()
    }
}
impl AvroContainer_MetadataEntry {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}
