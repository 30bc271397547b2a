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
use super::hadoop_vlong::HadoopVlong;
use super::hfile_data_block::HfileDataBlock;

/**
 * Payload of `DATABLKE`: the cells of a data block with less redundancy. Parts
 * that a cell shares with the previous cell are omitted; a program must restore
 * them. Blocks with compressed tags (`hfile.TAGS_COMPRESSED` is ff) are not
 * supported by this grammar: the length of such tags depends on a dictionary.
 * \sa https://github.com/apache/hbase/blob/rel/2.4.13/hbase-common/src/main/java/org/apache/hadoop/hbase/io/encoding/DataBlockEncoding.java Source
 */

#[derive(Default, Debug, Clone)]
pub struct HfileEncodedBlock {
    pub _root: SharedType<HfileEncodedBlock>,
    pub _parent: SharedType<HfileEncodedBlock>,
    pub _self: SharedType<Self>,
    has_tags: RefCell<bool>,
    has_mvcc: RefCell<bool>,
    encoding: RefCell<HfileEncodedBlock_Encoding>,
    body: RefCell<Option<HfileEncodedBlock_Body>>,
    _io: RefCell<BytesReader>,
    body_raw: RefCell<Vec<u8>>,
}
#[derive(Debug, Clone)]
pub enum HfileEncodedBlock_Body {
    HfileEncodedBlock_FastDiffCells(OptRc<HfileEncodedBlock_FastDiffCells>),
    HfileEncodedBlock_PrefixCells(OptRc<HfileEncodedBlock_PrefixCells>),
    HfileEncodedBlock_RowIndexCells(OptRc<HfileEncodedBlock_RowIndexCells>),
    HfileEncodedBlock_DiffCells(OptRc<HfileEncodedBlock_DiffCells>),
    Bytes(Vec<u8>),
}
impl From<&HfileEncodedBlock_Body> for OptRc<HfileEncodedBlock_FastDiffCells> {
    fn from(v: &HfileEncodedBlock_Body) -> Self {
        if let HfileEncodedBlock_Body::HfileEncodedBlock_FastDiffCells(x) = v {
            return x.clone();
        }
        panic!("expected HfileEncodedBlock_Body::HfileEncodedBlock_FastDiffCells, got {:?}", v)
    }
}
impl From<OptRc<HfileEncodedBlock_FastDiffCells>> for HfileEncodedBlock_Body {
    fn from(v: OptRc<HfileEncodedBlock_FastDiffCells>) -> Self {
        Self::HfileEncodedBlock_FastDiffCells(v)
    }
}
impl From<&HfileEncodedBlock_Body> for OptRc<HfileEncodedBlock_PrefixCells> {
    fn from(v: &HfileEncodedBlock_Body) -> Self {
        if let HfileEncodedBlock_Body::HfileEncodedBlock_PrefixCells(x) = v {
            return x.clone();
        }
        panic!("expected HfileEncodedBlock_Body::HfileEncodedBlock_PrefixCells, got {:?}", v)
    }
}
impl From<OptRc<HfileEncodedBlock_PrefixCells>> for HfileEncodedBlock_Body {
    fn from(v: OptRc<HfileEncodedBlock_PrefixCells>) -> Self {
        Self::HfileEncodedBlock_PrefixCells(v)
    }
}
impl From<&HfileEncodedBlock_Body> for OptRc<HfileEncodedBlock_RowIndexCells> {
    fn from(v: &HfileEncodedBlock_Body) -> Self {
        if let HfileEncodedBlock_Body::HfileEncodedBlock_RowIndexCells(x) = v {
            return x.clone();
        }
        panic!("expected HfileEncodedBlock_Body::HfileEncodedBlock_RowIndexCells, got {:?}", v)
    }
}
impl From<OptRc<HfileEncodedBlock_RowIndexCells>> for HfileEncodedBlock_Body {
    fn from(v: OptRc<HfileEncodedBlock_RowIndexCells>) -> Self {
        Self::HfileEncodedBlock_RowIndexCells(v)
    }
}
impl From<&HfileEncodedBlock_Body> for OptRc<HfileEncodedBlock_DiffCells> {
    fn from(v: &HfileEncodedBlock_Body) -> Self {
        if let HfileEncodedBlock_Body::HfileEncodedBlock_DiffCells(x) = v {
            return x.clone();
        }
        panic!("expected HfileEncodedBlock_Body::HfileEncodedBlock_DiffCells, got {:?}", v)
    }
}
impl From<OptRc<HfileEncodedBlock_DiffCells>> for HfileEncodedBlock_Body {
    fn from(v: OptRc<HfileEncodedBlock_DiffCells>) -> Self {
        Self::HfileEncodedBlock_DiffCells(v)
    }
}
impl From<&HfileEncodedBlock_Body> for Vec<u8> {
    fn from(v: &HfileEncodedBlock_Body) -> Self {
        if let HfileEncodedBlock_Body::Bytes(x) = v {
            return x.clone();
        }
        panic!("expected HfileEncodedBlock_Body::Bytes, got {:?}", v)
    }
}
impl From<Vec<u8>> for HfileEncodedBlock_Body {
    fn from(v: Vec<u8>) -> Self {
        Self::Bytes(v)
    }
}
impl KStruct for HfileEncodedBlock {
    type Root = HfileEncodedBlock;
    type Parent = HfileEncodedBlock;

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
        *self_rc.encoding.borrow_mut() = (_io.read_u2be()? as i64).try_into()?;
        if !( ((*self_rc.encoding() == HfileEncodedBlock_Encoding::Prefix) || (*self_rc.encoding() == HfileEncodedBlock_Encoding::Diff) || (*self_rc.encoding() == HfileEncodedBlock_Encoding::FastDiff) || (*self_rc.encoding() == HfileEncodedBlock_Encoding::RowIndexV1)) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::NotAnyOf, src_path: "/seq/0".to_string() }));
        }
        match *self_rc.encoding() {
            HfileEncodedBlock_Encoding::Diff => {
                *self_rc.body_raw.borrow_mut() = _io.read_bytes_full()?.into();
                let body_raw = self_rc.body_raw.borrow();
                let _t_body_raw_io = BytesReader::from(body_raw.clone());
                let f = |t : &mut HfileEncodedBlock_DiffCells| Ok(t.set_params(*self_rc.has_tags(), *self_rc.has_mvcc()));
                let t = Self::read_into_with_init::<BytesReader, HfileEncodedBlock_DiffCells>(&_t_body_raw_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()), &f)?.into();
                *self_rc.body.borrow_mut() = Some(t);
            }
            HfileEncodedBlock_Encoding::FastDiff => {
                *self_rc.body_raw.borrow_mut() = _io.read_bytes_full()?.into();
                let body_raw = self_rc.body_raw.borrow();
                let _t_body_raw_io = BytesReader::from(body_raw.clone());
                let f = |t : &mut HfileEncodedBlock_FastDiffCells| Ok(t.set_params(*self_rc.has_tags(), *self_rc.has_mvcc()));
                let t = Self::read_into_with_init::<BytesReader, HfileEncodedBlock_FastDiffCells>(&_t_body_raw_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()), &f)?.into();
                *self_rc.body.borrow_mut() = Some(t);
            }
            HfileEncodedBlock_Encoding::Prefix => {
                *self_rc.body_raw.borrow_mut() = _io.read_bytes_full()?.into();
                let body_raw = self_rc.body_raw.borrow();
                let _t_body_raw_io = BytesReader::from(body_raw.clone());
                let f = |t : &mut HfileEncodedBlock_PrefixCells| Ok(t.set_params(*self_rc.has_tags(), *self_rc.has_mvcc()));
                let t = Self::read_into_with_init::<BytesReader, HfileEncodedBlock_PrefixCells>(&_t_body_raw_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()), &f)?.into();
                *self_rc.body.borrow_mut() = Some(t);
            }
            HfileEncodedBlock_Encoding::RowIndexV1 => {
                *self_rc.body_raw.borrow_mut() = _io.read_bytes_full()?.into();
                let body_raw = self_rc.body_raw.borrow();
                let _t_body_raw_io = BytesReader::from(body_raw.clone());
                let f = |t : &mut HfileEncodedBlock_RowIndexCells| Ok(t.set_params(*self_rc.has_tags(), *self_rc.has_mvcc()));
                let t = Self::read_into_with_init::<BytesReader, HfileEncodedBlock_RowIndexCells>(&_t_body_raw_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()), &f)?.into();
                *self_rc.body.borrow_mut() = Some(t);
            }
            _ => {
                *self_rc.body.borrow_mut() = Some(_io.read_bytes_full()?.into());
            }
        }
        Ok(())
    }
}
impl HfileEncodedBlock {
    pub fn has_tags(&self) -> Ref<'_, bool> {
        self.has_tags.borrow()
    }
}
impl HfileEncodedBlock {
    pub fn has_mvcc(&self) -> Ref<'_, bool> {
        self.has_mvcc.borrow()
    }
}
impl HfileEncodedBlock {
    pub fn set_params(&mut self, has_tags: bool, has_mvcc: bool) {
        *self.has_tags.borrow_mut() = has_tags;
        *self.has_mvcc.borrow_mut() = has_mvcc;
    }
}
impl HfileEncodedBlock {
}
impl HfileEncodedBlock {
    pub fn encoding(&self) -> Ref<'_, HfileEncodedBlock_Encoding> {
        self.encoding.borrow()
    }
}
impl HfileEncodedBlock {
    pub fn body(&self) -> Ref<'_, Option<HfileEncodedBlock_Body>> {
        self.body.borrow()
    }
}
impl HfileEncodedBlock {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}
impl HfileEncodedBlock {
    pub fn body_raw(&self) -> Ref<'_, Vec<u8>> {
        self.body_raw.borrow()
    }
}
#[derive(Debug, PartialEq, Clone)]
pub enum HfileEncodedBlock_Encoding {
    Prefix,
    Diff,
    FastDiff,
    RowIndexV1,
    Unknown(i64),
}

impl TryFrom<i64> for HfileEncodedBlock_Encoding {
    type Error = KError;
    fn try_from(flag: i64) -> KResult<HfileEncodedBlock_Encoding> {
        match flag {
            2 => Ok(HfileEncodedBlock_Encoding::Prefix),
            3 => Ok(HfileEncodedBlock_Encoding::Diff),
            4 => Ok(HfileEncodedBlock_Encoding::FastDiff),
            7 => Ok(HfileEncodedBlock_Encoding::RowIndexV1),
            _ => Ok(HfileEncodedBlock_Encoding::Unknown(flag)),
        }
    }
}

impl From<&HfileEncodedBlock_Encoding> for i64 {
    fn from(v: &HfileEncodedBlock_Encoding) -> Self {
        match *v {
            HfileEncodedBlock_Encoding::Prefix => 2,
            HfileEncodedBlock_Encoding::Diff => 3,
            HfileEncodedBlock_Encoding::FastDiff => 4,
            HfileEncodedBlock_Encoding::RowIndexV1 => 7,
            HfileEncodedBlock_Encoding::Unknown(v) => v
        }
    }
}

impl Default for HfileEncodedBlock_Encoding {
    fn default() -> Self { HfileEncodedBlock_Encoding::Unknown(0) }
}


#[derive(Default, Debug, Clone)]
pub struct HfileEncodedBlock_CellEnd {
    pub _root: SharedType<HfileEncodedBlock>,
    pub _parent: SharedType<KStructUnit>,
    pub _self: SharedType<Self>,
    has_tags: RefCell<bool>,
    has_mvcc: RefCell<bool>,
    len_tags: RefCell<OptRc<Varint>>,
    check_len_tags: RefCell<Vec<u8>>,
    tags: RefCell<Vec<u8>>,
    mvcc: RefCell<OptRc<HadoopVlong>>,
    _io: RefCell<BytesReader>,
}
impl KStruct for HfileEncodedBlock_CellEnd {
    type Root = HfileEncodedBlock;
    type Parent = KStructUnit;

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
        if *self_rc.has_tags() {
            let t = Self::read_into::<_, Varint>(&*_io, None, None)?.into();
            *self_rc.len_tags.borrow_mut() = t;
        }
        if *self_rc.has_tags() {
            *self_rc.check_len_tags.borrow_mut() = _io.read_bytes(0 as usize)?.into();
            let _tmpa = *self_rc.check_len_tags();
            if !( ((((_tmpa.len() as i32) == (0 as i32))) && ((((*self_rc.len_tags().value()? as i64) as i64) >= (0 as i64))) && ((((*self_rc.len_tags().value()? as i64) as i32) <= ((((_io.size() as i64) as i64) - ((_io.pos() as i64) as i64)) as i32)))) ) {
                return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/cell_end/seq/1".to_string() }));
            }
        }
        if *self_rc.has_tags() {
            *self_rc.tags.borrow_mut() = _io.read_bytes(*self_rc.len_tags().value()? as usize)?.into();
        }
        if *self_rc.has_mvcc() {
            let t = Self::read_into::<_, HadoopVlong>(&*_io, None, None)?.into();
            *self_rc.mvcc.borrow_mut() = t;
        }
        Ok(())
    }
}
impl HfileEncodedBlock_CellEnd {
    pub fn has_tags(&self) -> Ref<'_, bool> {
        self.has_tags.borrow()
    }
}
impl HfileEncodedBlock_CellEnd {
    pub fn has_mvcc(&self) -> Ref<'_, bool> {
        self.has_mvcc.borrow()
    }
}
impl HfileEncodedBlock_CellEnd {
    pub fn set_params(&mut self, has_tags: bool, has_mvcc: bool) {
        *self.has_tags.borrow_mut() = has_tags;
        *self.has_mvcc.borrow_mut() = has_mvcc;
    }
}
impl HfileEncodedBlock_CellEnd {
}
impl HfileEncodedBlock_CellEnd {
    pub fn len_tags(&self) -> Ref<'_, OptRc<Varint>> {
        self.len_tags.borrow()
    }
}

/**
 * Reads nothing. The tags must lie inside the block.
 */
impl HfileEncodedBlock_CellEnd {
    pub fn check_len_tags(&self) -> Ref<'_, Vec<u8>> {
        self.check_len_tags.borrow()
    }
}
impl HfileEncodedBlock_CellEnd {
    pub fn tags(&self) -> Ref<'_, Vec<u8>> {
        self.tags.borrow()
    }
}
impl HfileEncodedBlock_CellEnd {
    pub fn mvcc(&self) -> Ref<'_, OptRc<HadoopVlong>> {
        self.mvcc.borrow()
    }
}
impl HfileEncodedBlock_CellEnd {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

#[derive(Default, Debug, Clone)]
pub struct HfileEncodedBlock_DiffCell {
    pub _root: SharedType<HfileEncodedBlock>,
    pub _parent: SharedType<HfileEncodedBlock_DiffCells>,
    pub _self: SharedType<Self>,
    has_tags: RefCell<bool>,
    has_mvcc: RefCell<bool>,
    len_family_all: RefCell<i64>,
    is_first: RefCell<bool>,
    prev_len_key: RefCell<i64>,
    prev_len_value: RefCell<i64>,
    prev_len_row: RefCell<i64>,
    flags: RefCell<u8>,
    len_key_new: RefCell<OptRc<Varint>>,
    check_len_key_new: RefCell<Vec<u8>>,
    len_value_new: RefCell<OptRc<Varint>>,
    check_len_value_new: RefCell<Vec<u8>>,
    num_shared: RefCell<OptRc<Varint>>,
    check_num_shared: RefCell<Vec<u8>>,
    row_length_high: RefCell<u8>,
    row_length_low: RefCell<u8>,
    check_len_row: RefCell<Vec<u8>>,
    row_rest: RefCell<Vec<u8>>,
    qualifier_rest: RefCell<Vec<u8>>,
    timestamp_bytes: RefCell<Vec<u8>>,
    key_type: RefCell<u8>,
    value: RefCell<Vec<u8>>,
    end: RefCell<OptRc<HfileEncodedBlock_CellEnd>>,
    _io: RefCell<BytesReader>,
    f_has_len_key: Cell<bool>,
    has_len_key: RefCell<bool>,
    f_has_len_value: Cell<bool>,
    has_len_value: RefCell<bool>,
    f_is_difference: Cell<bool>,
    is_difference: RefCell<bool>,
    f_is_negative: Cell<bool>,
    is_negative: RefCell<bool>,
    f_is_row_shared: Cell<bool>,
    is_row_shared: RefCell<bool>,
    f_len_key: Cell<bool>,
    len_key: RefCell<i64>,
    f_len_key_rest: Cell<bool>,
    len_key_rest: RefCell<i64>,
    f_len_qualifier_rest: Cell<bool>,
    len_qualifier_rest: RefCell<i64>,
    f_len_row: Cell<bool>,
    len_row: RefCell<i64>,
    f_len_row_rest: Cell<bool>,
    len_row_rest: RefCell<i64>,
    f_len_value: Cell<bool>,
    len_value: RefCell<i64>,
    f_shared: Cell<bool>,
    shared: RefCell<i64>,
}
impl KStruct for HfileEncodedBlock_DiffCell {
    type Root = HfileEncodedBlock;
    type Parent = HfileEncodedBlock_DiffCells;

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
        *self_rc.flags.borrow_mut() = _io.read_u1()?.into();
        let _tmpa = *self_rc.flags();
        if !( ((!(*self_rc.is_first())) || (((((_tmpa as u8) & (15 as u8)) as i32) == (0 as i32)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/diff_cell/seq/0".to_string() }));
        }
        if *self_rc.has_len_key()? {
            let t = Self::read_into::<_, Varint>(&*_io, None, None)?.into();
            *self_rc.len_key_new.borrow_mut() = t;
        }
        *self_rc.check_len_key_new.borrow_mut() = _io.read_bytes(0 as usize)?.into();
        let _tmpa = *self_rc.check_len_key_new();
        if !( ((((_tmpa.len() as i32) == (0 as i32))) && (((*self_rc.len_key()? as i32) >= (((12 as i64) + (*self_rc.len_family_all() as i64)) as i32))) && (((*self_rc.len_key()? as i32) <= (2147483647 as i32)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/diff_cell/seq/2".to_string() }));
        }
        if *self_rc.has_len_value()? {
            let t = Self::read_into::<_, Varint>(&*_io, None, None)?.into();
            *self_rc.len_value_new.borrow_mut() = t;
        }
        *self_rc.check_len_value_new.borrow_mut() = _io.read_bytes(0 as usize)?.into();
        let _tmpa = *self_rc.check_len_value_new();
        if !( ((((_tmpa.len() as i32) == (0 as i32))) && (((*self_rc.len_value()? as i64) >= (0 as i64))) && (((*self_rc.len_value()? as i32) <= ((((_io.size() as i64) as i64) - ((_io.pos() as i64) as i64)) as i32)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/diff_cell/seq/4".to_string() }));
        }
        let t = Self::read_into::<_, Varint>(&*_io, None, None)?.into();
        *self_rc.num_shared.borrow_mut() = t;
        *self_rc.check_num_shared.borrow_mut() = _io.read_bytes(0 as usize)?.into();
        let _tmpa = *self_rc.check_num_shared();
        if !( ((((_tmpa.len() as i32) == (0 as i32))) && (((*self_rc.shared()? as i64) >= (0 as i64))) && (((*self_rc.shared()? as i32) <= (((*self_rc.len_key()? as i64) - (9 as i64)) as i32))) && ( ((((*self_rc.shared()? as i64) == (0 as i64))) || ( ((!(*self_rc.is_first())) && ( ((((*self_rc.shared()? as i32) < (((2 as i64) + (*self_rc.prev_len_row() as i64)) as i32))) || ( ((((*self_rc.shared()? as i32) >= (((((3 as i64) + (*self_rc.prev_len_row() as i64)) as i32) + (*self_rc.len_family_all() as i32)) as i32))) && (((*self_rc.shared()? as i32) <= (((*self_rc.prev_len_key() as i64) - (9 as i64)) as i32)))) )) )) )) )) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/diff_cell/seq/6".to_string() }));
        }
        if ((*self_rc.shared()? as i64) < (1 as i64)) {
            *self_rc.row_length_high.borrow_mut() = _io.read_u1()?.into();
        }
        if ((*self_rc.shared()? as i64) < (2 as i64)) {
            *self_rc.row_length_low.borrow_mut() = _io.read_u1()?.into();
        }
        *self_rc.check_len_row.borrow_mut() = _io.read_bytes(0 as usize)?.into();
        let _tmpa = *self_rc.check_len_row();
        if !( ((((_tmpa.len() as i32) == (0 as i32))) && (((((((*self_rc.len_row()? as i64) + (*self_rc.len_family_all() as i64)) as i32) + (12 as i32)) as i32) <= (*self_rc.len_key()? as i32))) && (((*self_rc.len_key_rest()? as i32) <= ((((_io.size() as i64) as i64) - ((_io.pos() as i64) as i64)) as i32))) && (((*self_rc.len_row_rest()? as i64) >= (0 as i64)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/diff_cell/seq/9".to_string() }));
        }
        *self_rc.row_rest.borrow_mut() = _io.read_bytes(*self_rc.len_row_rest()? as usize)?.into();
        *self_rc.qualifier_rest.borrow_mut() = _io.read_bytes(*self_rc.len_qualifier_rest()? as usize)?.into();
        *self_rc.timestamp_bytes.borrow_mut() = _io.read_bytes(((((((*self_rc.flags() as u8) >> (4 as u8)) as i32) & (7 as i32)) as i32) + (1 as i32)) as usize)?.into();
        if ((((*self_rc.flags() as u8) & (4 as u8)) as i32) == (0 as i32)) {
            *self_rc.key_type.borrow_mut() = _io.read_u1()?.into();
        }
        *self_rc.value.borrow_mut() = _io.read_bytes(*self_rc.len_value()? as usize)?.into();
        let f = |t : &mut HfileEncodedBlock_CellEnd| Ok(t.set_params(*self_rc.has_tags(), *self_rc.has_mvcc()));
        let t = Self::read_into_with_init::<_, HfileEncodedBlock_CellEnd>(&*_io, Some(self_rc._root.clone()), None, &f)?.into();
        *self_rc.end.borrow_mut() = t;
        Ok(())
    }
}
impl HfileEncodedBlock_DiffCell {
    pub fn has_tags(&self) -> Ref<'_, bool> {
        self.has_tags.borrow()
    }
}
impl HfileEncodedBlock_DiffCell {
    pub fn has_mvcc(&self) -> Ref<'_, bool> {
        self.has_mvcc.borrow()
    }
}
impl HfileEncodedBlock_DiffCell {
    pub fn len_family_all(&self) -> Ref<'_, i64> {
        self.len_family_all.borrow()
    }
}
impl HfileEncodedBlock_DiffCell {
    pub fn is_first(&self) -> Ref<'_, bool> {
        self.is_first.borrow()
    }
}
impl HfileEncodedBlock_DiffCell {
    pub fn prev_len_key(&self) -> Ref<'_, i64> {
        self.prev_len_key.borrow()
    }
}
impl HfileEncodedBlock_DiffCell {
    pub fn prev_len_value(&self) -> Ref<'_, i64> {
        self.prev_len_value.borrow()
    }
}
impl HfileEncodedBlock_DiffCell {
    pub fn prev_len_row(&self) -> Ref<'_, i64> {
        self.prev_len_row.borrow()
    }
}
impl HfileEncodedBlock_DiffCell {
    pub fn set_params(&mut self, has_tags: bool, has_mvcc: bool, len_family_all: i64, is_first: bool, prev_len_key: i64, prev_len_value: i64, prev_len_row: i64) {
        *self.has_tags.borrow_mut() = has_tags;
        *self.has_mvcc.borrow_mut() = has_mvcc;
        *self.len_family_all.borrow_mut() = len_family_all;
        *self.is_first.borrow_mut() = is_first;
        *self.prev_len_key.borrow_mut() = prev_len_key;
        *self.prev_len_value.borrow_mut() = prev_len_value;
        *self.prev_len_row.borrow_mut() = prev_len_row;
    }
}
impl HfileEncodedBlock_DiffCell {
    pub fn has_len_key(
        &self
    ) -> KResult<Ref<'_, bool>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_has_len_key.get() {
            return Ok(self.has_len_key.borrow());
        }
        self.f_has_len_key.set(true);
        *self.has_len_key.borrow_mut() = (((((*self.flags() as u8) & (1 as u8)) as i32) == (0 as i32))) as bool;
        Ok(self.has_len_key.borrow())
    }
    pub fn has_len_value(
        &self
    ) -> KResult<Ref<'_, bool>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_has_len_value.get() {
            return Ok(self.has_len_value.borrow());
        }
        self.f_has_len_value.set(true);
        *self.has_len_value.borrow_mut() = (((((*self.flags() as u8) & (2 as u8)) as i32) == (0 as i32))) as bool;
        Ok(self.has_len_value.borrow())
    }
    pub fn is_difference(
        &self
    ) -> KResult<Ref<'_, bool>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_is_difference.get() {
            return Ok(self.is_difference.borrow());
        }
        self.f_is_difference.set(true);
        *self.is_difference.borrow_mut() = (((((*self.flags() as u8) & (8 as u8)) as i32) != (0 as i32))) as bool;
        Ok(self.is_difference.borrow())
    }
    pub fn is_negative(
        &self
    ) -> KResult<Ref<'_, bool>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_is_negative.get() {
            return Ok(self.is_negative.borrow());
        }
        self.f_is_negative.set(true);
        *self.is_negative.borrow_mut() = (((((*self.flags() as u8) & (128 as u8)) as i32) != (0 as i32))) as bool;
        Ok(self.is_negative.borrow())
    }
    pub fn is_row_shared(
        &self
    ) -> KResult<Ref<'_, bool>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_is_row_shared.get() {
            return Ok(self.is_row_shared.borrow());
        }
        self.f_is_row_shared.set(true);
        *self.is_row_shared.borrow_mut() = ( ((!(*self.is_first())) && (((*self.shared()? as i32) >= (((2 as i64) + (*self.prev_len_row() as i64)) as i32)))) ) as bool;
        Ok(self.is_row_shared.borrow())
    }
    pub fn len_key(
        &self
    ) -> KResult<Ref<'_, i64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_len_key.get() {
            return Ok(self.len_key.borrow());
        }
        self.f_len_key.set(true);
        *self.len_key.borrow_mut() = (if *self.has_len_key()? { (*self.len_key_new().value()? as i64) } else { *self.prev_len_key() }) as i64;
        Ok(self.len_key.borrow())
    }
    pub fn len_key_rest(
        &self
    ) -> KResult<Ref<'_, i64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_len_key_rest.get() {
            return Ok(self.len_key_rest.borrow());
        }
        self.f_len_key_rest.set(true);
        *self.len_key_rest.borrow_mut() = ((((*self.len_row_rest()? as i64) + (*self.len_qualifier_rest()? as i64)) as i64)) as i64;
        Ok(self.len_key_rest.borrow())
    }
    pub fn len_qualifier_rest(
        &self
    ) -> KResult<Ref<'_, i64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_len_qualifier_rest.get() {
            return Ok(self.len_qualifier_rest.borrow());
        }
        self.f_len_qualifier_rest.set(true);
        *self.len_qualifier_rest.borrow_mut() = (if *self.is_row_shared()? { (((((*self.len_key()? as i64) - (9 as i64)) as i32) - (*self.shared()? as i32)) as i64) } else { (((((((*self.len_key()? as i64) - (12 as i64)) as i32) - (*self.len_row()? as i32)) as i32) - (*self.len_family_all() as i32)) as i64) }) as i64;
        Ok(self.len_qualifier_rest.borrow())
    }
    pub fn len_row(
        &self
    ) -> KResult<Ref<'_, i64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_len_row.get() {
            return Ok(self.len_row.borrow());
        }
        self.f_len_row.set(true);
        *self.len_row.borrow_mut() = (if ((*self.shared()? as i64) >= (2 as i64)) { *self.prev_len_row() } else { (((((if ((*self.shared()? as i64) >= (1 as i64)) { (((*self.prev_len_row() as i32) / (256 as i32)) as i64) } else { (*self.row_length_high() as i64) } as i32) * (256 as i32)) as i32) + ((*self.row_length_low() as i64) as i32)) as i64) }) as i64;
        Ok(self.len_row.borrow())
    }
    pub fn len_row_rest(
        &self
    ) -> KResult<Ref<'_, i64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_len_row_rest.get() {
            return Ok(self.len_row_rest.borrow());
        }
        self.f_len_row_rest.set(true);
        *self.len_row_rest.borrow_mut() = (if *self.is_row_shared()? { (0 as i64) } else { if ((*self.shared()? as i64) <= (2 as i64)) { *self.len_row()? } else { (((((*self.len_row()? as i64) + (2 as i64)) as i32) - (*self.shared()? as i32)) as i64) } }) as i64;
        Ok(self.len_row_rest.borrow())
    }
    pub fn len_value(
        &self
    ) -> KResult<Ref<'_, i64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_len_value.get() {
            return Ok(self.len_value.borrow());
        }
        self.f_len_value.set(true);
        *self.len_value.borrow_mut() = (if *self.has_len_value()? { (*self.len_value_new().value()? as i64) } else { *self.prev_len_value() }) as i64;
        Ok(self.len_value.borrow())
    }
    pub fn shared(
        &self
    ) -> KResult<Ref<'_, i64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_shared.get() {
            return Ok(self.shared.borrow());
        }
        self.f_shared.set(true);
        *self.shared.borrow_mut() = ((*self.num_shared().value()? as i64)) as i64;
        Ok(self.shared.borrow())
    }
}

/**
 * 1 same key length, 2 same value length, 4 same type, 8 timestamp is
 * a difference, 16 to 64 bytes of the timestamp less one, 128 it is
 * negative.
 */
impl HfileEncodedBlock_DiffCell {
    pub fn flags(&self) -> Ref<'_, u8> {
        self.flags.borrow()
    }
}
impl HfileEncodedBlock_DiffCell {
    pub fn len_key_new(&self) -> Ref<'_, OptRc<Varint>> {
        self.len_key_new.borrow()
    }
}

/**
 * Reads nothing. Room for the fixed parts and the family.
 */
impl HfileEncodedBlock_DiffCell {
    pub fn check_len_key_new(&self) -> Ref<'_, Vec<u8>> {
        self.check_len_key_new.borrow()
    }
}
impl HfileEncodedBlock_DiffCell {
    pub fn len_value_new(&self) -> Ref<'_, OptRc<Varint>> {
        self.len_value_new.borrow()
    }
}

/**
 * Reads nothing. The value must lie inside the block.
 */
impl HfileEncodedBlock_DiffCell {
    pub fn check_len_value_new(&self) -> Ref<'_, Vec<u8>> {
        self.check_len_value_new.borrow()
    }
}
impl HfileEncodedBlock_DiffCell {
    pub fn num_shared(&self) -> Ref<'_, OptRc<Varint>> {
        self.num_shared.borrow()
    }
}

/**
 * Reads nothing. Not more than the previous key without its timestamp
 * and type, and either a part of the row or the complete row and family.
 */
impl HfileEncodedBlock_DiffCell {
    pub fn check_num_shared(&self) -> Ref<'_, Vec<u8>> {
        self.check_num_shared.borrow()
    }
}
impl HfileEncodedBlock_DiffCell {
    pub fn row_length_high(&self) -> Ref<'_, u8> {
        self.row_length_high.borrow()
    }
}

/**
 * With `prev_len_row` if the high byte is shared.
 */
impl HfileEncodedBlock_DiffCell {
    pub fn row_length_low(&self) -> Ref<'_, u8> {
        self.row_length_low.borrow()
    }
}

/**
 * Reads nothing. Row and qualifier must lie inside the block.
 */
impl HfileEncodedBlock_DiffCell {
    pub fn check_len_row(&self) -> Ref<'_, Vec<u8>> {
        self.check_len_row.borrow()
    }
}

/**
 * The part of the row that is not shared.
 */
impl HfileEncodedBlock_DiffCell {
    pub fn row_rest(&self) -> Ref<'_, Vec<u8>> {
        self.row_rest.borrow()
    }
}

/**
 * The part of the qualifier that is not shared.
 */
impl HfileEncodedBlock_DiffCell {
    pub fn qualifier_rest(&self) -> Ref<'_, Vec<u8>> {
        self.qualifier_rest.borrow()
    }
}

/**
 * Lowest byte first.
 */
impl HfileEncodedBlock_DiffCell {
    pub fn timestamp_bytes(&self) -> Ref<'_, Vec<u8>> {
        self.timestamp_bytes.borrow()
    }
}
impl HfileEncodedBlock_DiffCell {
    pub fn key_type(&self) -> Ref<'_, u8> {
        self.key_type.borrow()
    }
}
impl HfileEncodedBlock_DiffCell {
    pub fn value(&self) -> Ref<'_, Vec<u8>> {
        self.value.borrow()
    }
}
impl HfileEncodedBlock_DiffCell {
    pub fn end(&self) -> Ref<'_, OptRc<HfileEncodedBlock_CellEnd>> {
        self.end.borrow()
    }
}
impl HfileEncodedBlock_DiffCell {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

#[derive(Default, Debug, Clone)]
pub struct HfileEncodedBlock_DiffCells {
    pub _root: SharedType<HfileEncodedBlock>,
    pub _parent: SharedType<HfileEncodedBlock>,
    pub _self: SharedType<Self>,
    has_tags: RefCell<bool>,
    has_mvcc: RefCell<bool>,
    len_plain: RefCell<i32>,
    len_family: RefCell<u8>,
    family: RefCell<Vec<u8>>,
    cells: RefCell<Vec<OptRc<HfileEncodedBlock_DiffCell>>>,
    _io: RefCell<BytesReader>,
}
impl KStruct for HfileEncodedBlock_DiffCells {
    type Root = HfileEncodedBlock;
    type Parent = HfileEncodedBlock;

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
        *self_rc.len_plain.borrow_mut() = _io.read_s4be()?.into();
        if !(((*self_rc.len_plain() as i32) >= (0 as i32))) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::LessThan, src_path: "/types/diff_cells/seq/0".to_string() }));
        }
        *self_rc.len_family.borrow_mut() = _io.read_u1()?.into();
        let _tmpa = *self_rc.len_family();
        if !((((_tmpa as i64) as i32) <= ((((_io.size() as i64) as i64) - ((_io.pos() as i64) as i64)) as i32))) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/diff_cells/seq/1".to_string() }));
        }
        *self_rc.family.borrow_mut() = _io.read_bytes(*self_rc.len_family() as usize)?.into();
        *self_rc.cells.borrow_mut() = Vec::new();
        {
            let mut _i = 0;
            while !_io.is_eof() {
                let f = |t : &mut HfileEncodedBlock_DiffCell| Ok(t.set_params(*self_rc.has_tags(), *self_rc.has_mvcc(), ((*self_rc.len_family() as i64)).try_into().map_err(|_| KError::CastError)?, ((_i as i32) == (0 as i32)), (if ((_i as i32) == (0 as i32)) { (0 as i64) } else { *self_rc.cells()[((_i as i32) - (1 as i32)) as usize].len_key()? }).try_into().map_err(|_| KError::CastError)?, (if ((_i as i32) == (0 as i32)) { (0 as i64) } else { *self_rc.cells()[((_i as i32) - (1 as i32)) as usize].len_value()? }).try_into().map_err(|_| KError::CastError)?, (if ((_i as i32) == (0 as i32)) { (0 as i64) } else { *self_rc.cells()[((_i as i32) - (1 as i32)) as usize].len_row()? }).try_into().map_err(|_| KError::CastError)?));
                let t = Self::read_into_with_init::<_, HfileEncodedBlock_DiffCell>(&*_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()), &f)?.into();
                self_rc.cells.borrow_mut().push(t);
                _i += 1;
            }
        }
        Ok(())
    }
}
impl HfileEncodedBlock_DiffCells {
    pub fn has_tags(&self) -> Ref<'_, bool> {
        self.has_tags.borrow()
    }
}
impl HfileEncodedBlock_DiffCells {
    pub fn has_mvcc(&self) -> Ref<'_, bool> {
        self.has_mvcc.borrow()
    }
}
impl HfileEncodedBlock_DiffCells {
    pub fn set_params(&mut self, has_tags: bool, has_mvcc: bool) {
        *self.has_tags.borrow_mut() = has_tags;
        *self.has_mvcc.borrow_mut() = has_mvcc;
    }
}
impl HfileEncodedBlock_DiffCells {
}

/**
 * Bytes that these cells take in a plain data block.
 */
impl HfileEncodedBlock_DiffCells {
    pub fn len_plain(&self) -> Ref<'_, i32> {
        self.len_plain.borrow()
    }
}
impl HfileEncodedBlock_DiffCells {
    pub fn len_family(&self) -> Ref<'_, u8> {
        self.len_family.borrow()
    }
}

/**
 * Of all cells of the block.
 */
impl HfileEncodedBlock_DiffCells {
    pub fn family(&self) -> Ref<'_, Vec<u8>> {
        self.family.borrow()
    }
}
impl HfileEncodedBlock_DiffCells {
    pub fn cells(&self) -> Ref<'_, Vec<OptRc<HfileEncodedBlock_DiffCell>>> {
        self.cells.borrow()
    }
}
impl HfileEncodedBlock_DiffCells {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

#[derive(Default, Debug, Clone)]
pub struct HfileEncodedBlock_FastDiffCell {
    pub _root: SharedType<HfileEncodedBlock>,
    pub _parent: SharedType<HfileEncodedBlock_FastDiffCells>,
    pub _self: SharedType<Self>,
    has_tags: RefCell<bool>,
    has_mvcc: RefCell<bool>,
    len_family_all: RefCell<i64>,
    prev_len_key: RefCell<i64>,
    prev_len_value: RefCell<i64>,
    prev_len_row: RefCell<i64>,
    flags: RefCell<u8>,
    len_key_new: RefCell<OptRc<Varint>>,
    check_len_key_new: RefCell<Vec<u8>>,
    len_value_new: RefCell<OptRc<Varint>>,
    check_len_value_new: RefCell<Vec<u8>>,
    num_shared: RefCell<OptRc<Varint>>,
    check_num_shared: RefCell<Vec<u8>>,
    row_length_high: RefCell<u8>,
    row_length_low: RefCell<u8>,
    check_len_row: RefCell<Vec<u8>>,
    row_rest: RefCell<Vec<u8>>,
    qualifier_rest: RefCell<Vec<u8>>,
    timestamp_rest: RefCell<Vec<u8>>,
    key_type: RefCell<u8>,
    value: RefCell<Vec<u8>>,
    end: RefCell<OptRc<HfileEncodedBlock_CellEnd>>,
    _io: RefCell<BytesReader>,
    f_has_len_key: Cell<bool>,
    has_len_key: RefCell<bool>,
    f_has_len_value: Cell<bool>,
    has_len_value: RefCell<bool>,
    f_has_value: Cell<bool>,
    has_value: RefCell<bool>,
    f_is_row_shared: Cell<bool>,
    is_row_shared: RefCell<bool>,
    f_len_key: Cell<bool>,
    len_key: RefCell<i64>,
    f_len_key_rest: Cell<bool>,
    len_key_rest: RefCell<i64>,
    f_len_qualifier_rest: Cell<bool>,
    len_qualifier_rest: RefCell<i64>,
    f_len_row: Cell<bool>,
    len_row: RefCell<i64>,
    f_len_row_rest: Cell<bool>,
    len_row_rest: RefCell<i64>,
    f_len_value: Cell<bool>,
    len_value: RefCell<i64>,
    f_shared: Cell<bool>,
    shared: RefCell<i64>,
}
impl KStruct for HfileEncodedBlock_FastDiffCell {
    type Root = HfileEncodedBlock;
    type Parent = HfileEncodedBlock_FastDiffCells;

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
        *self_rc.flags.borrow_mut() = _io.read_u1()?.into();
        if *self_rc.has_len_key()? {
            let t = Self::read_into::<_, Varint>(&*_io, None, None)?.into();
            *self_rc.len_key_new.borrow_mut() = t;
        }
        *self_rc.check_len_key_new.borrow_mut() = _io.read_bytes(0 as usize)?.into();
        let _tmpa = *self_rc.check_len_key_new();
        if !( ((((_tmpa.len() as i32) == (0 as i32))) && (((*self_rc.len_key()? as i32) >= (((12 as i64) + (*self_rc.len_family_all() as i64)) as i32))) && (((*self_rc.len_key()? as i32) <= (2147483647 as i32)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/fast_diff_cell/seq/2".to_string() }));
        }
        if *self_rc.has_len_value()? {
            let t = Self::read_into::<_, Varint>(&*_io, None, None)?.into();
            *self_rc.len_value_new.borrow_mut() = t;
        }
        *self_rc.check_len_value_new.borrow_mut() = _io.read_bytes(0 as usize)?.into();
        let _tmpa = *self_rc.check_len_value_new();
        if !( ((((_tmpa.len() as i32) == (0 as i32))) && (((*self_rc.len_value()? as i64) >= (0 as i64))) && ( ((!(*self_rc.has_value()?)) || (((*self_rc.len_value()? as i32) <= ((((_io.size() as i64) as i64) - ((_io.pos() as i64) as i64)) as i32)))) ) && ( ((*self_rc.has_value()?) || (*self_rc.len_value()? == *self_rc.prev_len_value())) )) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/fast_diff_cell/seq/4".to_string() }));
        }
        let t = Self::read_into::<_, Varint>(&*_io, None, None)?.into();
        *self_rc.num_shared.borrow_mut() = t;
        *self_rc.check_num_shared.borrow_mut() = _io.read_bytes(0 as usize)?.into();
        let _tmpa = *self_rc.check_num_shared();
        if !( ((((_tmpa.len() as i32) == (0 as i32))) && (((*self_rc.shared()? as i64) >= (0 as i64))) && (((*self_rc.shared()? as i32) <= (((*self_rc.len_key()? as i64) - (9 as i64)) as i32))) && ( ((((*self_rc.shared()? as i32) < (((2 as i64) + (*self_rc.prev_len_row() as i64)) as i32))) || ( ((((*self_rc.shared()? as i32) >= (((((3 as i64) + (*self_rc.prev_len_row() as i64)) as i32) + (*self_rc.len_family_all() as i32)) as i32))) && (((*self_rc.shared()? as i32) <= (((*self_rc.prev_len_key() as i64) - (9 as i64)) as i32)))) )) )) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/fast_diff_cell/seq/6".to_string() }));
        }
        if ((*self_rc.shared()? as i64) < (1 as i64)) {
            *self_rc.row_length_high.borrow_mut() = _io.read_u1()?.into();
        }
        if ((*self_rc.shared()? as i64) < (2 as i64)) {
            *self_rc.row_length_low.borrow_mut() = _io.read_u1()?.into();
        }
        *self_rc.check_len_row.borrow_mut() = _io.read_bytes(0 as usize)?.into();
        let _tmpa = *self_rc.check_len_row();
        if !( ((((_tmpa.len() as i32) == (0 as i32))) && (((((((*self_rc.len_row()? as i64) + (*self_rc.len_family_all() as i64)) as i32) + (12 as i32)) as i32) <= (*self_rc.len_key()? as i32))) && (((*self_rc.len_key_rest()? as i32) <= ((((_io.size() as i64) as i64) - ((_io.pos() as i64) as i64)) as i32))) && (((*self_rc.len_row_rest()? as i64) >= (0 as i64)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/fast_diff_cell/seq/9".to_string() }));
        }
        *self_rc.row_rest.borrow_mut() = _io.read_bytes(*self_rc.len_row_rest()? as usize)?.into();
        *self_rc.qualifier_rest.borrow_mut() = _io.read_bytes(*self_rc.len_qualifier_rest()? as usize)?.into();
        *self_rc.timestamp_rest.borrow_mut() = _io.read_bytes(((8 as i32) - (((*self_rc.flags() as u8) & (7 as u8)) as i32)) as usize)?.into();
        if ((((*self_rc.flags() as u8) & (32 as u8)) as i32) == (0 as i32)) {
            *self_rc.key_type.borrow_mut() = _io.read_u1()?.into();
        }
        if *self_rc.has_value()? {
            *self_rc.value.borrow_mut() = _io.read_bytes(*self_rc.len_value()? as usize)?.into();
        }
        let f = |t : &mut HfileEncodedBlock_CellEnd| Ok(t.set_params(*self_rc.has_tags(), *self_rc.has_mvcc()));
        let t = Self::read_into_with_init::<_, HfileEncodedBlock_CellEnd>(&*_io, Some(self_rc._root.clone()), None, &f)?.into();
        *self_rc.end.borrow_mut() = t;
        Ok(())
    }
}
impl HfileEncodedBlock_FastDiffCell {
    pub fn has_tags(&self) -> Ref<'_, bool> {
        self.has_tags.borrow()
    }
}
impl HfileEncodedBlock_FastDiffCell {
    pub fn has_mvcc(&self) -> Ref<'_, bool> {
        self.has_mvcc.borrow()
    }
}
impl HfileEncodedBlock_FastDiffCell {
    pub fn len_family_all(&self) -> Ref<'_, i64> {
        self.len_family_all.borrow()
    }
}
impl HfileEncodedBlock_FastDiffCell {
    pub fn prev_len_key(&self) -> Ref<'_, i64> {
        self.prev_len_key.borrow()
    }
}
impl HfileEncodedBlock_FastDiffCell {
    pub fn prev_len_value(&self) -> Ref<'_, i64> {
        self.prev_len_value.borrow()
    }
}
impl HfileEncodedBlock_FastDiffCell {
    pub fn prev_len_row(&self) -> Ref<'_, i64> {
        self.prev_len_row.borrow()
    }
}
impl HfileEncodedBlock_FastDiffCell {
    pub fn set_params(&mut self, has_tags: bool, has_mvcc: bool, len_family_all: i64, prev_len_key: i64, prev_len_value: i64, prev_len_row: i64) {
        *self.has_tags.borrow_mut() = has_tags;
        *self.has_mvcc.borrow_mut() = has_mvcc;
        *self.len_family_all.borrow_mut() = len_family_all;
        *self.prev_len_key.borrow_mut() = prev_len_key;
        *self.prev_len_value.borrow_mut() = prev_len_value;
        *self.prev_len_row.borrow_mut() = prev_len_row;
    }
}
impl HfileEncodedBlock_FastDiffCell {
    pub fn has_len_key(
        &self
    ) -> KResult<Ref<'_, bool>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_has_len_key.get() {
            return Ok(self.has_len_key.borrow());
        }
        self.f_has_len_key.set(true);
        *self.has_len_key.borrow_mut() = (((((*self.flags() as u8) & (8 as u8)) as i32) == (0 as i32))) as bool;
        Ok(self.has_len_key.borrow())
    }
    pub fn has_len_value(
        &self
    ) -> KResult<Ref<'_, bool>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_has_len_value.get() {
            return Ok(self.has_len_value.borrow());
        }
        self.f_has_len_value.set(true);
        *self.has_len_value.borrow_mut() = (((((*self.flags() as u8) & (16 as u8)) as i32) == (0 as i32))) as bool;
        Ok(self.has_len_value.borrow())
    }
    pub fn has_value(
        &self
    ) -> KResult<Ref<'_, bool>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_has_value.get() {
            return Ok(self.has_value.borrow());
        }
        self.f_has_value.set(true);
        *self.has_value.borrow_mut() = (((((*self.flags() as u8) & (64 as u8)) as i32) == (0 as i32))) as bool;
        Ok(self.has_value.borrow())
    }
    pub fn is_row_shared(
        &self
    ) -> KResult<Ref<'_, bool>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_is_row_shared.get() {
            return Ok(self.is_row_shared.borrow());
        }
        self.f_is_row_shared.set(true);
        *self.is_row_shared.borrow_mut() = (((*self.shared()? as i32) >= (((2 as i64) + (*self.prev_len_row() as i64)) as i32))) as bool;
        Ok(self.is_row_shared.borrow())
    }
    pub fn len_key(
        &self
    ) -> KResult<Ref<'_, i64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_len_key.get() {
            return Ok(self.len_key.borrow());
        }
        self.f_len_key.set(true);
        *self.len_key.borrow_mut() = (if *self.has_len_key()? { (*self.len_key_new().value()? as i64) } else { *self.prev_len_key() }) as i64;
        Ok(self.len_key.borrow())
    }
    pub fn len_key_rest(
        &self
    ) -> KResult<Ref<'_, i64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_len_key_rest.get() {
            return Ok(self.len_key_rest.borrow());
        }
        self.f_len_key_rest.set(true);
        *self.len_key_rest.borrow_mut() = ((((*self.len_row_rest()? as i64) + (*self.len_qualifier_rest()? as i64)) as i64)) as i64;
        Ok(self.len_key_rest.borrow())
    }
    pub fn len_qualifier_rest(
        &self
    ) -> KResult<Ref<'_, i64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_len_qualifier_rest.get() {
            return Ok(self.len_qualifier_rest.borrow());
        }
        self.f_len_qualifier_rest.set(true);
        *self.len_qualifier_rest.borrow_mut() = (if *self.is_row_shared()? { (((((*self.len_key()? as i64) - (9 as i64)) as i32) - (*self.shared()? as i32)) as i64) } else { (((((((*self.len_key()? as i64) - (12 as i64)) as i32) - (*self.len_row()? as i32)) as i32) - (*self.len_family_all() as i32)) as i64) }) as i64;
        Ok(self.len_qualifier_rest.borrow())
    }
    pub fn len_row(
        &self
    ) -> KResult<Ref<'_, i64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_len_row.get() {
            return Ok(self.len_row.borrow());
        }
        self.f_len_row.set(true);
        *self.len_row.borrow_mut() = (if ((*self.shared()? as i64) >= (2 as i64)) { *self.prev_len_row() } else { (((((if ((*self.shared()? as i64) >= (1 as i64)) { (((*self.prev_len_row() as i32) / (256 as i32)) as i64) } else { (*self.row_length_high() as i64) } as i32) * (256 as i32)) as i32) + ((*self.row_length_low() as i64) as i32)) as i64) }) as i64;
        Ok(self.len_row.borrow())
    }
    pub fn len_row_rest(
        &self
    ) -> KResult<Ref<'_, i64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_len_row_rest.get() {
            return Ok(self.len_row_rest.borrow());
        }
        self.f_len_row_rest.set(true);
        *self.len_row_rest.borrow_mut() = (if *self.is_row_shared()? { (0 as i64) } else { if ((*self.shared()? as i64) <= (2 as i64)) { *self.len_row()? } else { (((((*self.len_row()? as i64) + (2 as i64)) as i32) - (*self.shared()? as i32)) as i64) } }) as i64;
        Ok(self.len_row_rest.borrow())
    }
    pub fn len_value(
        &self
    ) -> KResult<Ref<'_, i64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_len_value.get() {
            return Ok(self.len_value.borrow());
        }
        self.f_len_value.set(true);
        *self.len_value.borrow_mut() = (if *self.has_len_value()? { (*self.len_value_new().value()? as i64) } else { *self.prev_len_value() }) as i64;
        Ok(self.len_value.borrow())
    }
    pub fn shared(
        &self
    ) -> KResult<Ref<'_, i64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_shared.get() {
            return Ok(self.shared.borrow());
        }
        self.f_shared.set(true);
        *self.shared.borrow_mut() = ((*self.num_shared().value()? as i64)) as i64;
        Ok(self.shared.borrow())
    }
}

/**
 * 1 to 4 leading bytes of the timestamp shared with the previous cell, 8
 * same key length, 16 same value length, 32 same type, 64 same value.
 */
impl HfileEncodedBlock_FastDiffCell {
    pub fn flags(&self) -> Ref<'_, u8> {
        self.flags.borrow()
    }
}
impl HfileEncodedBlock_FastDiffCell {
    pub fn len_key_new(&self) -> Ref<'_, OptRc<Varint>> {
        self.len_key_new.borrow()
    }
}

/**
 * Reads nothing. Room for the fixed parts and the family.
 */
impl HfileEncodedBlock_FastDiffCell {
    pub fn check_len_key_new(&self) -> Ref<'_, Vec<u8>> {
        self.check_len_key_new.borrow()
    }
}
impl HfileEncodedBlock_FastDiffCell {
    pub fn len_value_new(&self) -> Ref<'_, OptRc<Varint>> {
        self.len_value_new.borrow()
    }
}

/**
 * Reads nothing. The value must lie inside the block.
 */
impl HfileEncodedBlock_FastDiffCell {
    pub fn check_len_value_new(&self) -> Ref<'_, Vec<u8>> {
        self.check_len_value_new.borrow()
    }
}
impl HfileEncodedBlock_FastDiffCell {
    pub fn num_shared(&self) -> Ref<'_, OptRc<Varint>> {
        self.num_shared.borrow()
    }
}

/**
 * Reads nothing. Not more than the previous key without its timestamp
 * and type, and either a part of the row or the complete row and family.
 */
impl HfileEncodedBlock_FastDiffCell {
    pub fn check_num_shared(&self) -> Ref<'_, Vec<u8>> {
        self.check_num_shared.borrow()
    }
}
impl HfileEncodedBlock_FastDiffCell {
    pub fn row_length_high(&self) -> Ref<'_, u8> {
        self.row_length_high.borrow()
    }
}

/**
 * With `prev_len_row` if the high byte is shared.
 */
impl HfileEncodedBlock_FastDiffCell {
    pub fn row_length_low(&self) -> Ref<'_, u8> {
        self.row_length_low.borrow()
    }
}

/**
 * Reads nothing. Row and qualifier must lie inside the block.
 */
impl HfileEncodedBlock_FastDiffCell {
    pub fn check_len_row(&self) -> Ref<'_, Vec<u8>> {
        self.check_len_row.borrow()
    }
}

/**
 * The part of the row that is not shared.
 */
impl HfileEncodedBlock_FastDiffCell {
    pub fn row_rest(&self) -> Ref<'_, Vec<u8>> {
        self.row_rest.borrow()
    }
}

/**
 * The part of the qualifier that is not shared.
 */
impl HfileEncodedBlock_FastDiffCell {
    pub fn qualifier_rest(&self) -> Ref<'_, Vec<u8>> {
        self.qualifier_rest.borrow()
    }
}

/**
 * The bytes of the timestamp that are not shared.
 */
impl HfileEncodedBlock_FastDiffCell {
    pub fn timestamp_rest(&self) -> Ref<'_, Vec<u8>> {
        self.timestamp_rest.borrow()
    }
}
impl HfileEncodedBlock_FastDiffCell {
    pub fn key_type(&self) -> Ref<'_, u8> {
        self.key_type.borrow()
    }
}
impl HfileEncodedBlock_FastDiffCell {
    pub fn value(&self) -> Ref<'_, Vec<u8>> {
        self.value.borrow()
    }
}
impl HfileEncodedBlock_FastDiffCell {
    pub fn end(&self) -> Ref<'_, OptRc<HfileEncodedBlock_CellEnd>> {
        self.end.borrow()
    }
}
impl HfileEncodedBlock_FastDiffCell {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

#[derive(Default, Debug, Clone)]
pub struct HfileEncodedBlock_FastDiffCells {
    pub _root: SharedType<HfileEncodedBlock>,
    pub _parent: SharedType<HfileEncodedBlock>,
    pub _self: SharedType<Self>,
    has_tags: RefCell<bool>,
    has_mvcc: RefCell<bool>,
    len_plain: RefCell<i32>,
    first: RefCell<OptRc<HfileEncodedBlock_FastDiffFirst>>,
    cells: RefCell<Vec<OptRc<HfileEncodedBlock_FastDiffCell>>>,
    _io: RefCell<BytesReader>,
}
impl KStruct for HfileEncodedBlock_FastDiffCells {
    type Root = HfileEncodedBlock;
    type Parent = HfileEncodedBlock;

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
        *self_rc.len_plain.borrow_mut() = _io.read_s4be()?.into();
        if !(((*self_rc.len_plain() as i32) >= (0 as i32))) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::LessThan, src_path: "/types/fast_diff_cells/seq/0".to_string() }));
        }
        if !(_io.is_eof()) {
            let f = |t : &mut HfileEncodedBlock_FastDiffFirst| Ok(t.set_params(*self_rc.has_tags(), *self_rc.has_mvcc()));
            let t = Self::read_into_with_init::<_, HfileEncodedBlock_FastDiffFirst>(&*_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()), &f)?.into();
            *self_rc.first.borrow_mut() = t;
        }
        *self_rc.cells.borrow_mut() = Vec::new();
        {
            let mut _i = 0;
            while !_io.is_eof() {
                let f = |t : &mut HfileEncodedBlock_FastDiffCell| Ok(t.set_params(*self_rc.has_tags(), *self_rc.has_mvcc(), ((*self_rc.first().len_family() as i64)).try_into().map_err(|_| KError::CastError)?, (if ((_i as i32) == (0 as i32)) { (*self_rc.first().len_key().value()? as i64) } else { *self_rc.cells()[((_i as i32) - (1 as i32)) as usize].len_key()? }).try_into().map_err(|_| KError::CastError)?, (if ((_i as i32) == (0 as i32)) { (*self_rc.first().len_value().value()? as i64) } else { *self_rc.cells()[((_i as i32) - (1 as i32)) as usize].len_value()? }).try_into().map_err(|_| KError::CastError)?, (if ((_i as i32) == (0 as i32)) { (*self_rc.first().len_row() as i64) } else { *self_rc.cells()[((_i as i32) - (1 as i32)) as usize].len_row()? }).try_into().map_err(|_| KError::CastError)?));
                let t = Self::read_into_with_init::<_, HfileEncodedBlock_FastDiffCell>(&*_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()), &f)?.into();
                self_rc.cells.borrow_mut().push(t);
                _i += 1;
            }
        }
        Ok(())
    }
}
impl HfileEncodedBlock_FastDiffCells {
    pub fn has_tags(&self) -> Ref<'_, bool> {
        self.has_tags.borrow()
    }
}
impl HfileEncodedBlock_FastDiffCells {
    pub fn has_mvcc(&self) -> Ref<'_, bool> {
        self.has_mvcc.borrow()
    }
}
impl HfileEncodedBlock_FastDiffCells {
    pub fn set_params(&mut self, has_tags: bool, has_mvcc: bool) {
        *self.has_tags.borrow_mut() = has_tags;
        *self.has_mvcc.borrow_mut() = has_mvcc;
    }
}
impl HfileEncodedBlock_FastDiffCells {
}

/**
 * Bytes that these cells take in a plain data block.
 */
impl HfileEncodedBlock_FastDiffCells {
    pub fn len_plain(&self) -> Ref<'_, i32> {
        self.len_plain.borrow()
    }
}
impl HfileEncodedBlock_FastDiffCells {
    pub fn first(&self) -> Ref<'_, OptRc<HfileEncodedBlock_FastDiffFirst>> {
        self.first.borrow()
    }
}

/**
 * All except the first.
 */
impl HfileEncodedBlock_FastDiffCells {
    pub fn cells(&self) -> Ref<'_, Vec<OptRc<HfileEncodedBlock_FastDiffCell>>> {
        self.cells.borrow()
    }
}
impl HfileEncodedBlock_FastDiffCells {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

/**
 * The first cell shares nothing and has its complete key.
 */

#[derive(Default, Debug, Clone)]
pub struct HfileEncodedBlock_FastDiffFirst {
    pub _root: SharedType<HfileEncodedBlock>,
    pub _parent: SharedType<HfileEncodedBlock_FastDiffCells>,
    pub _self: SharedType<Self>,
    has_tags: RefCell<bool>,
    has_mvcc: RefCell<bool>,
    flags: RefCell<u8>,
    len_key: RefCell<OptRc<Varint>>,
    check_len_key: RefCell<Vec<u8>>,
    len_value: RefCell<OptRc<Varint>>,
    check_len_value: RefCell<Vec<u8>>,
    num_shared: RefCell<u8>,
    len_row: RefCell<u16>,
    row: RefCell<Vec<u8>>,
    len_family: RefCell<u8>,
    family: RefCell<Vec<u8>>,
    qualifier: RefCell<Vec<u8>>,
    timestamp: RefCell<i64>,
    key_type: RefCell<u8>,
    value: RefCell<Vec<u8>>,
    end: RefCell<OptRc<HfileEncodedBlock_CellEnd>>,
    _io: RefCell<BytesReader>,
}
impl KStruct for HfileEncodedBlock_FastDiffFirst {
    type Root = HfileEncodedBlock;
    type Parent = HfileEncodedBlock_FastDiffCells;

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
        *self_rc.flags.borrow_mut() = _io.read_u1()?.into();
        if !(((*self_rc.flags() as u8) == (0 as u8))) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::NotEqual, src_path: "/types/fast_diff_first/seq/0".to_string() }));
        }
        let t = Self::read_into::<_, Varint>(&*_io, None, None)?.into();
        *self_rc.len_key.borrow_mut() = t;
        *self_rc.check_len_key.borrow_mut() = _io.read_bytes(0 as usize)?.into();
        let _tmpa = *self_rc.check_len_key();
        if !( ((((_tmpa.len() as i32) == (0 as i32))) && ((((*self_rc.len_key().value()? as i64) as i64) >= (12 as i64))) && ((((*self_rc.len_key().value()? as i64) as i32) <= ((((_io.size() as i64) as i64) - ((_io.pos() as i64) as i64)) as i32)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/fast_diff_first/seq/2".to_string() }));
        }
        let t = Self::read_into::<_, Varint>(&*_io, None, None)?.into();
        *self_rc.len_value.borrow_mut() = t;
        *self_rc.check_len_value.borrow_mut() = _io.read_bytes(0 as usize)?.into();
        let _tmpa = *self_rc.check_len_value();
        if !( ((((_tmpa.len() as i32) == (0 as i32))) && ((((*self_rc.len_value().value()? as i64) as i64) >= (0 as i64))) && ((((*self_rc.len_value().value()? as i64) as i32) <= ((((((_io.size() as i64) as i64) - ((_io.pos() as i64) as i64)) as i32) - ((*self_rc.len_key().value()? as i64) as i32)) as i32)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/fast_diff_first/seq/4".to_string() }));
        }
        *self_rc.num_shared.borrow_mut() = _io.read_u1()?.into();
        if !(((*self_rc.num_shared() as u8) == (0 as u8))) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::NotEqual, src_path: "/types/fast_diff_first/seq/5".to_string() }));
        }
        *self_rc.len_row.borrow_mut() = _io.read_u2be()?.into();
        let _tmpa = *self_rc.len_row();
        if !((((_tmpa as i64) as i32) <= ((((*self_rc.len_key().value()? as i64) as i64) - (12 as i64)) as i32))) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/fast_diff_first/seq/6".to_string() }));
        }
        *self_rc.row.borrow_mut() = _io.read_bytes(*self_rc.len_row() as usize)?.into();
        *self_rc.len_family.borrow_mut() = _io.read_u1()?.into();
        let _tmpa = *self_rc.len_family();
        if !((((_tmpa as i64) as i32) <= ((((((*self_rc.len_key().value()? as i64) as i64) - (12 as i64)) as i32) - ((*self_rc.len_row() as i64) as i32)) as i32))) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/fast_diff_first/seq/8".to_string() }));
        }
        *self_rc.family.borrow_mut() = _io.read_bytes(*self_rc.len_family() as usize)?.into();
        *self_rc.qualifier.borrow_mut() = _io.read_bytes((((((((*self_rc.len_key().value()? as i64) as i64) - (12 as i64)) as i32) - ((*self_rc.len_row() as i64) as i32)) as i32) - ((*self_rc.len_family() as i64) as i32)) as usize)?.into();
        *self_rc.timestamp.borrow_mut() = _io.read_s8be()?.into();
        *self_rc.key_type.borrow_mut() = _io.read_u1()?.into();
        *self_rc.value.borrow_mut() = _io.read_bytes(*self_rc.len_value().value()? as usize)?.into();
        let f = |t : &mut HfileEncodedBlock_CellEnd| Ok(t.set_params(*self_rc.has_tags(), *self_rc.has_mvcc()));
        let t = Self::read_into_with_init::<_, HfileEncodedBlock_CellEnd>(&*_io, Some(self_rc._root.clone()), None, &f)?.into();
        *self_rc.end.borrow_mut() = t;
        Ok(())
    }
}
impl HfileEncodedBlock_FastDiffFirst {
    pub fn has_tags(&self) -> Ref<'_, bool> {
        self.has_tags.borrow()
    }
}
impl HfileEncodedBlock_FastDiffFirst {
    pub fn has_mvcc(&self) -> Ref<'_, bool> {
        self.has_mvcc.borrow()
    }
}
impl HfileEncodedBlock_FastDiffFirst {
    pub fn set_params(&mut self, has_tags: bool, has_mvcc: bool) {
        *self.has_tags.borrow_mut() = has_tags;
        *self.has_mvcc.borrow_mut() = has_mvcc;
    }
}
impl HfileEncodedBlock_FastDiffFirst {
}
impl HfileEncodedBlock_FastDiffFirst {
    pub fn flags(&self) -> Ref<'_, u8> {
        self.flags.borrow()
    }
}
impl HfileEncodedBlock_FastDiffFirst {
    pub fn len_key(&self) -> Ref<'_, OptRc<Varint>> {
        self.len_key.borrow()
    }
}

/**
 * Reads nothing. The key must lie inside the block.
 */
impl HfileEncodedBlock_FastDiffFirst {
    pub fn check_len_key(&self) -> Ref<'_, Vec<u8>> {
        self.check_len_key.borrow()
    }
}
impl HfileEncodedBlock_FastDiffFirst {
    pub fn len_value(&self) -> Ref<'_, OptRc<Varint>> {
        self.len_value.borrow()
    }
}

/**
 * Reads nothing. The value must lie inside the block.
 */
impl HfileEncodedBlock_FastDiffFirst {
    pub fn check_len_value(&self) -> Ref<'_, Vec<u8>> {
        self.check_len_value.borrow()
    }
}
impl HfileEncodedBlock_FastDiffFirst {
    pub fn num_shared(&self) -> Ref<'_, u8> {
        self.num_shared.borrow()
    }
}
impl HfileEncodedBlock_FastDiffFirst {
    pub fn len_row(&self) -> Ref<'_, u16> {
        self.len_row.borrow()
    }
}
impl HfileEncodedBlock_FastDiffFirst {
    pub fn row(&self) -> Ref<'_, Vec<u8>> {
        self.row.borrow()
    }
}
impl HfileEncodedBlock_FastDiffFirst {
    pub fn len_family(&self) -> Ref<'_, u8> {
        self.len_family.borrow()
    }
}
impl HfileEncodedBlock_FastDiffFirst {
    pub fn family(&self) -> Ref<'_, Vec<u8>> {
        self.family.borrow()
    }
}
impl HfileEncodedBlock_FastDiffFirst {
    pub fn qualifier(&self) -> Ref<'_, Vec<u8>> {
        self.qualifier.borrow()
    }
}
impl HfileEncodedBlock_FastDiffFirst {
    pub fn timestamp(&self) -> Ref<'_, i64> {
        self.timestamp.borrow()
    }
}
impl HfileEncodedBlock_FastDiffFirst {
    pub fn key_type(&self) -> Ref<'_, u8> {
        self.key_type.borrow()
    }
}
impl HfileEncodedBlock_FastDiffFirst {
    pub fn value(&self) -> Ref<'_, Vec<u8>> {
        self.value.borrow()
    }
}
impl HfileEncodedBlock_FastDiffFirst {
    pub fn end(&self) -> Ref<'_, OptRc<HfileEncodedBlock_CellEnd>> {
        self.end.borrow()
    }
}
impl HfileEncodedBlock_FastDiffFirst {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

#[derive(Default, Debug, Clone)]
pub struct HfileEncodedBlock_PrefixCell {
    pub _root: SharedType<HfileEncodedBlock>,
    pub _parent: SharedType<HfileEncodedBlock_PrefixCells>,
    pub _self: SharedType<Self>,
    has_tags: RefCell<bool>,
    has_mvcc: RefCell<bool>,
    prev_len_key: RefCell<i64>,
    len_key_rest: RefCell<OptRc<Varint>>,
    check_len_key_rest: RefCell<Vec<u8>>,
    len_value: RefCell<OptRc<Varint>>,
    check_len_value: RefCell<Vec<u8>>,
    num_shared: RefCell<OptRc<Varint>>,
    check_num_shared: RefCell<Vec<u8>>,
    key_rest: RefCell<Vec<u8>>,
    value: RefCell<Vec<u8>>,
    end: RefCell<OptRc<HfileEncodedBlock_CellEnd>>,
    _io: RefCell<BytesReader>,
    f_len_key: Cell<bool>,
    len_key: RefCell<i64>,
}
impl KStruct for HfileEncodedBlock_PrefixCell {
    type Root = HfileEncodedBlock;
    type Parent = HfileEncodedBlock_PrefixCells;

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
        *self_rc.len_key_rest.borrow_mut() = t;
        *self_rc.check_len_key_rest.borrow_mut() = _io.read_bytes(0 as usize)?.into();
        let _tmpa = *self_rc.check_len_key_rest();
        if !( ((((_tmpa.len() as i32) == (0 as i32))) && ((((*self_rc.len_key_rest().value()? as i64) as i64) >= (0 as i64))) && ((((*self_rc.len_key_rest().value()? as i64) as i32) <= ((((_io.size() as i64) as i64) - ((_io.pos() as i64) as i64)) as i32)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/prefix_cell/seq/1".to_string() }));
        }
        let t = Self::read_into::<_, Varint>(&*_io, None, None)?.into();
        *self_rc.len_value.borrow_mut() = t;
        *self_rc.check_len_value.borrow_mut() = _io.read_bytes(0 as usize)?.into();
        let _tmpa = *self_rc.check_len_value();
        if !( ((((_tmpa.len() as i32) == (0 as i32))) && ((((*self_rc.len_value().value()? as i64) as i64) >= (0 as i64))) && ((((*self_rc.len_value().value()? as i64) as i32) <= ((((((_io.size() as i64) as i64) - ((_io.pos() as i64) as i64)) as i32) - ((*self_rc.len_key_rest().value()? as i64) as i32)) as i32)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/prefix_cell/seq/3".to_string() }));
        }
        let t = Self::read_into::<_, Varint>(&*_io, None, None)?.into();
        *self_rc.num_shared.borrow_mut() = t;
        *self_rc.check_num_shared.borrow_mut() = _io.read_bytes(0 as usize)?.into();
        let _tmpa = *self_rc.check_num_shared();
        if !( ((((_tmpa.len() as i32) == (0 as i32))) && ((((*self_rc.num_shared().value()? as i64) as i64) >= (0 as i64))) && ((*self_rc.num_shared().value()? as i64) <= *self_rc.prev_len_key()) && (((*self_rc.len_key()? as i64) >= (12 as i64)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/prefix_cell/seq/5".to_string() }));
        }
        *self_rc.key_rest.borrow_mut() = _io.read_bytes(*self_rc.len_key_rest().value()? as usize)?.into();
        *self_rc.value.borrow_mut() = _io.read_bytes(*self_rc.len_value().value()? as usize)?.into();
        let f = |t : &mut HfileEncodedBlock_CellEnd| Ok(t.set_params(*self_rc.has_tags(), *self_rc.has_mvcc()));
        let t = Self::read_into_with_init::<_, HfileEncodedBlock_CellEnd>(&*_io, Some(self_rc._root.clone()), None, &f)?.into();
        *self_rc.end.borrow_mut() = t;
        Ok(())
    }
}
impl HfileEncodedBlock_PrefixCell {
    pub fn has_tags(&self) -> Ref<'_, bool> {
        self.has_tags.borrow()
    }
}
impl HfileEncodedBlock_PrefixCell {
    pub fn has_mvcc(&self) -> Ref<'_, bool> {
        self.has_mvcc.borrow()
    }
}
impl HfileEncodedBlock_PrefixCell {
    pub fn prev_len_key(&self) -> Ref<'_, i64> {
        self.prev_len_key.borrow()
    }
}
impl HfileEncodedBlock_PrefixCell {
    pub fn set_params(&mut self, has_tags: bool, has_mvcc: bool, prev_len_key: i64) {
        *self.has_tags.borrow_mut() = has_tags;
        *self.has_mvcc.borrow_mut() = has_mvcc;
        *self.prev_len_key.borrow_mut() = prev_len_key;
    }
}
impl HfileEncodedBlock_PrefixCell {
    pub fn len_key(
        &self
    ) -> KResult<Ref<'_, i64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_len_key.get() {
            return Ok(self.len_key.borrow());
        }
        self.f_len_key.set(true);
        *self.len_key.borrow_mut() = (((((*self.num_shared().value()? as i64) as i64) + ((*self.len_key_rest().value()? as i64) as i64)) as i64)) as i64;
        Ok(self.len_key.borrow())
    }
}
impl HfileEncodedBlock_PrefixCell {
    pub fn len_key_rest(&self) -> Ref<'_, OptRc<Varint>> {
        self.len_key_rest.borrow()
    }
}

/**
 * Reads nothing. The rest of the key must lie inside the block.
 */
impl HfileEncodedBlock_PrefixCell {
    pub fn check_len_key_rest(&self) -> Ref<'_, Vec<u8>> {
        self.check_len_key_rest.borrow()
    }
}
impl HfileEncodedBlock_PrefixCell {
    pub fn len_value(&self) -> Ref<'_, OptRc<Varint>> {
        self.len_value.borrow()
    }
}

/**
 * Reads nothing. The value must lie inside the block.
 */
impl HfileEncodedBlock_PrefixCell {
    pub fn check_len_value(&self) -> Ref<'_, Vec<u8>> {
        self.check_len_value.borrow()
    }
}
impl HfileEncodedBlock_PrefixCell {
    pub fn num_shared(&self) -> Ref<'_, OptRc<Varint>> {
        self.num_shared.borrow()
    }
}

/**
 * Reads nothing. Not more than the length of the previous key.
 */
impl HfileEncodedBlock_PrefixCell {
    pub fn check_num_shared(&self) -> Ref<'_, Vec<u8>> {
        self.check_num_shared.borrow()
    }
}
impl HfileEncodedBlock_PrefixCell {
    pub fn key_rest(&self) -> Ref<'_, Vec<u8>> {
        self.key_rest.borrow()
    }
}
impl HfileEncodedBlock_PrefixCell {
    pub fn value(&self) -> Ref<'_, Vec<u8>> {
        self.value.borrow()
    }
}
impl HfileEncodedBlock_PrefixCell {
    pub fn end(&self) -> Ref<'_, OptRc<HfileEncodedBlock_CellEnd>> {
        self.end.borrow()
    }
}
impl HfileEncodedBlock_PrefixCell {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

#[derive(Default, Debug, Clone)]
pub struct HfileEncodedBlock_PrefixCells {
    pub _root: SharedType<HfileEncodedBlock>,
    pub _parent: SharedType<HfileEncodedBlock>,
    pub _self: SharedType<Self>,
    has_tags: RefCell<bool>,
    has_mvcc: RefCell<bool>,
    len_plain: RefCell<i32>,
    cells: RefCell<Vec<OptRc<HfileEncodedBlock_PrefixCell>>>,
    _io: RefCell<BytesReader>,
}
impl KStruct for HfileEncodedBlock_PrefixCells {
    type Root = HfileEncodedBlock;
    type Parent = HfileEncodedBlock;

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
        *self_rc.len_plain.borrow_mut() = _io.read_s4be()?.into();
        if !(((*self_rc.len_plain() as i32) >= (0 as i32))) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::LessThan, src_path: "/types/prefix_cells/seq/0".to_string() }));
        }
        *self_rc.cells.borrow_mut() = Vec::new();
        {
            let mut _i = 0;
            while !_io.is_eof() {
                let f = |t : &mut HfileEncodedBlock_PrefixCell| Ok(t.set_params(*self_rc.has_tags(), *self_rc.has_mvcc(), (if ((_i as i32) == (0 as i32)) { (0 as i64) } else { *self_rc.cells()[((_i as i32) - (1 as i32)) as usize].len_key()? }).try_into().map_err(|_| KError::CastError)?));
                let t = Self::read_into_with_init::<_, HfileEncodedBlock_PrefixCell>(&*_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()), &f)?.into();
                self_rc.cells.borrow_mut().push(t);
                _i += 1;
            }
        }
        Ok(())
    }
}
impl HfileEncodedBlock_PrefixCells {
    pub fn has_tags(&self) -> Ref<'_, bool> {
        self.has_tags.borrow()
    }
}
impl HfileEncodedBlock_PrefixCells {
    pub fn has_mvcc(&self) -> Ref<'_, bool> {
        self.has_mvcc.borrow()
    }
}
impl HfileEncodedBlock_PrefixCells {
    pub fn set_params(&mut self, has_tags: bool, has_mvcc: bool) {
        *self.has_tags.borrow_mut() = has_tags;
        *self.has_mvcc.borrow_mut() = has_mvcc;
    }
}
impl HfileEncodedBlock_PrefixCells {
}

/**
 * Bytes that these cells take in a plain data block.
 */
impl HfileEncodedBlock_PrefixCells {
    pub fn len_plain(&self) -> Ref<'_, i32> {
        self.len_plain.borrow()
    }
}
impl HfileEncodedBlock_PrefixCells {
    pub fn cells(&self) -> Ref<'_, Vec<OptRc<HfileEncodedBlock_PrefixCell>>> {
        self.cells.borrow()
    }
}
impl HfileEncodedBlock_PrefixCells {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

#[derive(Default, Debug, Clone)]
pub struct HfileEncodedBlock_Row {
    pub _root: SharedType<HfileEncodedBlock>,
    pub _parent: SharedType<HfileEncodedBlock_RowIndexCells>,
    pub _self: SharedType<Self>,
    is_first: RefCell<bool>,
    prev: RefCell<i32>,
    ofs_cell: RefCell<i32>,
    _io: RefCell<BytesReader>,
}
impl KStruct for HfileEncodedBlock_Row {
    type Root = HfileEncodedBlock;
    type Parent = HfileEncodedBlock_RowIndexCells;

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
        *self_rc.ofs_cell.borrow_mut() = _io.read_s4be()?.into();
        let _tmpa = *self_rc.ofs_cell();
        if !(if *self_rc.is_first() { ((_tmpa as i32) == (0 as i32)) } else { ((_tmpa as i32) > (*self_rc.prev() as i32)) }) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/row/seq/0".to_string() }));
        }
        Ok(())
    }
}
impl HfileEncodedBlock_Row {
    pub fn is_first(&self) -> Ref<'_, bool> {
        self.is_first.borrow()
    }
}
impl HfileEncodedBlock_Row {
    pub fn prev(&self) -> Ref<'_, i32> {
        self.prev.borrow()
    }
}
impl HfileEncodedBlock_Row {
    pub fn set_params(&mut self, is_first: bool, prev: i32) {
        *self.is_first.borrow_mut() = is_first;
        *self.prev.borrow_mut() = prev;
    }
}
impl HfileEncodedBlock_Row {
}

/**
 * Of the first cell of a row, relative to the first cell.
 */
impl HfileEncodedBlock_Row {
    pub fn ofs_cell(&self) -> Ref<'_, i32> {
        self.ofs_cell.borrow()
    }
}
impl HfileEncodedBlock_Row {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

#[derive(Default, Debug, Clone)]
pub struct HfileEncodedBlock_RowIndexCells {
    pub _root: SharedType<HfileEncodedBlock>,
    pub _parent: SharedType<HfileEncodedBlock>,
    pub _self: SharedType<Self>,
    has_tags: RefCell<bool>,
    has_mvcc: RefCell<bool>,
    cells: RefCell<OptRc<HfileDataBlock>>,
    num_rows: RefCell<i32>,
    rows: RefCell<Vec<OptRc<HfileEncodedBlock_Row>>>,
    len_cells_last: RefCell<i32>,
    _io: RefCell<BytesReader>,
    cells_raw: RefCell<Vec<u8>>,
    f_len_cells: Cell<bool>,
    len_cells: RefCell<i32>,
}
impl KStruct for HfileEncodedBlock_RowIndexCells {
    type Root = HfileEncodedBlock;
    type Parent = HfileEncodedBlock;

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
        *self_rc.cells_raw.borrow_mut() = _io.read_bytes(*self_rc.len_cells()? as usize)?.into();
        let cells_raw = self_rc.cells_raw.borrow();
        let _t_cells_raw_io = BytesReader::from(cells_raw.clone());
        let f = |t : &mut HfileDataBlock| Ok(t.set_params(*self_rc.has_tags(), *self_rc.has_mvcc()));
        let t = Self::read_into_with_init::<BytesReader, HfileDataBlock>(&_t_cells_raw_io, None, None, &f)?.into();
        *self_rc.cells.borrow_mut() = t;
        *self_rc.num_rows.borrow_mut() = _io.read_s4be()?.into();
        let _tmpa = *self_rc.num_rows();
        if !( ((((_tmpa as i32) >= (0 as i32))) && (((((((((_tmpa as i64) as i64) * (4 as i64)) as i32) + (4 as i32)) as i64) as i32) == ((((_io.size() as i64) as i64) - ((_io.pos() as i64) as i64)) as i32)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/row_index_cells/seq/1".to_string() }));
        }
        *self_rc.rows.borrow_mut() = Vec::new();
        let l_rows = *self_rc.num_rows();
        for _i in 0..l_rows {
            let f = |t : &mut HfileEncodedBlock_Row| Ok(t.set_params(((_i as i32) == (0 as i32)), (if ((_i as i32) == (0 as i32)) { (0 as i32) } else { *self_rc.rows()[((_i as i32) - (1 as i32)) as usize].ofs_cell() }).try_into().map_err(|_| KError::CastError)?));
            let t = Self::read_into_with_init::<_, HfileEncodedBlock_Row>(&*_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()), &f)?.into();
            self_rc.rows.borrow_mut().push(t);
        }
        *self_rc.len_cells_last.borrow_mut() = _io.read_s4be()?.into();
        let _tmpa = *self_rc.len_cells_last();
        if !(_tmpa == *self_rc.len_cells()?) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/row_index_cells/seq/3".to_string() }));
        }
        Ok(())
    }
}
impl HfileEncodedBlock_RowIndexCells {
    pub fn has_tags(&self) -> Ref<'_, bool> {
        self.has_tags.borrow()
    }
}
impl HfileEncodedBlock_RowIndexCells {
    pub fn has_mvcc(&self) -> Ref<'_, bool> {
        self.has_mvcc.borrow()
    }
}
impl HfileEncodedBlock_RowIndexCells {
    pub fn set_params(&mut self, has_tags: bool, has_mvcc: bool) {
        *self.has_tags.borrow_mut() = has_tags;
        *self.has_mvcc.borrow_mut() = has_mvcc;
    }
}
impl HfileEncodedBlock_RowIndexCells {
    pub fn len_cells(
        &self
    ) -> KResult<Ref<'_, i32>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_len_cells.get() {
            return Ok(self.len_cells.borrow());
        }
        self.f_len_cells.set(true);
        let _pos = _io.pos();
        _io.seek(((_io.size() as i32) - (4 as i32)) as usize)?;
        *self.len_cells.borrow_mut() = _io.read_s4be()?.into();
        let _tmpa = *self.len_cells()?;
        if !( ((((_tmpa as i32) >= (0 as i32))) && ((((((_tmpa as i64) as i64) + (8 as i64)) as i32) <= ((_io.size() as i64) as i32)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/row_index_cells/instances/len_cells".to_string() }));
        }
        _io.seek(_pos)?;
        Ok(self.len_cells.borrow())
    }
}
impl HfileEncodedBlock_RowIndexCells {
    pub fn cells(&self) -> Ref<'_, OptRc<HfileDataBlock>> {
        self.cells.borrow()
    }
}
impl HfileEncodedBlock_RowIndexCells {
    pub fn num_rows(&self) -> Ref<'_, i32> {
        self.num_rows.borrow()
    }
}
impl HfileEncodedBlock_RowIndexCells {
    pub fn rows(&self) -> Ref<'_, Vec<OptRc<HfileEncodedBlock_Row>>> {
        self.rows.borrow()
    }
}

/**
 * The same four bytes as `len_cells`.
 */
impl HfileEncodedBlock_RowIndexCells {
    pub fn len_cells_last(&self) -> Ref<'_, i32> {
        self.len_cells_last.borrow()
    }
}
impl HfileEncodedBlock_RowIndexCells {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}
impl HfileEncodedBlock_RowIndexCells {
    pub fn cells_raw(&self) -> Ref<'_, Vec<u8>> {
        self.cells_raw.borrow()
    }
}
