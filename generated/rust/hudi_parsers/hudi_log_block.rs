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
use super::hudi_delete_content::HudiDeleteContent;
use super::hudi_log_avro_content::HudiLogAvroContent;

/**
 * One block of a Hudi log file (log format version 1). A log file is a sequence
 * of such blocks, see `hudi_log_file`.
 * 
 * Every length and every count is checked against the rest of the block, never
 * against the file: a block with wrong lengths does not affect the next block. A
 * reader that must handle damaged files parses block by block and, if a frame is
 * not consistent, searches for the next `#HUDI#`; this grammar does not describe
 * that search.
 * 
 * Lengths are signed numbers on disk. All integers are big-endian.
 * \sa https://github.com/apache/hudi/blob/release-1.2.0/hudi-common/src/main/java/org/apache/hudi/common/table/log/HoodieLogFormatWriter.java Source
 * \sa https://hudi.apache.org/learn/tech-specs-1point0/#log-file-format Source
 */

#[derive(Default, Debug, Clone)]
pub struct HudiLogBlock {
    pub _root: SharedType<HudiLogBlock>,
    pub _parent: SharedType<HudiLogBlock>,
    pub _self: SharedType<Self>,
    magic: RefCell<Vec<u8>>,
    len_block: RefCell<i64>,
    format_version: RefCell<i32>,
    block_type: RefCell<HudiLogBlock_BlockType>,
    header: RefCell<OptRc<HudiLogBlock_HeaderMap>>,
    len_content: RefCell<i64>,
    content: RefCell<Option<HudiLogBlock_Content>>,
    footer: RefCell<OptRc<HudiLogBlock_FooterMap>>,
    len_trailing: RefCell<i64>,
    _io: RefCell<BytesReader>,
    content_raw: RefCell<Vec<u8>>,
    f_ofs_trailing: Cell<bool>,
    ofs_trailing: RefCell<i64>,
}
#[derive(Debug, Clone)]
pub enum HudiLogBlock_Content {
    HudiLogAvroContent(OptRc<HudiLogAvroContent>),
    HudiDeleteContent(OptRc<HudiDeleteContent>),
    Bytes(Vec<u8>),
}
impl From<&HudiLogBlock_Content> for OptRc<HudiLogAvroContent> {
    fn from(v: &HudiLogBlock_Content) -> Self {
        if let HudiLogBlock_Content::HudiLogAvroContent(x) = v {
            return x.clone();
        }
        panic!("expected HudiLogBlock_Content::HudiLogAvroContent, got {:?}", v)
    }
}
impl From<OptRc<HudiLogAvroContent>> for HudiLogBlock_Content {
    fn from(v: OptRc<HudiLogAvroContent>) -> Self {
        Self::HudiLogAvroContent(v)
    }
}
impl From<&HudiLogBlock_Content> for OptRc<HudiDeleteContent> {
    fn from(v: &HudiLogBlock_Content) -> Self {
        if let HudiLogBlock_Content::HudiDeleteContent(x) = v {
            return x.clone();
        }
        panic!("expected HudiLogBlock_Content::HudiDeleteContent, got {:?}", v)
    }
}
impl From<OptRc<HudiDeleteContent>> for HudiLogBlock_Content {
    fn from(v: OptRc<HudiDeleteContent>) -> Self {
        Self::HudiDeleteContent(v)
    }
}
impl From<&HudiLogBlock_Content> for Vec<u8> {
    fn from(v: &HudiLogBlock_Content) -> Self {
        if let HudiLogBlock_Content::Bytes(x) = v {
            return x.clone();
        }
        panic!("expected HudiLogBlock_Content::Bytes, got {:?}", v)
    }
}
impl From<Vec<u8>> for HudiLogBlock_Content {
    fn from(v: Vec<u8>) -> Self {
        Self::Bytes(v)
    }
}
impl KStruct for HudiLogBlock {
    type Root = HudiLogBlock;
    type Parent = HudiLogBlock;

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
        *self_rc.magic.borrow_mut() = _io.read_bytes(6 as usize)?.into();
        if !(*self_rc.magic() == vec![0x23u8, 0x48u8, 0x55u8, 0x44u8, 0x49u8, 0x23u8]) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::NotEqual, src_path: "/seq/0".to_string() }));
        }
        *self_rc.len_block.borrow_mut() = _io.read_s8be()?.into();
        let _tmpa = *self_rc.len_block();
        if !( ((((_tmpa as i64) >= (32 as i64))) && (((_tmpa as i32) <= ((((_io.size() as i64) as i64) - ((_io.pos() as i64) as i64)) as i32)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/seq/1".to_string() }));
        }
        *self_rc.format_version.borrow_mut() = _io.read_s4be()?.into();
        if !(((*self_rc.format_version() as i32) == (1 as i32))) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::NotEqual, src_path: "/seq/2".to_string() }));
        }
        *self_rc.block_type.borrow_mut() = (_io.read_s4be()? as i64).try_into()?;
        let f = |t : &mut HudiLogBlock_HeaderMap| Ok(t.set_params((((((((_io.pos() as i64) as i32) + (*self_rc.len_block() as i32)) as i32) - (16 as i32)) as i64)).try_into().map_err(|_| KError::CastError)?));
        let t = Self::read_into_with_init::<_, HudiLogBlock_HeaderMap>(&*_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()), &f)?.into();
        *self_rc.header.borrow_mut() = t;
        *self_rc.len_content.borrow_mut() = _io.read_s8be()?.into();
        let _tmpa = *self_rc.len_content();
        if !( ((((_tmpa as i64) >= (0 as i64))) && (((_tmpa as i32) <= (((*self_rc.ofs_trailing()? as i64) - ((_io.pos() as i64) as i64)) as i32)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/seq/5".to_string() }));
        }
        match *self_rc.block_type() {
            HudiLogBlock_BlockType::AvroData => {
                *self_rc.content_raw.borrow_mut() = _io.read_bytes(*self_rc.len_content() as usize)?.into();
                let content_raw = self_rc.content_raw.borrow();
                let _t_content_raw_io = BytesReader::from(content_raw.clone());
                let t = Self::read_into::<BytesReader, HudiLogAvroContent>(&_t_content_raw_io, None, None)?.into();
                *self_rc.content.borrow_mut() = Some(t);
            }
            HudiLogBlock_BlockType::CdcData => {
                *self_rc.content_raw.borrow_mut() = _io.read_bytes(*self_rc.len_content() as usize)?.into();
                let content_raw = self_rc.content_raw.borrow();
                let _t_content_raw_io = BytesReader::from(content_raw.clone());
                let t = Self::read_into::<BytesReader, HudiLogAvroContent>(&_t_content_raw_io, None, None)?.into();
                *self_rc.content.borrow_mut() = Some(t);
            }
            HudiLogBlock_BlockType::Delete => {
                *self_rc.content_raw.borrow_mut() = _io.read_bytes(*self_rc.len_content() as usize)?.into();
                let content_raw = self_rc.content_raw.borrow();
                let _t_content_raw_io = BytesReader::from(content_raw.clone());
                let t = Self::read_into::<BytesReader, HudiDeleteContent>(&_t_content_raw_io, None, None)?.into();
                *self_rc.content.borrow_mut() = Some(t);
            }
            _ => {
                *self_rc.content.borrow_mut() = Some(_io.read_bytes(*self_rc.len_content() as usize)?.into());
            }
        }
        let f = |t : &mut HudiLogBlock_FooterMap| Ok(t.set_params((*self_rc.ofs_trailing()?).try_into().map_err(|_| KError::CastError)?));
        let t = Self::read_into_with_init::<_, HudiLogBlock_FooterMap>(&*_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()), &f)?.into();
        *self_rc.footer.borrow_mut() = t;
        *self_rc.len_trailing.borrow_mut() = _io.read_s8be()?.into();
        if !(((*self_rc.len_trailing() as i32) == (((*self_rc.len_block() as i64) + (6 as i64)) as i32))) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::NotEqual, src_path: "/seq/8".to_string() }));
        }
        Ok(())
    }
}
impl HudiLogBlock {

    /**
     * Offset of `len_trailing`, the end of the range for header, content and footer.
     */
    pub fn ofs_trailing(
        &self
    ) -> KResult<Ref<'_, i64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_ofs_trailing.get() {
            return Ok(self.ofs_trailing.borrow());
        }
        self.f_ofs_trailing.set(true);
        *self.ofs_trailing.borrow_mut() = (*self.header().ofs_end()) as i64;
        Ok(self.ofs_trailing.borrow())
    }
}

/**
 * Starts every block; a reader searches for it after damage.
 */
impl HudiLogBlock {
    pub fn magic(&self) -> Ref<'_, Vec<u8>> {
        self.magic.borrow()
    }
}

/**
 * Number of bytes that follow this field up to and including
 * `len_trailing`. 32 is the smallest block: both versions, two empty
 * maps, no content, two lengths.
 */
impl HudiLogBlock {
    pub fn len_block(&self) -> Ref<'_, i64> {
        self.len_block.borrow()
    }
}

/**
 * Version of the frame. Not the version of the content.
 */
impl HudiLogBlock {
    pub fn format_version(&self) -> Ref<'_, i32> {
        self.format_version.borrow()
    }
}

/**
 * Type of `content`.
 */
impl HudiLogBlock {
    pub fn block_type(&self) -> Ref<'_, HudiLogBlock_BlockType> {
        self.block_type.borrow()
    }
}

/**
 * Metadata of the block, in any order. Both versions and `len_trailing` are 16 of `len_block`.
 */
impl HudiLogBlock {
    pub fn header(&self) -> Ref<'_, OptRc<HudiLogBlock_HeaderMap>> {
        self.header.borrow()
    }
}

/**
 * Exact number of bytes of `content`.
 */
impl HudiLogBlock {
    pub fn len_content(&self) -> Ref<'_, i64> {
        self.len_content.borrow()
    }
}

/**
 * Depends on `block_type`. An HFile or a Parquet file is left as bytes
 * here (see `hfile` for the former); a command has no content.
 */
impl HudiLogBlock {
    pub fn content(&self) -> Ref<'_, Option<HudiLogBlock_Content>> {
        self.content.borrow()
    }
}

/**
 * Empty in every file that a release of Hudi wrote.
 */
impl HudiLogBlock {
    pub fn footer(&self) -> Ref<'_, OptRc<HudiLogBlock_FooterMap>> {
        self.footer.borrow()
    }
}

/**
 * Back pointer for reverse reading: number of bytes from the first byte
 * of `magic` up to this field. It counts magic and `len_block`, but not
 * itself: always `len_block + 6`.
 */
impl HudiLogBlock {
    pub fn len_trailing(&self) -> Ref<'_, i64> {
        self.len_trailing.borrow()
    }
}
impl HudiLogBlock {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}
impl HudiLogBlock {
    pub fn content_raw(&self) -> Ref<'_, Vec<u8>> {
        self.content_raw.borrow()
    }
}
#[derive(Debug, PartialEq, Clone)]
pub enum HudiLogBlock_BlockType {

    /**
     * Acts on earlier blocks; the only command is a rollback.
     */
    Command,

    /**
     * Keys of deleted records.
     */
    Delete,

    /**
     * Records as Avro datums.
     */
    AvroData,

    /**
     * A complete HFile.
     */
    HfileData,

    /**
     * A complete Parquet file.
     */
    ParquetData,

    /**
     * Change records as Avro datums.
     */
    CdcData,
    Unknown(i64),
}

impl TryFrom<i64> for HudiLogBlock_BlockType {
    type Error = KError;
    fn try_from(flag: i64) -> KResult<HudiLogBlock_BlockType> {
        match flag {
            0 => Ok(HudiLogBlock_BlockType::Command),
            1 => Ok(HudiLogBlock_BlockType::Delete),
            3 => Ok(HudiLogBlock_BlockType::AvroData),
            4 => Ok(HudiLogBlock_BlockType::HfileData),
            5 => Ok(HudiLogBlock_BlockType::ParquetData),
            6 => Ok(HudiLogBlock_BlockType::CdcData),
            _ => Ok(HudiLogBlock_BlockType::Unknown(flag)),
        }
    }
}

impl From<&HudiLogBlock_BlockType> for i64 {
    fn from(v: &HudiLogBlock_BlockType) -> Self {
        match *v {
            HudiLogBlock_BlockType::Command => 0,
            HudiLogBlock_BlockType::Delete => 1,
            HudiLogBlock_BlockType::AvroData => 3,
            HudiLogBlock_BlockType::HfileData => 4,
            HudiLogBlock_BlockType::ParquetData => 5,
            HudiLogBlock_BlockType::CdcData => 6,
            HudiLogBlock_BlockType::Unknown(v) => v
        }
    }
}

impl Default for HudiLogBlock_BlockType {
    fn default() -> Self { HudiLogBlock_BlockType::Unknown(0) }
}

#[derive(Debug, PartialEq, Clone)]
pub enum HudiLogBlock_HeaderKey {
    InstantTime,
    TargetInstantTime,
    Schema,
    CommandBlockType,
    CompactedBlockTimes,
    RecordPositions,
    BlockIdentifier,
    IsPartial,
    BaseFileInstantTimeOfRecordPositions,
    Unknown(i64),
}

impl TryFrom<i64> for HudiLogBlock_HeaderKey {
    type Error = KError;
    fn try_from(flag: i64) -> KResult<HudiLogBlock_HeaderKey> {
        match flag {
            0 => Ok(HudiLogBlock_HeaderKey::InstantTime),
            1 => Ok(HudiLogBlock_HeaderKey::TargetInstantTime),
            2 => Ok(HudiLogBlock_HeaderKey::Schema),
            3 => Ok(HudiLogBlock_HeaderKey::CommandBlockType),
            4 => Ok(HudiLogBlock_HeaderKey::CompactedBlockTimes),
            5 => Ok(HudiLogBlock_HeaderKey::RecordPositions),
            6 => Ok(HudiLogBlock_HeaderKey::BlockIdentifier),
            7 => Ok(HudiLogBlock_HeaderKey::IsPartial),
            8 => Ok(HudiLogBlock_HeaderKey::BaseFileInstantTimeOfRecordPositions),
            _ => Ok(HudiLogBlock_HeaderKey::Unknown(flag)),
        }
    }
}

impl From<&HudiLogBlock_HeaderKey> for i64 {
    fn from(v: &HudiLogBlock_HeaderKey) -> Self {
        match *v {
            HudiLogBlock_HeaderKey::InstantTime => 0,
            HudiLogBlock_HeaderKey::TargetInstantTime => 1,
            HudiLogBlock_HeaderKey::Schema => 2,
            HudiLogBlock_HeaderKey::CommandBlockType => 3,
            HudiLogBlock_HeaderKey::CompactedBlockTimes => 4,
            HudiLogBlock_HeaderKey::RecordPositions => 5,
            HudiLogBlock_HeaderKey::BlockIdentifier => 6,
            HudiLogBlock_HeaderKey::IsPartial => 7,
            HudiLogBlock_HeaderKey::BaseFileInstantTimeOfRecordPositions => 8,
            HudiLogBlock_HeaderKey::Unknown(v) => v
        }
    }
}

impl Default for HudiLogBlock_HeaderKey {
    fn default() -> Self { HudiLogBlock_HeaderKey::Unknown(0) }
}


#[derive(Default, Debug, Clone)]
pub struct HudiLogBlock_FooterEntry {
    pub _root: SharedType<HudiLogBlock>,
    pub _parent: SharedType<HudiLogBlock_FooterMap>,
    pub _self: SharedType<Self>,
    ofs_end: RefCell<i64>,
    check_room: RefCell<Vec<u8>>,
    key: RefCell<i32>,
    len_value: RefCell<i32>,
    value: RefCell<Vec<u8>>,
    _io: RefCell<BytesReader>,
}
impl KStruct for HudiLogBlock_FooterEntry {
    type Root = HudiLogBlock;
    type Parent = HudiLogBlock_FooterMap;

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
        *self_rc.check_room.borrow_mut() = _io.read_bytes(0 as usize)?.into();
        let _tmpa = *self_rc.check_room();
        if !( ((((_tmpa.len() as i32) == (0 as i32))) && ((((((_io.pos() as i64) as i64) + (4 as i64)) as i32) <= (*self_rc.ofs_end() as i32)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/footer_entry/seq/0".to_string() }));
        }
        *self_rc.key.borrow_mut() = _io.read_s4be()?.into();
        *self_rc.len_value.borrow_mut() = _io.read_s4be()?.into();
        let _tmpa = *self_rc.len_value();
        if !( ((((_tmpa as i32) >= (0 as i32))) && ((((_tmpa as i64) as i32) <= (((*self_rc.ofs_end() as i64) - ((_io.pos() as i64) as i64)) as i32)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/footer_entry/seq/2".to_string() }));
        }
        *self_rc.value.borrow_mut() = _io.read_bytes(*self_rc.len_value() as usize)?.into();
        Ok(())
    }
}
impl HudiLogBlock_FooterEntry {
    pub fn ofs_end(&self) -> Ref<'_, i64> {
        self.ofs_end.borrow()
    }
}
impl HudiLogBlock_FooterEntry {
    pub fn set_params(&mut self, ofs_end: i64) {
        *self.ofs_end.borrow_mut() = ofs_end;
    }
}
impl HudiLogBlock_FooterEntry {
}

/**
 * Reads nothing. The entries before may have left no room for `key`.
 */
impl HudiLogBlock_FooterEntry {
    pub fn check_room(&self) -> Ref<'_, Vec<u8>> {
        self.check_room.borrow()
    }
}

/**
 * No release defines a footer key; any number is accepted and ignored.
 */
impl HudiLogBlock_FooterEntry {
    pub fn key(&self) -> Ref<'_, i32> {
        self.key.borrow()
    }
}
impl HudiLogBlock_FooterEntry {
    pub fn len_value(&self) -> Ref<'_, i32> {
        self.len_value.borrow()
    }
}
impl HudiLogBlock_FooterEntry {
    pub fn value(&self) -> Ref<'_, Vec<u8>> {
        self.value.borrow()
    }
}
impl HudiLogBlock_FooterEntry {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

/**
 * Same layout as the header, other keys.
 */

#[derive(Default, Debug, Clone)]
pub struct HudiLogBlock_FooterMap {
    pub _root: SharedType<HudiLogBlock>,
    pub _parent: SharedType<HudiLogBlock>,
    pub _self: SharedType<Self>,
    ofs_end: RefCell<i64>,
    num_entries: RefCell<i32>,
    entries: RefCell<Vec<OptRc<HudiLogBlock_FooterEntry>>>,
    check_filled: RefCell<Vec<u8>>,
    _io: RefCell<BytesReader>,
}
impl KStruct for HudiLogBlock_FooterMap {
    type Root = HudiLogBlock;
    type Parent = HudiLogBlock;

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
        if !( ((((_tmpa as i32) >= (0 as i32))) && ((((_tmpa as i64) as i64) * (8 as i64)) <= ((*self_rc.ofs_end() as i64) - ((_io.pos() as i64) as i64)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/footer_map/seq/0".to_string() }));
        }
        *self_rc.entries.borrow_mut() = Vec::new();
        let l_entries = *self_rc.num_entries();
        for _i in 0..l_entries {
            let f = |t : &mut HudiLogBlock_FooterEntry| Ok(t.set_params((*self_rc.ofs_end()).try_into().map_err(|_| KError::CastError)?));
            let t = Self::read_into_with_init::<_, HudiLogBlock_FooterEntry>(&*_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()), &f)?.into();
            self_rc.entries.borrow_mut().push(t);
        }
        *self_rc.check_filled.borrow_mut() = _io.read_bytes(0 as usize)?.into();
        let _tmpa = *self_rc.check_filled();
        if !( ((((_tmpa.len() as i32) == (0 as i32))) && ((_io.pos() as i64) == *self_rc.ofs_end())) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/footer_map/seq/2".to_string() }));
        }
        Ok(())
    }
}
impl HudiLogBlock_FooterMap {
    pub fn ofs_end(&self) -> Ref<'_, i64> {
        self.ofs_end.borrow()
    }
}
impl HudiLogBlock_FooterMap {
    pub fn set_params(&mut self, ofs_end: i64) {
        *self.ofs_end.borrow_mut() = ofs_end;
    }
}
impl HudiLogBlock_FooterMap {
}

/**
 * Number of entries, 0 in every file that a release of Hudi wrote.
 */
impl HudiLogBlock_FooterMap {
    pub fn num_entries(&self) -> Ref<'_, i32> {
        self.num_entries.borrow()
    }
}
impl HudiLogBlock_FooterMap {
    pub fn entries(&self) -> Ref<'_, Vec<OptRc<HudiLogBlock_FooterEntry>>> {
        self.entries.borrow()
    }
}

/**
 * Reads nothing. Header, content and footer must fill the block exactly.
 */
impl HudiLogBlock_FooterMap {
    pub fn check_filled(&self) -> Ref<'_, Vec<u8>> {
        self.check_filled.borrow()
    }
}
impl HudiLogBlock_FooterMap {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

#[derive(Default, Debug, Clone)]
pub struct HudiLogBlock_HeaderEntry {
    pub _root: SharedType<HudiLogBlock>,
    pub _parent: SharedType<HudiLogBlock_HeaderMap>,
    pub _self: SharedType<Self>,
    ofs_end: RefCell<i64>,
    check_room: RefCell<Vec<u8>>,
    key: RefCell<HudiLogBlock_HeaderKey>,
    len_value: RefCell<i32>,
    value: RefCell<Vec<u8>>,
    _io: RefCell<BytesReader>,
}
impl KStruct for HudiLogBlock_HeaderEntry {
    type Root = HudiLogBlock;
    type Parent = HudiLogBlock_HeaderMap;

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
        *self_rc.check_room.borrow_mut() = _io.read_bytes(0 as usize)?.into();
        let _tmpa = *self_rc.check_room();
        if !( ((((_tmpa.len() as i32) == (0 as i32))) && ((((((_io.pos() as i64) as i64) + (4 as i64)) as i32) <= (*self_rc.ofs_end() as i32)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/header_entry/seq/0".to_string() }));
        }
        *self_rc.key.borrow_mut() = (_io.read_s4be()? as i64).try_into()?;
        *self_rc.len_value.borrow_mut() = _io.read_s4be()?.into();
        let _tmpa = *self_rc.len_value();
        if !( ((((_tmpa as i32) >= (0 as i32))) && ((((_tmpa as i64) as i32) <= (((*self_rc.ofs_end() as i64) - ((_io.pos() as i64) as i64)) as i32)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/header_entry/seq/2".to_string() }));
        }
        *self_rc.value.borrow_mut() = _io.read_bytes(*self_rc.len_value() as usize)?.into();
        Ok(())
    }
}
impl HudiLogBlock_HeaderEntry {
    pub fn ofs_end(&self) -> Ref<'_, i64> {
        self.ofs_end.borrow()
    }
}
impl HudiLogBlock_HeaderEntry {
    pub fn set_params(&mut self, ofs_end: i64) {
        *self.ofs_end.borrow_mut() = ofs_end;
    }
}
impl HudiLogBlock_HeaderEntry {
}

/**
 * Reads nothing. The entries before may have left no room for `key`.
 */
impl HudiLogBlock_HeaderEntry {
    pub fn check_room(&self) -> Ref<'_, Vec<u8>> {
        self.check_room.borrow()
    }
}
impl HudiLogBlock_HeaderEntry {
    pub fn key(&self) -> Ref<'_, HudiLogBlock_HeaderKey> {
        self.key.borrow()
    }
}
impl HudiLogBlock_HeaderEntry {
    pub fn len_value(&self) -> Ref<'_, i32> {
        self.len_value.borrow()
    }
}

/**
 * Text, UTF-8 since 0.15.0. Parsed as bytes because older writers used
 * the platform's charset, and because a damaged text must not prevent
 * reading the rest of the block.
 */
impl HudiLogBlock_HeaderEntry {
    pub fn value(&self) -> Ref<'_, Vec<u8>> {
        self.value.borrow()
    }
}
impl HudiLogBlock_HeaderEntry {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

/**
 * Map from header key to text. If two entries have the same key, readers use
 * the last one.
 */

#[derive(Default, Debug, Clone)]
pub struct HudiLogBlock_HeaderMap {
    pub _root: SharedType<HudiLogBlock>,
    pub _parent: SharedType<HudiLogBlock>,
    pub _self: SharedType<Self>,
    ofs_end: RefCell<i64>,
    num_entries: RefCell<i32>,
    entries: RefCell<Vec<OptRc<HudiLogBlock_HeaderEntry>>>,
    _io: RefCell<BytesReader>,
}
impl KStruct for HudiLogBlock_HeaderMap {
    type Root = HudiLogBlock;
    type Parent = HudiLogBlock;

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
        if !( ((((_tmpa as i32) >= (0 as i32))) && ((((_tmpa as i64) as i64) * (8 as i64)) <= ((*self_rc.ofs_end() as i64) - ((_io.pos() as i64) as i64)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/header_map/seq/0".to_string() }));
        }
        *self_rc.entries.borrow_mut() = Vec::new();
        let l_entries = *self_rc.num_entries();
        for _i in 0..l_entries {
            let f = |t : &mut HudiLogBlock_HeaderEntry| Ok(t.set_params((*self_rc.ofs_end()).try_into().map_err(|_| KError::CastError)?));
            let t = Self::read_into_with_init::<_, HudiLogBlock_HeaderEntry>(&*_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()), &f)?.into();
            self_rc.entries.borrow_mut().push(t);
        }
        Ok(())
    }
}
impl HudiLogBlock_HeaderMap {
    pub fn ofs_end(&self) -> Ref<'_, i64> {
        self.ofs_end.borrow()
    }
}
impl HudiLogBlock_HeaderMap {
    pub fn set_params(&mut self, ofs_end: i64) {
        *self.ofs_end.borrow_mut() = ofs_end;
    }
}
impl HudiLogBlock_HeaderMap {
}

/**
 * An entry has at least 8 bytes.
 */
impl HudiLogBlock_HeaderMap {
    pub fn num_entries(&self) -> Ref<'_, i32> {
        self.num_entries.borrow()
    }
}
impl HudiLogBlock_HeaderMap {
    pub fn entries(&self) -> Ref<'_, Vec<OptRc<HudiLogBlock_HeaderEntry>>> {
        self.entries.borrow()
    }
}
impl HudiLogBlock_HeaderMap {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}
