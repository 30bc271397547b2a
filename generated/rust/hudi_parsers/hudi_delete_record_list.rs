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
use super::varint::Varint;

/**
 * Bare Avro datum (no object container file, no schema), delete blocks of log
 * block version 3. Hudi fixes the schema, so the entire value can be described
 * here. Nesting is limited to an array inside an ordering value, and every
 * element of an array has at least one byte, so a count can be checked against
 * the remaining bytes.
 * \sa https://github.com/apache/hudi/blob/release-1.2.0/hudi-common/src/main/avro/HoodieDeleteRecordList.avsc Source
 * \sa https://avro.apache.org/docs/1.12.0/specification/#binary-encoding Source
 */

#[derive(Default, Debug, Clone)]
pub struct HudiDeleteRecordList {
    pub _root: SharedType<HudiDeleteRecordList>,
    pub _parent: SharedType<HudiDeleteRecordList>,
    pub _self: SharedType<Self>,
    chunks: RefCell<Vec<OptRc<HudiDeleteRecordList_Chunk>>>,
    check_end: RefCell<Vec<u8>>,
    _io: RefCell<BytesReader>,
}
impl KStruct for HudiDeleteRecordList {
    type Root = HudiDeleteRecordList;
    type Parent = HudiDeleteRecordList;

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
        *self_rc.chunks.borrow_mut() = Vec::new();
        {
            let mut _i = 0;
            while {
                let t = Self::read_into::<_, HudiDeleteRecordList_Chunk>(&*_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()))?.into();
                self_rc.chunks.borrow_mut().push(t);
                let _t_chunks = self_rc.chunks.borrow();
                let _tmpa = _t_chunks.last().unwrap();
                _i += 1;
                let x = !(((*_tmpa.num_records().value()? as i64) == (0 as i64)));
                x
            } {}
        }
        *self_rc.check_end.borrow_mut() = _io.read_bytes(0 as usize)?.into();
        let _tmpa = *self_rc.check_end();
        if !( ((((_tmpa.len() as i32) == (0 as i32))) && (_io.is_eof())) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/seq/1".to_string() }));
        }
        Ok(())
    }
}
impl HudiDeleteRecordList {
}

/**
 * Avro array, a run of counted chunks that ends with an empty one.
 */
impl HudiDeleteRecordList {
    pub fn chunks(&self) -> Ref<'_, Vec<OptRc<HudiDeleteRecordList_Chunk>>> {
        self.chunks.borrow()
    }
}

/**
 * Reads nothing. The value must fill the payload.
 */
impl HudiDeleteRecordList {
    pub fn check_end(&self) -> Ref<'_, Vec<u8>> {
        self.check_end.borrow()
    }
}
impl HudiDeleteRecordList {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

#[derive(Default, Debug, Clone)]
pub struct HudiDeleteRecordList_AvroBoolean {
    pub _root: SharedType<HudiDeleteRecordList>,
    pub _parent: SharedType<KStructUnit>,
    pub _self: SharedType<Self>,
    value: RefCell<u8>,
    _io: RefCell<BytesReader>,
}
impl KStruct for HudiDeleteRecordList_AvroBoolean {
    type Root = HudiDeleteRecordList;
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
        *self_rc.value.borrow_mut() = _io.read_u1()?.into();
        if !( ((((*self_rc.value() as u8) == (0 as u8))) || (((*self_rc.value() as u8) == (1 as u8)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::NotAnyOf, src_path: "/types/avro_boolean/seq/0".to_string() }));
        }
        Ok(())
    }
}
impl HudiDeleteRecordList_AvroBoolean {
}
impl HudiDeleteRecordList_AvroBoolean {
    pub fn value(&self) -> Ref<'_, u8> {
        self.value.borrow()
    }
}
impl HudiDeleteRecordList_AvroBoolean {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

/**
 * Bytes, or text in UTF-8 (left as bytes so that damaged text does not stop the reading).
 */

#[derive(Default, Debug, Clone)]
pub struct HudiDeleteRecordList_AvroBytes {
    pub _root: SharedType<HudiDeleteRecordList>,
    pub _parent: SharedType<KStructUnit>,
    pub _self: SharedType<Self>,
    len_value: RefCell<OptRc<AvroLong>>,
    check_len_value: RefCell<Vec<u8>>,
    value: RefCell<Vec<u8>>,
    _io: RefCell<BytesReader>,
}
impl KStruct for HudiDeleteRecordList_AvroBytes {
    type Root = HudiDeleteRecordList;
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
impl HudiDeleteRecordList_AvroBytes {
}
impl HudiDeleteRecordList_AvroBytes {
    pub fn len_value(&self) -> Ref<'_, OptRc<AvroLong>> {
        self.len_value.borrow()
    }
}

/**
 * Reads nothing. The value must lie inside the payload.
 */
impl HudiDeleteRecordList_AvroBytes {
    pub fn check_len_value(&self) -> Ref<'_, Vec<u8>> {
        self.check_len_value.borrow()
    }
}
impl HudiDeleteRecordList_AvroBytes {
    pub fn value(&self) -> Ref<'_, Vec<u8>> {
        self.value.borrow()
    }
}
impl HudiDeleteRecordList_AvroBytes {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

#[derive(Default, Debug, Clone)]
pub struct HudiDeleteRecordList_AvroDouble {
    pub _root: SharedType<HudiDeleteRecordList>,
    pub _parent: SharedType<KStructUnit>,
    pub _self: SharedType<Self>,
    value: RefCell<f64>,
    _io: RefCell<BytesReader>,
}
impl KStruct for HudiDeleteRecordList_AvroDouble {
    type Root = HudiDeleteRecordList;
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
        *self_rc.value.borrow_mut() = _io.read_f8le()?.into();
        Ok(())
    }
}
impl HudiDeleteRecordList_AvroDouble {
}
impl HudiDeleteRecordList_AvroDouble {
    pub fn value(&self) -> Ref<'_, f64> {
        self.value.borrow()
    }
}
impl HudiDeleteRecordList_AvroDouble {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

#[derive(Default, Debug, Clone)]
pub struct HudiDeleteRecordList_AvroFloat {
    pub _root: SharedType<HudiDeleteRecordList>,
    pub _parent: SharedType<KStructUnit>,
    pub _self: SharedType<Self>,
    value: RefCell<f32>,
    _io: RefCell<BytesReader>,
}
impl KStruct for HudiDeleteRecordList_AvroFloat {
    type Root = HudiDeleteRecordList;
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
        *self_rc.value.borrow_mut() = _io.read_f4le()?.into();
        Ok(())
    }
}
impl HudiDeleteRecordList_AvroFloat {
}
impl HudiDeleteRecordList_AvroFloat {
    pub fn value(&self) -> Ref<'_, f32> {
        self.value.borrow()
    }
}
impl HudiDeleteRecordList_AvroFloat {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

#[derive(Default, Debug, Clone)]
pub struct HudiDeleteRecordList_AvroInt {
    pub _root: SharedType<HudiDeleteRecordList>,
    pub _parent: SharedType<KStructUnit>,
    pub _self: SharedType<Self>,
    zigzag: RefCell<OptRc<Varint>>,
    check_range: RefCell<Vec<u8>>,
    _io: RefCell<BytesReader>,
    f_value: Cell<bool>,
    value: RefCell<i32>,
}
impl KStruct for HudiDeleteRecordList_AvroInt {
    type Root = HudiDeleteRecordList;
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
        let t = Self::read_into::<_, Varint>(&*_io, None, None)?.into();
        *self_rc.zigzag.borrow_mut() = t;
        *self_rc.check_range.borrow_mut() = _io.read_bytes(0 as usize)?.into();
        let _tmpa = *self_rc.check_range();
        if !( ((((_tmpa.len() as i32) == (0 as i32))) && (!(*self_rc.zigzag().has5()?)) && ((*self_rc.zigzag().value()? as i64) <= (4294967295 as i64))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/avro_int/seq/1".to_string() }));
        }
        Ok(())
    }
}
impl HudiDeleteRecordList_AvroInt {

    /**
     * Resulting signed value.
     */
    pub fn value(
        &self
    ) -> KResult<Ref<'_, i32>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_value.get() {
            return Ok(self.value.borrow());
        }
        self.f_value.set(true);
        *self.value.borrow_mut() = (if ((((*self.zigzag().value()? as u64) % (2 as u64)) as i32) == (0 as i32)) { (((*self.zigzag().value()? as u64) / (2 as u64)) as i32) } else { (((-((((*self.zigzag().value()? as u64) / (2 as u64)) as i64)) as i64) - (1 as i64)) as i32) }) as i32;
        Ok(self.value.borrow())
    }
}
impl HudiDeleteRecordList_AvroInt {
    pub fn zigzag(&self) -> Ref<'_, OptRc<Varint>> {
        self.zigzag.borrow()
    }
}

/**
 * Reads nothing. The number must fit 32 bits and has at most 5 bytes.
 */
impl HudiDeleteRecordList_AvroInt {
    pub fn check_range(&self) -> Ref<'_, Vec<u8>> {
        self.check_range.borrow()
    }
}
impl HudiDeleteRecordList_AvroInt {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

/**
 * Some elements of the array of delete records.
 */

#[derive(Default, Debug, Clone)]
pub struct HudiDeleteRecordList_Chunk {
    pub _root: SharedType<HudiDeleteRecordList>,
    pub _parent: SharedType<HudiDeleteRecordList>,
    pub _self: SharedType<Self>,
    num_records: RefCell<OptRc<AvroLong>>,
    check_num_records: RefCell<Vec<u8>>,
    len_chunk: RefCell<OptRc<AvroLong>>,
    records: RefCell<Vec<OptRc<HudiDeleteRecordList_Record>>>,
    _io: RefCell<BytesReader>,
    f_sign: Cell<bool>,
    sign: RefCell<i64>,
}
impl KStruct for HudiDeleteRecordList_Chunk {
    type Root = HudiDeleteRecordList;
    type Parent = HudiDeleteRecordList;

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
        if !( ((((_tmpa.len() as i32) == (0 as i32))) && (((((*self_rc.num_records().value()? as i64) * (*self_rc.sign()? as i64)) as i32) >= (0 as i32))) && (((((*self_rc.num_records().value()? as i64) * (*self_rc.sign()? as i64)) as i32) <= (((((((_io.size() as i64) as i64) - ((_io.pos() as i64) as i64)) as i32) / (3 as i32)) as i64) as i32)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/chunk/seq/1".to_string() }));
        }
        if ((*self_rc.num_records().value()? as i64) < (0 as i64)) {
            let t = Self::read_into::<_, AvroLong>(&*_io, None, None)?.into();
            *self_rc.len_chunk.borrow_mut() = t;
        }
        *self_rc.records.borrow_mut() = Vec::new();
        let l_records = (((*self_rc.num_records().value()? as i64) * (*self_rc.sign()? as i64)) as i64);
        for _i in 0..l_records {
            let t = Self::read_into::<_, HudiDeleteRecordList_Record>(&*_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()))?.into();
            self_rc.records.borrow_mut().push(t);
        }
        Ok(())
    }
}
impl HudiDeleteRecordList_Chunk {
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
        *self.sign.borrow_mut() = (if ((*self.num_records().value()? as i64) < (0 as i64)) { -((1 as i64)) } else { (1 as i64) }) as i64;
        Ok(self.sign.borrow())
    }
}

/**
 * Negative where the number of bytes of the chunk follows.
 */
impl HudiDeleteRecordList_Chunk {
    pub fn num_records(&self) -> Ref<'_, OptRc<AvroLong>> {
        self.num_records.borrow()
    }
}

/**
 * Reads nothing. A record has at least 3 bytes.
 */
impl HudiDeleteRecordList_Chunk {
    pub fn check_num_records(&self) -> Ref<'_, Vec<u8>> {
        self.check_num_records.borrow()
    }
}

/**
 * Number of bytes of `records`, for readers that skip them.
 */
impl HudiDeleteRecordList_Chunk {
    pub fn len_chunk(&self) -> Ref<'_, OptRc<AvroLong>> {
        self.len_chunk.borrow()
    }
}
impl HudiDeleteRecordList_Chunk {
    pub fn records(&self) -> Ref<'_, Vec<OptRc<HudiDeleteRecordList_Record>>> {
        self.records.borrow()
    }
}
impl HudiDeleteRecordList_Chunk {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

/**
 * The same union as `ordering`, but branch 12 is a local date.
 */

#[derive(Default, Debug, Clone)]
pub struct HudiDeleteRecordList_Element {
    pub _root: SharedType<HudiDeleteRecordList>,
    pub _parent: SharedType<HudiDeleteRecordList_ElementChunk>,
    pub _self: SharedType<Self>,
    branch: RefCell<OptRc<AvroLong>>,
    check_branch: RefCell<Vec<u8>>,
    value: RefCell<Option<HudiDeleteRecordList_Element_Value>>,
    _io: RefCell<BytesReader>,
}
#[derive(Debug, Clone)]
pub enum HudiDeleteRecordList_Element_Value {
    HudiDeleteRecordList_AvroFloat(OptRc<HudiDeleteRecordList_AvroFloat>),
    HudiDeleteRecordList_AvroBoolean(OptRc<HudiDeleteRecordList_AvroBoolean>),
    HudiDeleteRecordList_AvroInt(OptRc<HudiDeleteRecordList_AvroInt>),
    HudiDeleteRecordList_AvroDouble(OptRc<HudiDeleteRecordList_AvroDouble>),
    AvroLong(OptRc<AvroLong>),
    HudiDeleteRecordList_AvroBytes(OptRc<HudiDeleteRecordList_AvroBytes>),
}
impl From<&HudiDeleteRecordList_Element_Value> for OptRc<HudiDeleteRecordList_AvroFloat> {
    fn from(v: &HudiDeleteRecordList_Element_Value) -> Self {
        if let HudiDeleteRecordList_Element_Value::HudiDeleteRecordList_AvroFloat(x) = v {
            return x.clone();
        }
        panic!("expected HudiDeleteRecordList_Element_Value::HudiDeleteRecordList_AvroFloat, got {:?}", v)
    }
}
impl From<OptRc<HudiDeleteRecordList_AvroFloat>> for HudiDeleteRecordList_Element_Value {
    fn from(v: OptRc<HudiDeleteRecordList_AvroFloat>) -> Self {
        Self::HudiDeleteRecordList_AvroFloat(v)
    }
}
impl From<&HudiDeleteRecordList_Element_Value> for OptRc<HudiDeleteRecordList_AvroBoolean> {
    fn from(v: &HudiDeleteRecordList_Element_Value) -> Self {
        if let HudiDeleteRecordList_Element_Value::HudiDeleteRecordList_AvroBoolean(x) = v {
            return x.clone();
        }
        panic!("expected HudiDeleteRecordList_Element_Value::HudiDeleteRecordList_AvroBoolean, got {:?}", v)
    }
}
impl From<OptRc<HudiDeleteRecordList_AvroBoolean>> for HudiDeleteRecordList_Element_Value {
    fn from(v: OptRc<HudiDeleteRecordList_AvroBoolean>) -> Self {
        Self::HudiDeleteRecordList_AvroBoolean(v)
    }
}
impl From<&HudiDeleteRecordList_Element_Value> for OptRc<HudiDeleteRecordList_AvroInt> {
    fn from(v: &HudiDeleteRecordList_Element_Value) -> Self {
        if let HudiDeleteRecordList_Element_Value::HudiDeleteRecordList_AvroInt(x) = v {
            return x.clone();
        }
        panic!("expected HudiDeleteRecordList_Element_Value::HudiDeleteRecordList_AvroInt, got {:?}", v)
    }
}
impl From<OptRc<HudiDeleteRecordList_AvroInt>> for HudiDeleteRecordList_Element_Value {
    fn from(v: OptRc<HudiDeleteRecordList_AvroInt>) -> Self {
        Self::HudiDeleteRecordList_AvroInt(v)
    }
}
impl From<&HudiDeleteRecordList_Element_Value> for OptRc<HudiDeleteRecordList_AvroDouble> {
    fn from(v: &HudiDeleteRecordList_Element_Value) -> Self {
        if let HudiDeleteRecordList_Element_Value::HudiDeleteRecordList_AvroDouble(x) = v {
            return x.clone();
        }
        panic!("expected HudiDeleteRecordList_Element_Value::HudiDeleteRecordList_AvroDouble, got {:?}", v)
    }
}
impl From<OptRc<HudiDeleteRecordList_AvroDouble>> for HudiDeleteRecordList_Element_Value {
    fn from(v: OptRc<HudiDeleteRecordList_AvroDouble>) -> Self {
        Self::HudiDeleteRecordList_AvroDouble(v)
    }
}
impl From<&HudiDeleteRecordList_Element_Value> for OptRc<AvroLong> {
    fn from(v: &HudiDeleteRecordList_Element_Value) -> Self {
        if let HudiDeleteRecordList_Element_Value::AvroLong(x) = v {
            return x.clone();
        }
        panic!("expected HudiDeleteRecordList_Element_Value::AvroLong, got {:?}", v)
    }
}
impl From<OptRc<AvroLong>> for HudiDeleteRecordList_Element_Value {
    fn from(v: OptRc<AvroLong>) -> Self {
        Self::AvroLong(v)
    }
}
impl From<&HudiDeleteRecordList_Element_Value> for OptRc<HudiDeleteRecordList_AvroBytes> {
    fn from(v: &HudiDeleteRecordList_Element_Value) -> Self {
        if let HudiDeleteRecordList_Element_Value::HudiDeleteRecordList_AvroBytes(x) = v {
            return x.clone();
        }
        panic!("expected HudiDeleteRecordList_Element_Value::HudiDeleteRecordList_AvroBytes, got {:?}", v)
    }
}
impl From<OptRc<HudiDeleteRecordList_AvroBytes>> for HudiDeleteRecordList_Element_Value {
    fn from(v: OptRc<HudiDeleteRecordList_AvroBytes>) -> Self {
        Self::HudiDeleteRecordList_AvroBytes(v)
    }
}
impl KStruct for HudiDeleteRecordList_Element {
    type Root = HudiDeleteRecordList;
    type Parent = HudiDeleteRecordList_ElementChunk;

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
        *self_rc.branch.borrow_mut() = t;
        *self_rc.check_branch.borrow_mut() = _io.read_bytes(0 as usize)?.into();
        let _tmpa = *self_rc.check_branch();
        if !( ((((_tmpa.len() as i32) == (0 as i32))) && (((*self_rc.branch().value()? as i64) >= (0 as i64))) && (((*self_rc.branch().value()? as i64) <= (12 as i64)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/element/seq/1".to_string() }));
        }
        if ((*self_rc.branch().value()? as i64) != (0 as i64)) {
            match (*self_rc.branch().value()? as i32) {
                1 => {
                    let t = Self::read_into::<_, HudiDeleteRecordList_AvroBoolean>(&*_io, Some(self_rc._root.clone()), None)?.into();
                    *self_rc.value.borrow_mut() = t;
                }
                10 => {
                    let t = Self::read_into::<_, AvroLong>(&*_io, None, None)?.into();
                    *self_rc.value.borrow_mut() = t;
                }
                11 => {
                    let t = Self::read_into::<_, AvroLong>(&*_io, None, None)?.into();
                    *self_rc.value.borrow_mut() = t;
                }
                12 => {
                    let t = Self::read_into::<_, HudiDeleteRecordList_AvroInt>(&*_io, Some(self_rc._root.clone()), None)?.into();
                    *self_rc.value.borrow_mut() = t;
                }
                2 => {
                    let t = Self::read_into::<_, HudiDeleteRecordList_AvroInt>(&*_io, Some(self_rc._root.clone()), None)?.into();
                    *self_rc.value.borrow_mut() = t;
                }
                3 => {
                    let t = Self::read_into::<_, AvroLong>(&*_io, None, None)?.into();
                    *self_rc.value.borrow_mut() = t;
                }
                4 => {
                    let t = Self::read_into::<_, HudiDeleteRecordList_AvroFloat>(&*_io, Some(self_rc._root.clone()), None)?.into();
                    *self_rc.value.borrow_mut() = t;
                }
                5 => {
                    let t = Self::read_into::<_, HudiDeleteRecordList_AvroDouble>(&*_io, Some(self_rc._root.clone()), None)?.into();
                    *self_rc.value.borrow_mut() = t;
                }
                6 => {
                    let t = Self::read_into::<_, HudiDeleteRecordList_AvroBytes>(&*_io, Some(self_rc._root.clone()), None)?.into();
                    *self_rc.value.borrow_mut() = t;
                }
                7 => {
                    let t = Self::read_into::<_, HudiDeleteRecordList_AvroBytes>(&*_io, Some(self_rc._root.clone()), None)?.into();
                    *self_rc.value.borrow_mut() = t;
                }
                8 => {
                    let t = Self::read_into::<_, HudiDeleteRecordList_AvroInt>(&*_io, Some(self_rc._root.clone()), None)?.into();
                    *self_rc.value.borrow_mut() = t;
                }
                9 => {
                    let t = Self::read_into::<_, HudiDeleteRecordList_AvroBytes>(&*_io, Some(self_rc._root.clone()), None)?.into();
                    *self_rc.value.borrow_mut() = t;
                }
                _ => {}
            }
        }
        Ok(())
    }
}
impl HudiDeleteRecordList_Element {
}
impl HudiDeleteRecordList_Element {
    pub fn branch(&self) -> Ref<'_, OptRc<AvroLong>> {
        self.branch.borrow()
    }
}

/**
 * Reads nothing. The union has 13 branches.
 */
impl HudiDeleteRecordList_Element {
    pub fn check_branch(&self) -> Ref<'_, Vec<u8>> {
        self.check_branch.borrow()
    }
}
impl HudiDeleteRecordList_Element {
    pub fn value(&self) -> Ref<'_, Option<HudiDeleteRecordList_Element_Value>> {
        self.value.borrow()
    }
}
impl HudiDeleteRecordList_Element {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

/**
 * Some elements of an array of ordering values.
 */

#[derive(Default, Debug, Clone)]
pub struct HudiDeleteRecordList_ElementChunk {
    pub _root: SharedType<HudiDeleteRecordList>,
    pub _parent: SharedType<HudiDeleteRecordList_OrderingArray>,
    pub _self: SharedType<Self>,
    num_elements: RefCell<OptRc<AvroLong>>,
    check_num_elements: RefCell<Vec<u8>>,
    len_chunk: RefCell<OptRc<AvroLong>>,
    elements: RefCell<Vec<OptRc<HudiDeleteRecordList_Element>>>,
    _io: RefCell<BytesReader>,
    f_sign: Cell<bool>,
    sign: RefCell<i64>,
}
impl KStruct for HudiDeleteRecordList_ElementChunk {
    type Root = HudiDeleteRecordList;
    type Parent = HudiDeleteRecordList_OrderingArray;

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
        *self_rc.num_elements.borrow_mut() = t;
        *self_rc.check_num_elements.borrow_mut() = _io.read_bytes(0 as usize)?.into();
        let _tmpa = *self_rc.check_num_elements();
        if !( ((((_tmpa.len() as i32) == (0 as i32))) && (((((*self_rc.num_elements().value()? as i64) * (*self_rc.sign()? as i64)) as i32) >= (0 as i32))) && (((*self_rc.num_elements().value()? as i64) * (*self_rc.sign()? as i64)) <= (((_io.size() as i64) as i64) - ((_io.pos() as i64) as i64)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/element_chunk/seq/1".to_string() }));
        }
        if ((*self_rc.num_elements().value()? as i64) < (0 as i64)) {
            let t = Self::read_into::<_, AvroLong>(&*_io, None, None)?.into();
            *self_rc.len_chunk.borrow_mut() = t;
        }
        *self_rc.elements.borrow_mut() = Vec::new();
        let l_elements = (((*self_rc.num_elements().value()? as i64) * (*self_rc.sign()? as i64)) as i64);
        for _i in 0..l_elements {
            let t = Self::read_into::<_, HudiDeleteRecordList_Element>(&*_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()))?.into();
            self_rc.elements.borrow_mut().push(t);
        }
        Ok(())
    }
}
impl HudiDeleteRecordList_ElementChunk {
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
        *self.sign.borrow_mut() = (if ((*self.num_elements().value()? as i64) < (0 as i64)) { -((1 as i64)) } else { (1 as i64) }) as i64;
        Ok(self.sign.borrow())
    }
}

/**
 * Negative where the number of bytes of the chunk follows.
 */
impl HudiDeleteRecordList_ElementChunk {
    pub fn num_elements(&self) -> Ref<'_, OptRc<AvroLong>> {
        self.num_elements.borrow()
    }
}

/**
 * Reads nothing. An element has at least 1 byte.
 */
impl HudiDeleteRecordList_ElementChunk {
    pub fn check_num_elements(&self) -> Ref<'_, Vec<u8>> {
        self.check_num_elements.borrow()
    }
}

/**
 * Number of bytes of `elements`, for readers that skip them.
 */
impl HudiDeleteRecordList_ElementChunk {
    pub fn len_chunk(&self) -> Ref<'_, OptRc<AvroLong>> {
        self.len_chunk.borrow()
    }
}
impl HudiDeleteRecordList_ElementChunk {
    pub fn elements(&self) -> Ref<'_, Vec<OptRc<HudiDeleteRecordList_Element>>> {
        self.elements.borrow()
    }
}
impl HudiDeleteRecordList_ElementChunk {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

/**
 * Union of null and string.
 */

#[derive(Default, Debug, Clone)]
pub struct HudiDeleteRecordList_OptionalString {
    pub _root: SharedType<HudiDeleteRecordList>,
    pub _parent: SharedType<HudiDeleteRecordList_Record>,
    pub _self: SharedType<Self>,
    branch: RefCell<OptRc<AvroLong>>,
    check_branch: RefCell<Vec<u8>>,
    string: RefCell<OptRc<HudiDeleteRecordList_AvroBytes>>,
    _io: RefCell<BytesReader>,
}
impl KStruct for HudiDeleteRecordList_OptionalString {
    type Root = HudiDeleteRecordList;
    type Parent = HudiDeleteRecordList_Record;

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
        *self_rc.branch.borrow_mut() = t;
        *self_rc.check_branch.borrow_mut() = _io.read_bytes(0 as usize)?.into();
        let _tmpa = *self_rc.check_branch();
        if !( ((((_tmpa.len() as i32) == (0 as i32))) && (((*self_rc.branch().value()? as i64) >= (0 as i64))) && (((*self_rc.branch().value()? as i64) <= (1 as i64)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/optional_string/seq/1".to_string() }));
        }
        if ((*self_rc.branch().value()? as i64) == (1 as i64)) {
            let t = Self::read_into::<_, HudiDeleteRecordList_AvroBytes>(&*_io, Some(self_rc._root.clone()), None)?.into();
            *self_rc.string.borrow_mut() = t;
        }
        Ok(())
    }
}
impl HudiDeleteRecordList_OptionalString {
}
impl HudiDeleteRecordList_OptionalString {
    pub fn branch(&self) -> Ref<'_, OptRc<AvroLong>> {
        self.branch.borrow()
    }
}

/**
 * Reads nothing. The union has two branches.
 */
impl HudiDeleteRecordList_OptionalString {
    pub fn check_branch(&self) -> Ref<'_, Vec<u8>> {
        self.check_branch.borrow()
    }
}
impl HudiDeleteRecordList_OptionalString {
    pub fn string(&self) -> Ref<'_, OptRc<HudiDeleteRecordList_AvroBytes>> {
        self.string.borrow()
    }
}
impl HudiDeleteRecordList_OptionalString {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

/**
 * Union of null and 12 wrappers. A wrapper is a record with one field, so
 * its bytes are those of the field.
 */

#[derive(Default, Debug, Clone)]
pub struct HudiDeleteRecordList_Ordering {
    pub _root: SharedType<HudiDeleteRecordList>,
    pub _parent: SharedType<HudiDeleteRecordList_Record>,
    pub _self: SharedType<Self>,
    branch: RefCell<OptRc<AvroLong>>,
    check_branch: RefCell<Vec<u8>>,
    value: RefCell<Option<HudiDeleteRecordList_Ordering_Value>>,
    _io: RefCell<BytesReader>,
}
#[derive(Debug, Clone)]
pub enum HudiDeleteRecordList_Ordering_Value {
    HudiDeleteRecordList_AvroFloat(OptRc<HudiDeleteRecordList_AvroFloat>),
    HudiDeleteRecordList_AvroBoolean(OptRc<HudiDeleteRecordList_AvroBoolean>),
    HudiDeleteRecordList_AvroInt(OptRc<HudiDeleteRecordList_AvroInt>),
    HudiDeleteRecordList_OrderingArray(OptRc<HudiDeleteRecordList_OrderingArray>),
    HudiDeleteRecordList_AvroDouble(OptRc<HudiDeleteRecordList_AvroDouble>),
    AvroLong(OptRc<AvroLong>),
    HudiDeleteRecordList_AvroBytes(OptRc<HudiDeleteRecordList_AvroBytes>),
}
impl From<&HudiDeleteRecordList_Ordering_Value> for OptRc<HudiDeleteRecordList_AvroFloat> {
    fn from(v: &HudiDeleteRecordList_Ordering_Value) -> Self {
        if let HudiDeleteRecordList_Ordering_Value::HudiDeleteRecordList_AvroFloat(x) = v {
            return x.clone();
        }
        panic!("expected HudiDeleteRecordList_Ordering_Value::HudiDeleteRecordList_AvroFloat, got {:?}", v)
    }
}
impl From<OptRc<HudiDeleteRecordList_AvroFloat>> for HudiDeleteRecordList_Ordering_Value {
    fn from(v: OptRc<HudiDeleteRecordList_AvroFloat>) -> Self {
        Self::HudiDeleteRecordList_AvroFloat(v)
    }
}
impl From<&HudiDeleteRecordList_Ordering_Value> for OptRc<HudiDeleteRecordList_AvroBoolean> {
    fn from(v: &HudiDeleteRecordList_Ordering_Value) -> Self {
        if let HudiDeleteRecordList_Ordering_Value::HudiDeleteRecordList_AvroBoolean(x) = v {
            return x.clone();
        }
        panic!("expected HudiDeleteRecordList_Ordering_Value::HudiDeleteRecordList_AvroBoolean, got {:?}", v)
    }
}
impl From<OptRc<HudiDeleteRecordList_AvroBoolean>> for HudiDeleteRecordList_Ordering_Value {
    fn from(v: OptRc<HudiDeleteRecordList_AvroBoolean>) -> Self {
        Self::HudiDeleteRecordList_AvroBoolean(v)
    }
}
impl From<&HudiDeleteRecordList_Ordering_Value> for OptRc<HudiDeleteRecordList_AvroInt> {
    fn from(v: &HudiDeleteRecordList_Ordering_Value) -> Self {
        if let HudiDeleteRecordList_Ordering_Value::HudiDeleteRecordList_AvroInt(x) = v {
            return x.clone();
        }
        panic!("expected HudiDeleteRecordList_Ordering_Value::HudiDeleteRecordList_AvroInt, got {:?}", v)
    }
}
impl From<OptRc<HudiDeleteRecordList_AvroInt>> for HudiDeleteRecordList_Ordering_Value {
    fn from(v: OptRc<HudiDeleteRecordList_AvroInt>) -> Self {
        Self::HudiDeleteRecordList_AvroInt(v)
    }
}
impl From<&HudiDeleteRecordList_Ordering_Value> for OptRc<HudiDeleteRecordList_OrderingArray> {
    fn from(v: &HudiDeleteRecordList_Ordering_Value) -> Self {
        if let HudiDeleteRecordList_Ordering_Value::HudiDeleteRecordList_OrderingArray(x) = v {
            return x.clone();
        }
        panic!("expected HudiDeleteRecordList_Ordering_Value::HudiDeleteRecordList_OrderingArray, got {:?}", v)
    }
}
impl From<OptRc<HudiDeleteRecordList_OrderingArray>> for HudiDeleteRecordList_Ordering_Value {
    fn from(v: OptRc<HudiDeleteRecordList_OrderingArray>) -> Self {
        Self::HudiDeleteRecordList_OrderingArray(v)
    }
}
impl From<&HudiDeleteRecordList_Ordering_Value> for OptRc<HudiDeleteRecordList_AvroDouble> {
    fn from(v: &HudiDeleteRecordList_Ordering_Value) -> Self {
        if let HudiDeleteRecordList_Ordering_Value::HudiDeleteRecordList_AvroDouble(x) = v {
            return x.clone();
        }
        panic!("expected HudiDeleteRecordList_Ordering_Value::HudiDeleteRecordList_AvroDouble, got {:?}", v)
    }
}
impl From<OptRc<HudiDeleteRecordList_AvroDouble>> for HudiDeleteRecordList_Ordering_Value {
    fn from(v: OptRc<HudiDeleteRecordList_AvroDouble>) -> Self {
        Self::HudiDeleteRecordList_AvroDouble(v)
    }
}
impl From<&HudiDeleteRecordList_Ordering_Value> for OptRc<AvroLong> {
    fn from(v: &HudiDeleteRecordList_Ordering_Value) -> Self {
        if let HudiDeleteRecordList_Ordering_Value::AvroLong(x) = v {
            return x.clone();
        }
        panic!("expected HudiDeleteRecordList_Ordering_Value::AvroLong, got {:?}", v)
    }
}
impl From<OptRc<AvroLong>> for HudiDeleteRecordList_Ordering_Value {
    fn from(v: OptRc<AvroLong>) -> Self {
        Self::AvroLong(v)
    }
}
impl From<&HudiDeleteRecordList_Ordering_Value> for OptRc<HudiDeleteRecordList_AvroBytes> {
    fn from(v: &HudiDeleteRecordList_Ordering_Value) -> Self {
        if let HudiDeleteRecordList_Ordering_Value::HudiDeleteRecordList_AvroBytes(x) = v {
            return x.clone();
        }
        panic!("expected HudiDeleteRecordList_Ordering_Value::HudiDeleteRecordList_AvroBytes, got {:?}", v)
    }
}
impl From<OptRc<HudiDeleteRecordList_AvroBytes>> for HudiDeleteRecordList_Ordering_Value {
    fn from(v: OptRc<HudiDeleteRecordList_AvroBytes>) -> Self {
        Self::HudiDeleteRecordList_AvroBytes(v)
    }
}
impl KStruct for HudiDeleteRecordList_Ordering {
    type Root = HudiDeleteRecordList;
    type Parent = HudiDeleteRecordList_Record;

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
        *self_rc.branch.borrow_mut() = t;
        *self_rc.check_branch.borrow_mut() = _io.read_bytes(0 as usize)?.into();
        let _tmpa = *self_rc.check_branch();
        if !( ((((_tmpa.len() as i32) == (0 as i32))) && (((*self_rc.branch().value()? as i64) >= (0 as i64))) && (((*self_rc.branch().value()? as i64) <= (12 as i64)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/ordering/seq/1".to_string() }));
        }
        if ((*self_rc.branch().value()? as i64) != (0 as i64)) {
            match (*self_rc.branch().value()? as i32) {
                1 => {
                    let t = Self::read_into::<_, HudiDeleteRecordList_AvroBoolean>(&*_io, Some(self_rc._root.clone()), None)?.into();
                    *self_rc.value.borrow_mut() = t;
                }
                10 => {
                    let t = Self::read_into::<_, AvroLong>(&*_io, None, None)?.into();
                    *self_rc.value.borrow_mut() = t;
                }
                11 => {
                    let t = Self::read_into::<_, AvroLong>(&*_io, None, None)?.into();
                    *self_rc.value.borrow_mut() = t;
                }
                12 => {
                    let t = Self::read_into::<_, HudiDeleteRecordList_OrderingArray>(&*_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()))?.into();
                    *self_rc.value.borrow_mut() = t;
                }
                2 => {
                    let t = Self::read_into::<_, HudiDeleteRecordList_AvroInt>(&*_io, Some(self_rc._root.clone()), None)?.into();
                    *self_rc.value.borrow_mut() = t;
                }
                3 => {
                    let t = Self::read_into::<_, AvroLong>(&*_io, None, None)?.into();
                    *self_rc.value.borrow_mut() = t;
                }
                4 => {
                    let t = Self::read_into::<_, HudiDeleteRecordList_AvroFloat>(&*_io, Some(self_rc._root.clone()), None)?.into();
                    *self_rc.value.borrow_mut() = t;
                }
                5 => {
                    let t = Self::read_into::<_, HudiDeleteRecordList_AvroDouble>(&*_io, Some(self_rc._root.clone()), None)?.into();
                    *self_rc.value.borrow_mut() = t;
                }
                6 => {
                    let t = Self::read_into::<_, HudiDeleteRecordList_AvroBytes>(&*_io, Some(self_rc._root.clone()), None)?.into();
                    *self_rc.value.borrow_mut() = t;
                }
                7 => {
                    let t = Self::read_into::<_, HudiDeleteRecordList_AvroBytes>(&*_io, Some(self_rc._root.clone()), None)?.into();
                    *self_rc.value.borrow_mut() = t;
                }
                8 => {
                    let t = Self::read_into::<_, HudiDeleteRecordList_AvroInt>(&*_io, Some(self_rc._root.clone()), None)?.into();
                    *self_rc.value.borrow_mut() = t;
                }
                9 => {
                    let t = Self::read_into::<_, HudiDeleteRecordList_AvroBytes>(&*_io, Some(self_rc._root.clone()), None)?.into();
                    *self_rc.value.borrow_mut() = t;
                }
                _ => {}
            }
        }
        Ok(())
    }
}
impl HudiDeleteRecordList_Ordering {
}

/**
 * 0 null, 1 boolean, 2 int, 3 long, 4 float, 5 double, 6 bytes,
 * 7 string, 8 date, 9 decimal, 10 time in microseconds, 11 timestamp
 * in microseconds, 12 array.
 */
impl HudiDeleteRecordList_Ordering {
    pub fn branch(&self) -> Ref<'_, OptRc<AvroLong>> {
        self.branch.borrow()
    }
}

/**
 * Reads nothing. The union has 13 branches.
 */
impl HudiDeleteRecordList_Ordering {
    pub fn check_branch(&self) -> Ref<'_, Vec<u8>> {
        self.check_branch.borrow()
    }
}

/**
 * 8 counts days since 1970-01-01; 9 is an unscaled two's complement
 * number in big-endian order, its scale is 15; 7 is UTF-8.
 */
impl HudiDeleteRecordList_Ordering {
    pub fn value(&self) -> Ref<'_, Option<HudiDeleteRecordList_Ordering_Value>> {
        self.value.borrow()
    }
}
impl HudiDeleteRecordList_Ordering {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

/**
 * Values of several ordering fields, union of null and array.
 */

#[derive(Default, Debug, Clone)]
pub struct HudiDeleteRecordList_OrderingArray {
    pub _root: SharedType<HudiDeleteRecordList>,
    pub _parent: SharedType<HudiDeleteRecordList_Ordering>,
    pub _self: SharedType<Self>,
    branch: RefCell<OptRc<AvroLong>>,
    check_branch: RefCell<Vec<u8>>,
    chunks: RefCell<Vec<OptRc<HudiDeleteRecordList_ElementChunk>>>,
    _io: RefCell<BytesReader>,
}
impl KStruct for HudiDeleteRecordList_OrderingArray {
    type Root = HudiDeleteRecordList;
    type Parent = HudiDeleteRecordList_Ordering;

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
        *self_rc.branch.borrow_mut() = t;
        *self_rc.check_branch.borrow_mut() = _io.read_bytes(0 as usize)?.into();
        let _tmpa = *self_rc.check_branch();
        if !( ((((_tmpa.len() as i32) == (0 as i32))) && (((*self_rc.branch().value()? as i64) >= (0 as i64))) && (((*self_rc.branch().value()? as i64) <= (1 as i64)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/ordering_array/seq/1".to_string() }));
        }
        if ((*self_rc.branch().value()? as i64) == (1 as i64)) {
            *self_rc.chunks.borrow_mut() = Vec::new();
            {
                let mut _i = 0;
                while {
                    let t = Self::read_into::<_, HudiDeleteRecordList_ElementChunk>(&*_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()))?.into();
                    self_rc.chunks.borrow_mut().push(t);
                    let _t_chunks = self_rc.chunks.borrow();
                    let _tmpa = _t_chunks.last().unwrap();
                    _i += 1;
                    let x = !(((*_tmpa.num_elements().value()? as i64) == (0 as i64)));
                    x
                } {}
            }
        }
        Ok(())
    }
}
impl HudiDeleteRecordList_OrderingArray {
}
impl HudiDeleteRecordList_OrderingArray {
    pub fn branch(&self) -> Ref<'_, OptRc<AvroLong>> {
        self.branch.borrow()
    }
}

/**
 * Reads nothing. The union has two branches.
 */
impl HudiDeleteRecordList_OrderingArray {
    pub fn check_branch(&self) -> Ref<'_, Vec<u8>> {
        self.check_branch.borrow()
    }
}
impl HudiDeleteRecordList_OrderingArray {
    pub fn chunks(&self) -> Ref<'_, Vec<OptRc<HudiDeleteRecordList_ElementChunk>>> {
        self.chunks.borrow()
    }
}
impl HudiDeleteRecordList_OrderingArray {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

#[derive(Default, Debug, Clone)]
pub struct HudiDeleteRecordList_Record {
    pub _root: SharedType<HudiDeleteRecordList>,
    pub _parent: SharedType<HudiDeleteRecordList_Chunk>,
    pub _self: SharedType<Self>,
    record_key: RefCell<OptRc<HudiDeleteRecordList_OptionalString>>,
    partition_path: RefCell<OptRc<HudiDeleteRecordList_OptionalString>>,
    ordering: RefCell<OptRc<HudiDeleteRecordList_Ordering>>,
    _io: RefCell<BytesReader>,
}
impl KStruct for HudiDeleteRecordList_Record {
    type Root = HudiDeleteRecordList;
    type Parent = HudiDeleteRecordList_Chunk;

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
        let t = Self::read_into::<_, HudiDeleteRecordList_OptionalString>(&*_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()))?.into();
        *self_rc.record_key.borrow_mut() = t;
        let t = Self::read_into::<_, HudiDeleteRecordList_OptionalString>(&*_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()))?.into();
        *self_rc.partition_path.borrow_mut() = t;
        let t = Self::read_into::<_, HudiDeleteRecordList_Ordering>(&*_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()))?.into();
        *self_rc.ordering.borrow_mut() = t;
        Ok(())
    }
}
impl HudiDeleteRecordList_Record {
}
impl HudiDeleteRecordList_Record {
    pub fn record_key(&self) -> Ref<'_, OptRc<HudiDeleteRecordList_OptionalString>> {
        self.record_key.borrow()
    }
}
impl HudiDeleteRecordList_Record {
    pub fn partition_path(&self) -> Ref<'_, OptRc<HudiDeleteRecordList_OptionalString>> {
        self.partition_path.borrow()
    }
}
impl HudiDeleteRecordList_Record {
    pub fn ordering(&self) -> Ref<'_, OptRc<HudiDeleteRecordList_Ordering>> {
        self.ordering.borrow()
    }
}
impl HudiDeleteRecordList_Record {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}
