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
 * Java array in the serialization of Kryo 4 (`writeClassAndObject`, with
 * references, registration not required): `HoodieKey[]` in version 1,
 * `DeleteRecord[]` in version 2. This grammar describes the structures that Hudi
 * 0.5 to 0.13 wrote, not Kryo in general.
 * 
 * A class is written by name the first time and by the id of the name after
 * that; an object that was written before is written as a reference. Ids of
 * objects count from 0 in the order in which the objects start: the array is 0.
 * Numbers, booleans and null have no id. References are left as ids.
 * \sa https://github.com/EsotericSoftware/kryo/blob/kryo-parent-4.0.2/src/com/esotericsoftware/kryo/Kryo.java Source
 * \sa https://github.com/apache/hudi/blob/release-0.13.1/hudi-common/src/main/java/org/apache/hudi/common/util/SerializationUtils.java Source
 */

#[derive(Default, Debug, Clone)]
pub struct HudiDeleteKryo {
    pub _root: SharedType<HudiDeleteKryo>,
    pub _parent: SharedType<HudiDeleteKryo>,
    pub _self: SharedType<Self>,
    version: RefCell<i32>,
    array_class: RefCell<Vec<u8>>,
    name_keys: RefCell<Vec<u8>>,
    name_records: RefCell<Vec<u8>>,
    array_marker: RefCell<Vec<u8>>,
    array_size: RefCell<OptRc<HudiDeleteKryo_VarintU4>>,
    check_array_size: RefCell<Vec<u8>>,
    keys: RefCell<Vec<OptRc<HudiDeleteKryo_KeyElement>>>,
    records: RefCell<Vec<OptRc<HudiDeleteKryo_RecordElement>>>,
    check_end: RefCell<Vec<u8>>,
    _io: RefCell<BytesReader>,
}
impl KStruct for HudiDeleteKryo {
    type Root = HudiDeleteKryo;
    type Parent = HudiDeleteKryo;

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
        *self_rc.array_class.borrow_mut() = _io.read_bytes(2 as usize)?.into();
        if !(*self_rc.array_class() == vec![0x1u8, 0x0u8]) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::NotEqual, src_path: "/seq/0".to_string() }));
        }
        if ((*self_rc.version() as i32) == (1 as i32)) {
            *self_rc.name_keys.borrow_mut() = _io.read_bytes(41 as usize)?.into();
            if !(*self_rc.name_keys() == vec![0x5bu8, 0x4cu8, 0x6fu8, 0x72u8, 0x67u8, 0x2eu8, 0x61u8, 0x70u8, 0x61u8, 0x63u8, 0x68u8, 0x65u8, 0x2eu8, 0x68u8, 0x75u8, 0x64u8, 0x69u8, 0x2eu8, 0x63u8, 0x6fu8, 0x6du8, 0x6du8, 0x6fu8, 0x6eu8, 0x2eu8, 0x6du8, 0x6fu8, 0x64u8, 0x65u8, 0x6cu8, 0x2eu8, 0x48u8, 0x6fu8, 0x6fu8, 0x64u8, 0x69u8, 0x65u8, 0x4bu8, 0x65u8, 0x79u8, 0xbbu8]) {
                return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::NotEqual, src_path: "/seq/1".to_string() }));
            }
        }
        if ((*self_rc.version() as i32) != (1 as i32)) {
            *self_rc.name_records.borrow_mut() = _io.read_bytes(44 as usize)?.into();
            if !(*self_rc.name_records() == vec![0x5bu8, 0x4cu8, 0x6fu8, 0x72u8, 0x67u8, 0x2eu8, 0x61u8, 0x70u8, 0x61u8, 0x63u8, 0x68u8, 0x65u8, 0x2eu8, 0x68u8, 0x75u8, 0x64u8, 0x69u8, 0x2eu8, 0x63u8, 0x6fu8, 0x6du8, 0x6du8, 0x6fu8, 0x6eu8, 0x2eu8, 0x6du8, 0x6fu8, 0x64u8, 0x65u8, 0x6cu8, 0x2eu8, 0x44u8, 0x65u8, 0x6cu8, 0x65u8, 0x74u8, 0x65u8, 0x52u8, 0x65u8, 0x63u8, 0x6fu8, 0x72u8, 0x64u8, 0xbbu8]) {
                return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::NotEqual, src_path: "/seq/2".to_string() }));
            }
        }
        *self_rc.array_marker.borrow_mut() = _io.read_bytes(1 as usize)?.into();
        if !(*self_rc.array_marker() == vec![0x1u8]) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::NotEqual, src_path: "/seq/3".to_string() }));
        }
        let t = Self::read_into::<_, HudiDeleteKryo_VarintU4>(&*_io, Some(self_rc._root.clone()), None)?.into();
        *self_rc.array_size.borrow_mut() = t;
        *self_rc.check_array_size.borrow_mut() = _io.read_bytes(0 as usize)?.into();
        let _tmpa = *self_rc.check_array_size();
        if !( ((((_tmpa.len() as i32) == (0 as i32))) && (((*self_rc.array_size().value()? as i64) >= (1 as i64))) && (((((((((*self_rc.array_size().value()? as i64) - (1 as i64)) as i64) as i64) * (3 as i64)) as i64) as i32) <= ((((_io.size() as i64) as i64) - ((_io.pos() as i64) as i64)) as i32)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/seq/5".to_string() }));
        }
        if ((*self_rc.version() as i32) == (1 as i32)) {
            *self_rc.keys.borrow_mut() = Vec::new();
            let l_keys = (((*self_rc.array_size().value()? as i64) - (1 as i64)) as i64);
            for _i in 0..l_keys {
                let f = |t : &mut HudiDeleteKryo_KeyElement| Ok(t.set_params(((_i as i32) == (0 as i32))));
                let t = Self::read_into_with_init::<_, HudiDeleteKryo_KeyElement>(&*_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()), &f)?.into();
                self_rc.keys.borrow_mut().push(t);
            }
        }
        if ((*self_rc.version() as i32) != (1 as i32)) {
            *self_rc.records.borrow_mut() = Vec::new();
            let l_records = (((*self_rc.array_size().value()? as i64) - (1 as i64)) as i64);
            for _i in 0..l_records {
                let f = |t : &mut HudiDeleteKryo_RecordElement| Ok(t.set_params(((_i as i32) == (0 as i32))));
                let t = Self::read_into_with_init::<_, HudiDeleteKryo_RecordElement>(&*_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()), &f)?.into();
                self_rc.records.borrow_mut().push(t);
            }
        }
        *self_rc.check_end.borrow_mut() = _io.read_bytes(0 as usize)?.into();
        let _tmpa = *self_rc.check_end();
        if !( ((((_tmpa.len() as i32) == (0 as i32))) && (_io.is_eof())) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/seq/8".to_string() }));
        }
        Ok(())
    }
}
impl HudiDeleteKryo {
    pub fn version(&self) -> Ref<'_, i32> {
        self.version.borrow()
    }
}
impl HudiDeleteKryo {
    pub fn set_params(&mut self, version: i32) {
        *self.version.borrow_mut() = version;
    }
}
impl HudiDeleteKryo {
}

/**
 * Class by name, id 0.
 */
impl HudiDeleteKryo {
    pub fn array_class(&self) -> Ref<'_, Vec<u8>> {
        self.array_class.borrow()
    }
}

/**
 * The last character, a semicolon, has bit 7 set.
 */
impl HudiDeleteKryo {
    pub fn name_keys(&self) -> Ref<'_, Vec<u8>> {
        self.name_keys.borrow()
    }
}
impl HudiDeleteKryo {
    pub fn name_records(&self) -> Ref<'_, Vec<u8>> {
        self.name_records.borrow()
    }
}

/**
 * New object, id 0.
 */
impl HudiDeleteKryo {
    pub fn array_marker(&self) -> Ref<'_, Vec<u8>> {
        self.array_marker.borrow()
    }
}

/**
 * Number of elements plus 1.
 */
impl HudiDeleteKryo {
    pub fn array_size(&self) -> Ref<'_, OptRc<HudiDeleteKryo_VarintU4>> {
        self.array_size.borrow()
    }
}

/**
 * Reads nothing. An element has at least 3 bytes.
 */
impl HudiDeleteKryo {
    pub fn check_array_size(&self) -> Ref<'_, Vec<u8>> {
        self.check_array_size.borrow()
    }
}
impl HudiDeleteKryo {
    pub fn keys(&self) -> Ref<'_, Vec<OptRc<HudiDeleteKryo_KeyElement>>> {
        self.keys.borrow()
    }
}
impl HudiDeleteKryo {
    pub fn records(&self) -> Ref<'_, Vec<OptRc<HudiDeleteKryo_RecordElement>>> {
        self.records.borrow()
    }
}

/**
 * Reads nothing. The value must fill the payload.
 */
impl HudiDeleteKryo {
    pub fn check_end(&self) -> Ref<'_, Vec<u8>> {
        self.check_end.borrow()
    }
}
impl HudiDeleteKryo {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}
#[derive(Debug, PartialEq, Clone)]
pub enum HudiDeleteKryo_ValueClass {
    None,
    Int,
    String,
    Float,
    Boolean,
    Long,
    Double,
    Unknown(i64),
}

impl TryFrom<i64> for HudiDeleteKryo_ValueClass {
    type Error = KError;
    fn try_from(flag: i64) -> KResult<HudiDeleteKryo_ValueClass> {
        match flag {
            0 => Ok(HudiDeleteKryo_ValueClass::None),
            2 => Ok(HudiDeleteKryo_ValueClass::Int),
            3 => Ok(HudiDeleteKryo_ValueClass::String),
            4 => Ok(HudiDeleteKryo_ValueClass::Float),
            5 => Ok(HudiDeleteKryo_ValueClass::Boolean),
            9 => Ok(HudiDeleteKryo_ValueClass::Long),
            10 => Ok(HudiDeleteKryo_ValueClass::Double),
            _ => Ok(HudiDeleteKryo_ValueClass::Unknown(flag)),
        }
    }
}

impl From<&HudiDeleteKryo_ValueClass> for i64 {
    fn from(v: &HudiDeleteKryo_ValueClass) -> Self {
        match *v {
            HudiDeleteKryo_ValueClass::None => 0,
            HudiDeleteKryo_ValueClass::Int => 2,
            HudiDeleteKryo_ValueClass::String => 3,
            HudiDeleteKryo_ValueClass::Float => 4,
            HudiDeleteKryo_ValueClass::Boolean => 5,
            HudiDeleteKryo_ValueClass::Long => 9,
            HudiDeleteKryo_ValueClass::Double => 10,
            HudiDeleteKryo_ValueClass::Unknown(v) => v
        }
    }
}

impl Default for HudiDeleteKryo_ValueClass {
    fn default() -> Self { HudiDeleteKryo_ValueClass::Unknown(0) }
}


/**
 * Fields in alphabetical order of their names in Java.
 */

#[derive(Default, Debug, Clone)]
pub struct HudiDeleteKryo_Key {
    pub _root: SharedType<HudiDeleteKryo>,
    pub _parent: SharedType<KStructUnit>,
    pub _self: SharedType<Self>,
    partition_path: RefCell<OptRc<HudiDeleteKryo_StringObject>>,
    record_key: RefCell<OptRc<HudiDeleteKryo_StringObject>>,
    _io: RefCell<BytesReader>,
}
impl KStruct for HudiDeleteKryo_Key {
    type Root = HudiDeleteKryo;
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
        let t = Self::read_into::<_, HudiDeleteKryo_StringObject>(&*_io, Some(self_rc._root.clone()), None)?.into();
        *self_rc.partition_path.borrow_mut() = t;
        let t = Self::read_into::<_, HudiDeleteKryo_StringObject>(&*_io, Some(self_rc._root.clone()), None)?.into();
        *self_rc.record_key.borrow_mut() = t;
        Ok(())
    }
}
impl HudiDeleteKryo_Key {
}
impl HudiDeleteKryo_Key {
    pub fn partition_path(&self) -> Ref<'_, OptRc<HudiDeleteKryo_StringObject>> {
        self.partition_path.borrow()
    }
}
impl HudiDeleteKryo_Key {
    pub fn record_key(&self) -> Ref<'_, OptRc<HudiDeleteKryo_StringObject>> {
        self.record_key.borrow()
    }
}
impl HudiDeleteKryo_Key {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

#[derive(Default, Debug, Clone)]
pub struct HudiDeleteKryo_KeyElement {
    pub _root: SharedType<HudiDeleteKryo>,
    pub _parent: SharedType<HudiDeleteKryo>,
    pub _self: SharedType<Self>,
    is_first: RefCell<bool>,
    class_marker: RefCell<Vec<u8>>,
    class_name: RefCell<Vec<u8>>,
    marker: RefCell<OptRc<HudiDeleteKryo_ObjectMarker>>,
    key: RefCell<OptRc<HudiDeleteKryo_Key>>,
    _io: RefCell<BytesReader>,
}
impl KStruct for HudiDeleteKryo_KeyElement {
    type Root = HudiDeleteKryo;
    type Parent = HudiDeleteKryo;

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
        *self_rc.class_marker.borrow_mut() = _io.read_bytes(2 as usize)?.into();
        if !(*self_rc.class_marker() == vec![0x1u8, 0x1u8]) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::NotEqual, src_path: "/types/key_element/seq/0".to_string() }));
        }
        if *self_rc.is_first() {
            *self_rc.class_name.borrow_mut() = _io.read_bytes(38 as usize)?.into();
            if !(*self_rc.class_name() == vec![0x6fu8, 0x72u8, 0x67u8, 0x2eu8, 0x61u8, 0x70u8, 0x61u8, 0x63u8, 0x68u8, 0x65u8, 0x2eu8, 0x68u8, 0x75u8, 0x64u8, 0x69u8, 0x2eu8, 0x63u8, 0x6fu8, 0x6du8, 0x6du8, 0x6fu8, 0x6eu8, 0x2eu8, 0x6du8, 0x6fu8, 0x64u8, 0x65u8, 0x6cu8, 0x2eu8, 0x48u8, 0x6fu8, 0x6fu8, 0x64u8, 0x69u8, 0x65u8, 0x4bu8, 0x65u8, 0xf9u8]) {
                return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::NotEqual, src_path: "/types/key_element/seq/1".to_string() }));
            }
        }
        let t = Self::read_into::<_, HudiDeleteKryo_ObjectMarker>(&*_io, Some(self_rc._root.clone()), None)?.into();
        *self_rc.marker.borrow_mut() = t;
        if *self_rc.marker().is_new()? {
            let t = Self::read_into::<_, HudiDeleteKryo_Key>(&*_io, Some(self_rc._root.clone()), None)?.into();
            *self_rc.key.borrow_mut() = t;
        }
        Ok(())
    }
}
impl HudiDeleteKryo_KeyElement {
    pub fn is_first(&self) -> Ref<'_, bool> {
        self.is_first.borrow()
    }
}
impl HudiDeleteKryo_KeyElement {
    pub fn set_params(&mut self, is_first: bool) {
        *self.is_first.borrow_mut() = is_first;
    }
}
impl HudiDeleteKryo_KeyElement {
}

/**
 * Class by name, id 1.
 */
impl HudiDeleteKryo_KeyElement {
    pub fn class_marker(&self) -> Ref<'_, Vec<u8>> {
        self.class_marker.borrow()
    }
}
impl HudiDeleteKryo_KeyElement {
    pub fn class_name(&self) -> Ref<'_, Vec<u8>> {
        self.class_name.borrow()
    }
}
impl HudiDeleteKryo_KeyElement {
    pub fn marker(&self) -> Ref<'_, OptRc<HudiDeleteKryo_ObjectMarker>> {
        self.marker.borrow()
    }
}
impl HudiDeleteKryo_KeyElement {
    pub fn key(&self) -> Ref<'_, OptRc<HudiDeleteKryo_Key>> {
        self.key.borrow()
    }
}
impl HudiDeleteKryo_KeyElement {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

#[derive(Default, Debug, Clone)]
pub struct HudiDeleteKryo_KryoBoolean {
    pub _root: SharedType<HudiDeleteKryo>,
    pub _parent: SharedType<HudiDeleteKryo_Ordering>,
    pub _self: SharedType<Self>,
    value: RefCell<u8>,
    _io: RefCell<BytesReader>,
}
impl KStruct for HudiDeleteKryo_KryoBoolean {
    type Root = HudiDeleteKryo;
    type Parent = HudiDeleteKryo_Ordering;

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
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::NotAnyOf, src_path: "/types/kryo_boolean/seq/0".to_string() }));
        }
        Ok(())
    }
}
impl HudiDeleteKryo_KryoBoolean {
}
impl HudiDeleteKryo_KryoBoolean {
    pub fn value(&self) -> Ref<'_, u8> {
        self.value.borrow()
    }
}
impl HudiDeleteKryo_KryoBoolean {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

#[derive(Default, Debug, Clone)]
pub struct HudiDeleteKryo_KryoDouble {
    pub _root: SharedType<HudiDeleteKryo>,
    pub _parent: SharedType<HudiDeleteKryo_Ordering>,
    pub _self: SharedType<Self>,
    value: RefCell<f64>,
    _io: RefCell<BytesReader>,
}
impl KStruct for HudiDeleteKryo_KryoDouble {
    type Root = HudiDeleteKryo;
    type Parent = HudiDeleteKryo_Ordering;

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
        *self_rc.value.borrow_mut() = _io.read_f8be()?.into();
        Ok(())
    }
}
impl HudiDeleteKryo_KryoDouble {
}
impl HudiDeleteKryo_KryoDouble {
    pub fn value(&self) -> Ref<'_, f64> {
        self.value.borrow()
    }
}
impl HudiDeleteKryo_KryoDouble {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

#[derive(Default, Debug, Clone)]
pub struct HudiDeleteKryo_KryoFloat {
    pub _root: SharedType<HudiDeleteKryo>,
    pub _parent: SharedType<HudiDeleteKryo_Ordering>,
    pub _self: SharedType<Self>,
    value: RefCell<f32>,
    _io: RefCell<BytesReader>,
}
impl KStruct for HudiDeleteKryo_KryoFloat {
    type Root = HudiDeleteKryo;
    type Parent = HudiDeleteKryo_Ordering;

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
        *self_rc.value.borrow_mut() = _io.read_f4be()?.into();
        Ok(())
    }
}
impl HudiDeleteKryo_KryoFloat {
}
impl HudiDeleteKryo_KryoFloat {
    pub fn value(&self) -> Ref<'_, f32> {
        self.value.borrow()
    }
}
impl HudiDeleteKryo_KryoFloat {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

/**
 * Two forms. ASCII of 2 to 63 characters: the bytes, bit 7 set on the last.
 * All others: number of UTF-16 units plus 1 (0 is null), then 1 to 3 bytes
 * per unit.
 */

#[derive(Default, Debug, Clone)]
pub struct HudiDeleteKryo_KryoString {
    pub _root: SharedType<HudiDeleteKryo>,
    pub _parent: SharedType<HudiDeleteKryo_StringObject>,
    pub _self: SharedType<Self>,
    first: RefCell<u8>,
    ascii_rest: RefCell<Vec<u8>>,
    n1: RefCell<u8>,
    n2: RefCell<u8>,
    n3: RefCell<u8>,
    n4: RefCell<u8>,
    check_num_units: RefCell<Vec<u8>>,
    units: RefCell<Vec<OptRc<HudiDeleteKryo_Unit>>>,
    _io: RefCell<BytesReader>,
    f_has1: Cell<bool>,
    has1: RefCell<bool>,
    f_has2: Cell<bool>,
    has2: RefCell<bool>,
    f_has3: Cell<bool>,
    has3: RefCell<bool>,
    f_has4: Cell<bool>,
    has4: RefCell<bool>,
    f_is_null: Cell<bool>,
    is_null: RefCell<bool>,
    f_num_units: Cell<bool>,
    num_units: RefCell<i64>,
    f_size_utf: Cell<bool>,
    size_utf: RefCell<i64>,
}
impl KStruct for HudiDeleteKryo_KryoString {
    type Root = HudiDeleteKryo;
    type Parent = HudiDeleteKryo_StringObject;

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
        *self_rc.first.borrow_mut() = _io.read_u1()?.into();
        if *self_rc.first() < 128 {
            *self_rc.ascii_rest.borrow_mut() = Vec::new();
            {
                let mut _i = 0;
                while {
                    self_rc.ascii_rest.borrow_mut().push(_io.read_u1()?.into());
                    let _t_ascii_rest = self_rc.ascii_rest.borrow();
                    let _tmpa = *_t_ascii_rest.last().unwrap();
                    _i += 1;
                    let x = !(_tmpa >= 128);
                    x
                } {}
            }
        }
        if *self_rc.has1()? {
            *self_rc.n1.borrow_mut() = _io.read_u1()?.into();
        }
        if *self_rc.has2()? {
            *self_rc.n2.borrow_mut() = _io.read_u1()?.into();
        }
        if *self_rc.has3()? {
            *self_rc.n3.borrow_mut() = _io.read_u1()?.into();
        }
        if *self_rc.has4()? {
            *self_rc.n4.borrow_mut() = _io.read_u1()?.into();
        }
        *self_rc.check_num_units.borrow_mut() = _io.read_bytes(0 as usize)?.into();
        let _tmpa = *self_rc.check_num_units();
        if !( ((((_tmpa.len() as i32) == (0 as i32))) && (((*self_rc.num_units()? as i32) <= ((((_io.size() as i64) as i64) - ((_io.pos() as i64) as i64)) as i32)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/kryo_string/seq/6".to_string() }));
        }
        if *self_rc.first() >= 128 {
            *self_rc.units.borrow_mut() = Vec::new();
            let l_units = *self_rc.num_units()?;
            for _i in 0..l_units {
                let t = Self::read_into::<_, HudiDeleteKryo_Unit>(&*_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()))?.into();
                self_rc.units.borrow_mut().push(t);
            }
        }
        Ok(())
    }
}
impl HudiDeleteKryo_KryoString {
    pub fn has1(
        &self
    ) -> KResult<Ref<'_, bool>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_has1.get() {
            return Ok(self.has1.borrow());
        }
        self.f_has1.set(true);
        *self.has1.borrow_mut() = (*self.first() >= 192) as bool;
        Ok(self.has1.borrow())
    }
    pub fn has2(
        &self
    ) -> KResult<Ref<'_, bool>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_has2.get() {
            return Ok(self.has2.borrow());
        }
        self.f_has2.set(true);
        *self.has2.borrow_mut() = ( ((*self.has1()?) && (*self.n1() >= 128)) ) as bool;
        Ok(self.has2.borrow())
    }
    pub fn has3(
        &self
    ) -> KResult<Ref<'_, bool>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_has3.get() {
            return Ok(self.has3.borrow());
        }
        self.f_has3.set(true);
        *self.has3.borrow_mut() = ( ((*self.has2()?) && (*self.n2() >= 128)) ) as bool;
        Ok(self.has3.borrow())
    }
    pub fn has4(
        &self
    ) -> KResult<Ref<'_, bool>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_has4.get() {
            return Ok(self.has4.borrow());
        }
        self.f_has4.set(true);
        *self.has4.borrow_mut() = ( ((*self.has3()?) && (*self.n3() >= 128)) ) as bool;
        Ok(self.has4.borrow())
    }
    pub fn is_null(
        &self
    ) -> KResult<Ref<'_, bool>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_is_null.get() {
            return Ok(self.is_null.borrow());
        }
        self.f_is_null.set(true);
        *self.is_null.borrow_mut() = (*self.first() == 128) as bool;
        Ok(self.is_null.borrow())
    }
    pub fn num_units(
        &self
    ) -> KResult<Ref<'_, i64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_num_units.get() {
            return Ok(self.num_units.borrow());
        }
        self.f_num_units.set(true);
        *self.num_units.borrow_mut() = (if  ((*self.first() < 128) || (((*self.size_utf()? as i64) == (0 as i64))))  { (0 as i64) } else { (((*self.size_utf()? as i64) - (1 as i64)) as i64) }) as i64;
        Ok(self.num_units.borrow())
    }
    pub fn size_utf(
        &self
    ) -> KResult<Ref<'_, i64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_size_utf.get() {
            return Ok(self.size_utf.borrow());
        }
        self.f_size_utf.set(true);
        *self.size_utf.borrow_mut() = (((((((((((((*self.first() as u8) % (64 as u8)) as i64) as i64) + (if *self.has1()? { ((((((*self.n1() as u8) % (128 as u8)) as i64) as i64) * ((64 as i64) as i64)) as i64) } else { (0 as i64) } as i64)) as i32) + (if *self.has2()? { ((((((*self.n2() as u8) % (128 as u8)) as i64) as i64) * ((8192 as i64) as i64)) as i64) } else { (0 as i64) } as i32)) as i32) + (if *self.has3()? { ((((((*self.n3() as u8) % (128 as u8)) as i64) as i64) * ((1048576 as i64) as i64)) as i64) } else { (0 as i64) } as i32)) as i32) + (if *self.has4()? { ((((((*self.n4() as u8) % (128 as u8)) as i64) as i64) * ((134217728 as i64) as i64)) as i64) } else { (0 as i64) } as i32)) as i64)) as i64;
        Ok(self.size_utf.borrow())
    }
}

/**
 * First character in the ASCII form, else bit 7 set, bit 6 for more, 6 bits of the number.
 */
impl HudiDeleteKryo_KryoString {
    pub fn first(&self) -> Ref<'_, u8> {
        self.first.borrow()
    }
}
impl HudiDeleteKryo_KryoString {
    pub fn ascii_rest(&self) -> Ref<'_, Vec<u8>> {
        self.ascii_rest.borrow()
    }
}
impl HudiDeleteKryo_KryoString {
    pub fn n1(&self) -> Ref<'_, u8> {
        self.n1.borrow()
    }
}
impl HudiDeleteKryo_KryoString {
    pub fn n2(&self) -> Ref<'_, u8> {
        self.n2.borrow()
    }
}
impl HudiDeleteKryo_KryoString {
    pub fn n3(&self) -> Ref<'_, u8> {
        self.n3.borrow()
    }
}
impl HudiDeleteKryo_KryoString {
    pub fn n4(&self) -> Ref<'_, u8> {
        self.n4.borrow()
    }
}

/**
 * Reads nothing. A unit has at least 1 byte.
 */
impl HudiDeleteKryo_KryoString {
    pub fn check_num_units(&self) -> Ref<'_, Vec<u8>> {
        self.check_num_units.borrow()
    }
}
impl HudiDeleteKryo_KryoString {
    pub fn units(&self) -> Ref<'_, Vec<OptRc<HudiDeleteKryo_Unit>>> {
        self.units.borrow()
    }
}
impl HudiDeleteKryo_KryoString {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

/**
 * 0 is null, 1 a new object that follows, n the object with id n - 2.
 */

#[derive(Default, Debug, Clone)]
pub struct HudiDeleteKryo_ObjectMarker {
    pub _root: SharedType<HudiDeleteKryo>,
    pub _parent: SharedType<KStructUnit>,
    pub _self: SharedType<Self>,
    marker: RefCell<OptRc<HudiDeleteKryo_VarintU4>>,
    _io: RefCell<BytesReader>,
    f_id_referred: Cell<bool>,
    id_referred: RefCell<i64>,
    f_is_new: Cell<bool>,
    is_new: RefCell<bool>,
    f_is_null: Cell<bool>,
    is_null: RefCell<bool>,
}
impl KStruct for HudiDeleteKryo_ObjectMarker {
    type Root = HudiDeleteKryo;
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
        let t = Self::read_into::<_, HudiDeleteKryo_VarintU4>(&*_io, Some(self_rc._root.clone()), None)?.into();
        *self_rc.marker.borrow_mut() = t;
        Ok(())
    }
}
impl HudiDeleteKryo_ObjectMarker {

    /**
     * Negative if this is not a reference.
     */
    pub fn id_referred(
        &self
    ) -> KResult<Ref<'_, i64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_id_referred.get() {
            return Ok(self.id_referred.borrow());
        }
        self.f_id_referred.set(true);
        *self.id_referred.borrow_mut() = ((((*self.marker().value()? as i64) - (2 as i64)) as i64)) as i64;
        Ok(self.id_referred.borrow())
    }
    pub fn is_new(
        &self
    ) -> KResult<Ref<'_, bool>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_is_new.get() {
            return Ok(self.is_new.borrow());
        }
        self.f_is_new.set(true);
        *self.is_new.borrow_mut() = (((*self.marker().value()? as i64) == (1 as i64))) as bool;
        Ok(self.is_new.borrow())
    }
    pub fn is_null(
        &self
    ) -> KResult<Ref<'_, bool>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_is_null.get() {
            return Ok(self.is_null.borrow());
        }
        self.f_is_null.set(true);
        *self.is_null.borrow_mut() = (((*self.marker().value()? as i64) == (0 as i64))) as bool;
        Ok(self.is_null.borrow())
    }
}
impl HudiDeleteKryo_ObjectMarker {
    pub fn marker(&self) -> Ref<'_, OptRc<HudiDeleteKryo_VarintU4>> {
        self.marker.borrow()
    }
}
impl HudiDeleteKryo_ObjectMarker {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

/**
 * Any object; these classes occur and have fixed ids.
 */

#[derive(Default, Debug, Clone)]
pub struct HudiDeleteKryo_Ordering {
    pub _root: SharedType<HudiDeleteKryo>,
    pub _parent: SharedType<HudiDeleteKryo_Record>,
    pub _self: SharedType<Self>,
    value_class: RefCell<HudiDeleteKryo_ValueClass>,
    value: RefCell<Option<HudiDeleteKryo_Ordering_Value>>,
    check_text: RefCell<Vec<u8>>,
    _io: RefCell<BytesReader>,
}
#[derive(Debug, Clone)]
pub enum HudiDeleteKryo_Ordering_Value {
    HudiDeleteKryo_KryoFloat(OptRc<HudiDeleteKryo_KryoFloat>),
    HudiDeleteKryo_StringObject(OptRc<HudiDeleteKryo_StringObject>),
    HudiDeleteKryo_KryoBoolean(OptRc<HudiDeleteKryo_KryoBoolean>),
    HudiDeleteKryo_KryoDouble(OptRc<HudiDeleteKryo_KryoDouble>),
    HudiDeleteKryo_VarintS4(OptRc<HudiDeleteKryo_VarintS4>),
    HudiDeleteKryo_VarintS8(OptRc<HudiDeleteKryo_VarintS8>),
}
impl From<&HudiDeleteKryo_Ordering_Value> for OptRc<HudiDeleteKryo_KryoFloat> {
    fn from(v: &HudiDeleteKryo_Ordering_Value) -> Self {
        if let HudiDeleteKryo_Ordering_Value::HudiDeleteKryo_KryoFloat(x) = v {
            return x.clone();
        }
        panic!("expected HudiDeleteKryo_Ordering_Value::HudiDeleteKryo_KryoFloat, got {:?}", v)
    }
}
impl From<OptRc<HudiDeleteKryo_KryoFloat>> for HudiDeleteKryo_Ordering_Value {
    fn from(v: OptRc<HudiDeleteKryo_KryoFloat>) -> Self {
        Self::HudiDeleteKryo_KryoFloat(v)
    }
}
impl From<&HudiDeleteKryo_Ordering_Value> for OptRc<HudiDeleteKryo_StringObject> {
    fn from(v: &HudiDeleteKryo_Ordering_Value) -> Self {
        if let HudiDeleteKryo_Ordering_Value::HudiDeleteKryo_StringObject(x) = v {
            return x.clone();
        }
        panic!("expected HudiDeleteKryo_Ordering_Value::HudiDeleteKryo_StringObject, got {:?}", v)
    }
}
impl From<OptRc<HudiDeleteKryo_StringObject>> for HudiDeleteKryo_Ordering_Value {
    fn from(v: OptRc<HudiDeleteKryo_StringObject>) -> Self {
        Self::HudiDeleteKryo_StringObject(v)
    }
}
impl From<&HudiDeleteKryo_Ordering_Value> for OptRc<HudiDeleteKryo_KryoBoolean> {
    fn from(v: &HudiDeleteKryo_Ordering_Value) -> Self {
        if let HudiDeleteKryo_Ordering_Value::HudiDeleteKryo_KryoBoolean(x) = v {
            return x.clone();
        }
        panic!("expected HudiDeleteKryo_Ordering_Value::HudiDeleteKryo_KryoBoolean, got {:?}", v)
    }
}
impl From<OptRc<HudiDeleteKryo_KryoBoolean>> for HudiDeleteKryo_Ordering_Value {
    fn from(v: OptRc<HudiDeleteKryo_KryoBoolean>) -> Self {
        Self::HudiDeleteKryo_KryoBoolean(v)
    }
}
impl From<&HudiDeleteKryo_Ordering_Value> for OptRc<HudiDeleteKryo_KryoDouble> {
    fn from(v: &HudiDeleteKryo_Ordering_Value) -> Self {
        if let HudiDeleteKryo_Ordering_Value::HudiDeleteKryo_KryoDouble(x) = v {
            return x.clone();
        }
        panic!("expected HudiDeleteKryo_Ordering_Value::HudiDeleteKryo_KryoDouble, got {:?}", v)
    }
}
impl From<OptRc<HudiDeleteKryo_KryoDouble>> for HudiDeleteKryo_Ordering_Value {
    fn from(v: OptRc<HudiDeleteKryo_KryoDouble>) -> Self {
        Self::HudiDeleteKryo_KryoDouble(v)
    }
}
impl From<&HudiDeleteKryo_Ordering_Value> for OptRc<HudiDeleteKryo_VarintS4> {
    fn from(v: &HudiDeleteKryo_Ordering_Value) -> Self {
        if let HudiDeleteKryo_Ordering_Value::HudiDeleteKryo_VarintS4(x) = v {
            return x.clone();
        }
        panic!("expected HudiDeleteKryo_Ordering_Value::HudiDeleteKryo_VarintS4, got {:?}", v)
    }
}
impl From<OptRc<HudiDeleteKryo_VarintS4>> for HudiDeleteKryo_Ordering_Value {
    fn from(v: OptRc<HudiDeleteKryo_VarintS4>) -> Self {
        Self::HudiDeleteKryo_VarintS4(v)
    }
}
impl From<&HudiDeleteKryo_Ordering_Value> for OptRc<HudiDeleteKryo_VarintS8> {
    fn from(v: &HudiDeleteKryo_Ordering_Value) -> Self {
        if let HudiDeleteKryo_Ordering_Value::HudiDeleteKryo_VarintS8(x) = v {
            return x.clone();
        }
        panic!("expected HudiDeleteKryo_Ordering_Value::HudiDeleteKryo_VarintS8, got {:?}", v)
    }
}
impl From<OptRc<HudiDeleteKryo_VarintS8>> for HudiDeleteKryo_Ordering_Value {
    fn from(v: OptRc<HudiDeleteKryo_VarintS8>) -> Self {
        Self::HudiDeleteKryo_VarintS8(v)
    }
}
impl KStruct for HudiDeleteKryo_Ordering {
    type Root = HudiDeleteKryo;
    type Parent = HudiDeleteKryo_Record;

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
        *self_rc.value_class.borrow_mut() = (_io.read_u1()? as i64).try_into()?;
        if *self_rc.value_class() != HudiDeleteKryo_ValueClass::None {
            match *self_rc.value_class() {
                HudiDeleteKryo_ValueClass::Boolean => {
                    let t = Self::read_into::<_, HudiDeleteKryo_KryoBoolean>(&*_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()))?.into();
                    *self_rc.value.borrow_mut() = Some(t);
                }
                HudiDeleteKryo_ValueClass::Double => {
                    let t = Self::read_into::<_, HudiDeleteKryo_KryoDouble>(&*_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()))?.into();
                    *self_rc.value.borrow_mut() = Some(t);
                }
                HudiDeleteKryo_ValueClass::Float => {
                    let t = Self::read_into::<_, HudiDeleteKryo_KryoFloat>(&*_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()))?.into();
                    *self_rc.value.borrow_mut() = Some(t);
                }
                HudiDeleteKryo_ValueClass::Int => {
                    let t = Self::read_into::<_, HudiDeleteKryo_VarintS4>(&*_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()))?.into();
                    *self_rc.value.borrow_mut() = Some(t);
                }
                HudiDeleteKryo_ValueClass::Long => {
                    let t = Self::read_into::<_, HudiDeleteKryo_VarintS8>(&*_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()))?.into();
                    *self_rc.value.borrow_mut() = Some(t);
                }
                HudiDeleteKryo_ValueClass::String => {
                    let t = Self::read_into::<_, HudiDeleteKryo_StringObject>(&*_io, Some(self_rc._root.clone()), None)?.into();
                    *self_rc.value.borrow_mut() = Some(t);
                }
                _ => {}
            }
        }
        if *self_rc.value_class() == HudiDeleteKryo_ValueClass::String {
            *self_rc.check_text.borrow_mut() = _io.read_bytes(0 as usize)?.into();
            let _tmpa = *self_rc.check_text();
            if !( ((((_tmpa.len() as i32) == (0 as i32))) && (!(*Into::<OptRc<HudiDeleteKryo_StringObject>>::into(&*self_rc.value().as_ref().unwrap()).marker().is_null()?))) ) {
                return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/ordering/seq/2".to_string() }));
            }
        }
        Ok(())
    }
}
impl HudiDeleteKryo_Ordering {
}
impl HudiDeleteKryo_Ordering {
    pub fn value_class(&self) -> Ref<'_, HudiDeleteKryo_ValueClass> {
        self.value_class.borrow()
    }
}
impl HudiDeleteKryo_Ordering {
    pub fn value(&self) -> Ref<'_, Option<HudiDeleteKryo_Ordering_Value>> {
        self.value.borrow()
    }
}

/**
 * Reads nothing. A null object has no class.
 */
impl HudiDeleteKryo_Ordering {
    pub fn check_text(&self) -> Ref<'_, Vec<u8>> {
        self.check_text.borrow()
    }
}
impl HudiDeleteKryo_Ordering {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

/**
 * Fields in alphabetical order of their names in Java.
 */

#[derive(Default, Debug, Clone)]
pub struct HudiDeleteKryo_Record {
    pub _root: SharedType<HudiDeleteKryo>,
    pub _parent: SharedType<HudiDeleteKryo_RecordElement>,
    pub _self: SharedType<Self>,
    is_first: RefCell<bool>,
    key_class: RefCell<Vec<u8>>,
    key_class_name: RefCell<Vec<u8>>,
    key_marker: RefCell<OptRc<HudiDeleteKryo_ObjectMarker>>,
    check_key_marker: RefCell<Vec<u8>>,
    key: RefCell<OptRc<HudiDeleteKryo_Key>>,
    ordering: RefCell<OptRc<HudiDeleteKryo_Ordering>>,
    _io: RefCell<BytesReader>,
}
impl KStruct for HudiDeleteKryo_Record {
    type Root = HudiDeleteKryo;
    type Parent = HudiDeleteKryo_RecordElement;

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
        *self_rc.key_class.borrow_mut() = _io.read_bytes(2 as usize)?.into();
        if !(*self_rc.key_class() == vec![0x1u8, 0x2u8]) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::NotEqual, src_path: "/types/record/seq/0".to_string() }));
        }
        if *self_rc.is_first() {
            *self_rc.key_class_name.borrow_mut() = _io.read_bytes(38 as usize)?.into();
            if !(*self_rc.key_class_name() == vec![0x6fu8, 0x72u8, 0x67u8, 0x2eu8, 0x61u8, 0x70u8, 0x61u8, 0x63u8, 0x68u8, 0x65u8, 0x2eu8, 0x68u8, 0x75u8, 0x64u8, 0x69u8, 0x2eu8, 0x63u8, 0x6fu8, 0x6du8, 0x6du8, 0x6fu8, 0x6eu8, 0x2eu8, 0x6du8, 0x6fu8, 0x64u8, 0x65u8, 0x6cu8, 0x2eu8, 0x48u8, 0x6fu8, 0x6fu8, 0x64u8, 0x69u8, 0x65u8, 0x4bu8, 0x65u8, 0xf9u8]) {
                return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::NotEqual, src_path: "/types/record/seq/1".to_string() }));
            }
        }
        let t = Self::read_into::<_, HudiDeleteKryo_ObjectMarker>(&*_io, Some(self_rc._root.clone()), None)?.into();
        *self_rc.key_marker.borrow_mut() = t;
        *self_rc.check_key_marker.borrow_mut() = _io.read_bytes(0 as usize)?.into();
        let _tmpa = *self_rc.check_key_marker();
        if !( ((((_tmpa.len() as i32) == (0 as i32))) && (!(*self_rc.key_marker().is_null()?))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/record/seq/3".to_string() }));
        }
        if *self_rc.key_marker().is_new()? {
            let t = Self::read_into::<_, HudiDeleteKryo_Key>(&*_io, Some(self_rc._root.clone()), None)?.into();
            *self_rc.key.borrow_mut() = t;
        }
        let t = Self::read_into::<_, HudiDeleteKryo_Ordering>(&*_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()))?.into();
        *self_rc.ordering.borrow_mut() = t;
        Ok(())
    }
}
impl HudiDeleteKryo_Record {
    pub fn is_first(&self) -> Ref<'_, bool> {
        self.is_first.borrow()
    }
}
impl HudiDeleteKryo_Record {
    pub fn set_params(&mut self, is_first: bool) {
        *self.is_first.borrow_mut() = is_first;
    }
}
impl HudiDeleteKryo_Record {
}

/**
 * Class by name, id 2.
 */
impl HudiDeleteKryo_Record {
    pub fn key_class(&self) -> Ref<'_, Vec<u8>> {
        self.key_class.borrow()
    }
}
impl HudiDeleteKryo_Record {
    pub fn key_class_name(&self) -> Ref<'_, Vec<u8>> {
        self.key_class_name.borrow()
    }
}
impl HudiDeleteKryo_Record {
    pub fn key_marker(&self) -> Ref<'_, OptRc<HudiDeleteKryo_ObjectMarker>> {
        self.key_marker.borrow()
    }
}

/**
 * Reads nothing. A null object has no class.
 */
impl HudiDeleteKryo_Record {
    pub fn check_key_marker(&self) -> Ref<'_, Vec<u8>> {
        self.check_key_marker.borrow()
    }
}
impl HudiDeleteKryo_Record {
    pub fn key(&self) -> Ref<'_, OptRc<HudiDeleteKryo_Key>> {
        self.key.borrow()
    }
}
impl HudiDeleteKryo_Record {
    pub fn ordering(&self) -> Ref<'_, OptRc<HudiDeleteKryo_Ordering>> {
        self.ordering.borrow()
    }
}
impl HudiDeleteKryo_Record {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

#[derive(Default, Debug, Clone)]
pub struct HudiDeleteKryo_RecordElement {
    pub _root: SharedType<HudiDeleteKryo>,
    pub _parent: SharedType<HudiDeleteKryo>,
    pub _self: SharedType<Self>,
    is_first: RefCell<bool>,
    class_marker: RefCell<Vec<u8>>,
    class_name: RefCell<Vec<u8>>,
    marker: RefCell<OptRc<HudiDeleteKryo_ObjectMarker>>,
    record: RefCell<OptRc<HudiDeleteKryo_Record>>,
    _io: RefCell<BytesReader>,
}
impl KStruct for HudiDeleteKryo_RecordElement {
    type Root = HudiDeleteKryo;
    type Parent = HudiDeleteKryo;

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
        *self_rc.class_marker.borrow_mut() = _io.read_bytes(2 as usize)?.into();
        if !(*self_rc.class_marker() == vec![0x1u8, 0x1u8]) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::NotEqual, src_path: "/types/record_element/seq/0".to_string() }));
        }
        if *self_rc.is_first() {
            *self_rc.class_name.borrow_mut() = _io.read_bytes(41 as usize)?.into();
            if !(*self_rc.class_name() == vec![0x6fu8, 0x72u8, 0x67u8, 0x2eu8, 0x61u8, 0x70u8, 0x61u8, 0x63u8, 0x68u8, 0x65u8, 0x2eu8, 0x68u8, 0x75u8, 0x64u8, 0x69u8, 0x2eu8, 0x63u8, 0x6fu8, 0x6du8, 0x6du8, 0x6fu8, 0x6eu8, 0x2eu8, 0x6du8, 0x6fu8, 0x64u8, 0x65u8, 0x6cu8, 0x2eu8, 0x44u8, 0x65u8, 0x6cu8, 0x65u8, 0x74u8, 0x65u8, 0x52u8, 0x65u8, 0x63u8, 0x6fu8, 0x72u8, 0xe4u8]) {
                return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::NotEqual, src_path: "/types/record_element/seq/1".to_string() }));
            }
        }
        let t = Self::read_into::<_, HudiDeleteKryo_ObjectMarker>(&*_io, Some(self_rc._root.clone()), None)?.into();
        *self_rc.marker.borrow_mut() = t;
        if *self_rc.marker().is_new()? {
            let f = |t : &mut HudiDeleteKryo_Record| Ok(t.set_params(*self_rc.is_first()));
            let t = Self::read_into_with_init::<_, HudiDeleteKryo_Record>(&*_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()), &f)?.into();
            *self_rc.record.borrow_mut() = t;
        }
        Ok(())
    }
}
impl HudiDeleteKryo_RecordElement {
    pub fn is_first(&self) -> Ref<'_, bool> {
        self.is_first.borrow()
    }
}
impl HudiDeleteKryo_RecordElement {
    pub fn set_params(&mut self, is_first: bool) {
        *self.is_first.borrow_mut() = is_first;
    }
}
impl HudiDeleteKryo_RecordElement {
}

/**
 * Class by name, id 1.
 */
impl HudiDeleteKryo_RecordElement {
    pub fn class_marker(&self) -> Ref<'_, Vec<u8>> {
        self.class_marker.borrow()
    }
}
impl HudiDeleteKryo_RecordElement {
    pub fn class_name(&self) -> Ref<'_, Vec<u8>> {
        self.class_name.borrow()
    }
}
impl HudiDeleteKryo_RecordElement {
    pub fn marker(&self) -> Ref<'_, OptRc<HudiDeleteKryo_ObjectMarker>> {
        self.marker.borrow()
    }
}
impl HudiDeleteKryo_RecordElement {
    pub fn record(&self) -> Ref<'_, OptRc<HudiDeleteKryo_Record>> {
        self.record.borrow()
    }
}
impl HudiDeleteKryo_RecordElement {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

#[derive(Default, Debug, Clone)]
pub struct HudiDeleteKryo_StringObject {
    pub _root: SharedType<HudiDeleteKryo>,
    pub _parent: SharedType<KStructUnit>,
    pub _self: SharedType<Self>,
    marker: RefCell<OptRc<HudiDeleteKryo_ObjectMarker>>,
    string: RefCell<OptRc<HudiDeleteKryo_KryoString>>,
    _io: RefCell<BytesReader>,
}
impl KStruct for HudiDeleteKryo_StringObject {
    type Root = HudiDeleteKryo;
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
        let t = Self::read_into::<_, HudiDeleteKryo_ObjectMarker>(&*_io, Some(self_rc._root.clone()), None)?.into();
        *self_rc.marker.borrow_mut() = t;
        if *self_rc.marker().is_new()? {
            let t = Self::read_into::<_, HudiDeleteKryo_KryoString>(&*_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()))?.into();
            *self_rc.string.borrow_mut() = t;
        }
        Ok(())
    }
}
impl HudiDeleteKryo_StringObject {
}
impl HudiDeleteKryo_StringObject {
    pub fn marker(&self) -> Ref<'_, OptRc<HudiDeleteKryo_ObjectMarker>> {
        self.marker.borrow()
    }
}
impl HudiDeleteKryo_StringObject {
    pub fn string(&self) -> Ref<'_, OptRc<HudiDeleteKryo_KryoString>> {
        self.string.borrow()
    }
}
impl HudiDeleteKryo_StringObject {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

/**
 * One UTF-16 unit; characters beyond U+FFFF are two of them.
 */

#[derive(Default, Debug, Clone)]
pub struct HudiDeleteKryo_Unit {
    pub _root: SharedType<HudiDeleteKryo>,
    pub _parent: SharedType<HudiDeleteKryo_KryoString>,
    pub _self: SharedType<Self>,
    b0: RefCell<u8>,
    b1: RefCell<u8>,
    b2: RefCell<u8>,
    _io: RefCell<BytesReader>,
    f_value: Cell<bool>,
    value: RefCell<i32>,
}
impl KStruct for HudiDeleteKryo_Unit {
    type Root = HudiDeleteKryo;
    type Parent = HudiDeleteKryo_KryoString;

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
        *self_rc.b0.borrow_mut() = _io.read_u1()?.into();
        let _tmpa = *self_rc.b0();
        if !( ((_tmpa < 128) || ( ((_tmpa >= 192) && (_tmpa < 240)) )) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/unit/seq/0".to_string() }));
        }
        if *self_rc.b0() >= 192 {
            *self_rc.b1.borrow_mut() = _io.read_u1()?.into();
        }
        if *self_rc.b0() >= 224 {
            *self_rc.b2.borrow_mut() = _io.read_u1()?.into();
        }
        Ok(())
    }
}
impl HudiDeleteKryo_Unit {
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
        *self.value.borrow_mut() = (if *self.b0() < 128 { (*self.b0() as i32) } else { if *self.b0() < 224 { ((((((((*self.b0() as u8) % (32 as u8)) as i32) as i32) * (64 as i32)) as i32) + ((((*self.b1() as u8) % (64 as u8)) as i32) as i32)) as i32) } else { ((((((((((*self.b0() as u8) % (16 as u8)) as i32) as i32) * (4096 as i32)) as i32) + ((((((*self.b1() as u8) % (64 as u8)) as i32) as i32) * (64 as i32)) as i32)) as i32) + ((((*self.b2() as u8) % (64 as u8)) as i32) as i32)) as i32) } }) as i32;
        Ok(self.value.borrow())
    }
}
impl HudiDeleteKryo_Unit {
    pub fn b0(&self) -> Ref<'_, u8> {
        self.b0.borrow()
    }
}
impl HudiDeleteKryo_Unit {
    pub fn b1(&self) -> Ref<'_, u8> {
        self.b1.borrow()
    }
}
impl HudiDeleteKryo_Unit {
    pub fn b2(&self) -> Ref<'_, u8> {
        self.b2.borrow()
    }
}
impl HudiDeleteKryo_Unit {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

/**
 * ZigZag number, at most 5 bytes.
 */

#[derive(Default, Debug, Clone)]
pub struct HudiDeleteKryo_VarintS4 {
    pub _root: SharedType<HudiDeleteKryo>,
    pub _parent: SharedType<HudiDeleteKryo_Ordering>,
    pub _self: SharedType<Self>,
    zigzag: RefCell<OptRc<HudiDeleteKryo_VarintU4>>,
    _io: RefCell<BytesReader>,
    f_value: Cell<bool>,
    value: RefCell<i32>,
}
impl KStruct for HudiDeleteKryo_VarintS4 {
    type Root = HudiDeleteKryo;
    type Parent = HudiDeleteKryo_Ordering;

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
        let t = Self::read_into::<_, HudiDeleteKryo_VarintU4>(&*_io, Some(self_rc._root.clone()), None)?.into();
        *self_rc.zigzag.borrow_mut() = t;
        Ok(())
    }
}
impl HudiDeleteKryo_VarintS4 {
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
        *self.value.borrow_mut() = (if ((modulo(*self.zigzag().value()? as i64, 2 as i64) as i32) == (0 as i32)) { (((*self.zigzag().value()? as i64) / (2 as i64)) as i32) } else { (((-((((*self.zigzag().value()? as i64) / (2 as i64)) as i64)) as i64) - (1 as i64)) as i32) }) as i32;
        Ok(self.value.borrow())
    }
}
impl HudiDeleteKryo_VarintS4 {
    pub fn zigzag(&self) -> Ref<'_, OptRc<HudiDeleteKryo_VarintU4>> {
        self.zigzag.borrow()
    }
}
impl HudiDeleteKryo_VarintS4 {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

/**
 * ZigZag number, at most 9 bytes; the ninth holds 8 bits.
 */

#[derive(Default, Debug, Clone)]
pub struct HudiDeleteKryo_VarintS8 {
    pub _root: SharedType<HudiDeleteKryo>,
    pub _parent: SharedType<HudiDeleteKryo_Ordering>,
    pub _self: SharedType<Self>,
    b0: RefCell<u8>,
    b1: RefCell<u8>,
    b2: RefCell<u8>,
    b3: RefCell<u8>,
    b4: RefCell<u8>,
    b5: RefCell<u8>,
    b6: RefCell<u8>,
    b7: RefCell<u8>,
    b8: RefCell<u8>,
    _io: RefCell<BytesReader>,
    f_has1: Cell<bool>,
    has1: RefCell<bool>,
    f_has2: Cell<bool>,
    has2: RefCell<bool>,
    f_has3: Cell<bool>,
    has3: RefCell<bool>,
    f_has4: Cell<bool>,
    has4: RefCell<bool>,
    f_has5: Cell<bool>,
    has5: RefCell<bool>,
    f_has6: Cell<bool>,
    has6: RefCell<bool>,
    f_has7: Cell<bool>,
    has7: RefCell<bool>,
    f_has8: Cell<bool>,
    has8: RefCell<bool>,
    f_magnitude: Cell<bool>,
    magnitude: RefCell<i64>,
    f_value: Cell<bool>,
    value: RefCell<i64>,
}
impl KStruct for HudiDeleteKryo_VarintS8 {
    type Root = HudiDeleteKryo;
    type Parent = HudiDeleteKryo_Ordering;

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
        *self_rc.b0.borrow_mut() = _io.read_u1()?.into();
        if *self_rc.has1()? {
            *self_rc.b1.borrow_mut() = _io.read_u1()?.into();
        }
        if *self_rc.has2()? {
            *self_rc.b2.borrow_mut() = _io.read_u1()?.into();
        }
        if *self_rc.has3()? {
            *self_rc.b3.borrow_mut() = _io.read_u1()?.into();
        }
        if *self_rc.has4()? {
            *self_rc.b4.borrow_mut() = _io.read_u1()?.into();
        }
        if *self_rc.has5()? {
            *self_rc.b5.borrow_mut() = _io.read_u1()?.into();
        }
        if *self_rc.has6()? {
            *self_rc.b6.borrow_mut() = _io.read_u1()?.into();
        }
        if *self_rc.has7()? {
            *self_rc.b7.borrow_mut() = _io.read_u1()?.into();
        }
        if *self_rc.has8()? {
            *self_rc.b8.borrow_mut() = _io.read_u1()?.into();
        }
        Ok(())
    }
}
impl HudiDeleteKryo_VarintS8 {
    pub fn has1(
        &self
    ) -> KResult<Ref<'_, bool>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_has1.get() {
            return Ok(self.has1.borrow());
        }
        self.f_has1.set(true);
        *self.has1.borrow_mut() = (*self.b0() >= 128) as bool;
        Ok(self.has1.borrow())
    }
    pub fn has2(
        &self
    ) -> KResult<Ref<'_, bool>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_has2.get() {
            return Ok(self.has2.borrow());
        }
        self.f_has2.set(true);
        *self.has2.borrow_mut() = ( ((*self.has1()?) && (*self.b1() >= 128)) ) as bool;
        Ok(self.has2.borrow())
    }
    pub fn has3(
        &self
    ) -> KResult<Ref<'_, bool>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_has3.get() {
            return Ok(self.has3.borrow());
        }
        self.f_has3.set(true);
        *self.has3.borrow_mut() = ( ((*self.has2()?) && (*self.b2() >= 128)) ) as bool;
        Ok(self.has3.borrow())
    }
    pub fn has4(
        &self
    ) -> KResult<Ref<'_, bool>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_has4.get() {
            return Ok(self.has4.borrow());
        }
        self.f_has4.set(true);
        *self.has4.borrow_mut() = ( ((*self.has3()?) && (*self.b3() >= 128)) ) as bool;
        Ok(self.has4.borrow())
    }
    pub fn has5(
        &self
    ) -> KResult<Ref<'_, bool>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_has5.get() {
            return Ok(self.has5.borrow());
        }
        self.f_has5.set(true);
        *self.has5.borrow_mut() = ( ((*self.has4()?) && (*self.b4() >= 128)) ) as bool;
        Ok(self.has5.borrow())
    }
    pub fn has6(
        &self
    ) -> KResult<Ref<'_, bool>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_has6.get() {
            return Ok(self.has6.borrow());
        }
        self.f_has6.set(true);
        *self.has6.borrow_mut() = ( ((*self.has5()?) && (*self.b5() >= 128)) ) as bool;
        Ok(self.has6.borrow())
    }
    pub fn has7(
        &self
    ) -> KResult<Ref<'_, bool>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_has7.get() {
            return Ok(self.has7.borrow());
        }
        self.f_has7.set(true);
        *self.has7.borrow_mut() = ( ((*self.has6()?) && (*self.b6() >= 128)) ) as bool;
        Ok(self.has7.borrow())
    }
    pub fn has8(
        &self
    ) -> KResult<Ref<'_, bool>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_has8.get() {
            return Ok(self.has8.borrow());
        }
        self.f_has8.set(true);
        *self.has8.borrow_mut() = ( ((*self.has7()?) && (*self.b7() >= 128)) ) as bool;
        Ok(self.has8.borrow())
    }
    pub fn magnitude(
        &self
    ) -> KResult<Ref<'_, i64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_magnitude.get() {
            return Ok(self.magnitude.borrow());
        }
        self.f_magnitude.set(true);
        *self.magnitude.borrow_mut() = (((((((((((((((((((((((*self.b0() as u8) % (128 as u8)) as i32) / (2 as i32)) as i64) as i64) + (if *self.has1()? { ((((((*self.b1() as u8) % (128 as u8)) as i64) as i64) * ((64 as i64) as i64)) as i64) } else { (0 as i64) } as i64)) as i32) + (if *self.has2()? { ((((((*self.b2() as u8) % (128 as u8)) as i64) as i64) * ((8192 as i64) as i64)) as i64) } else { (0 as i64) } as i32)) as i32) + (if *self.has3()? { ((((((*self.b3() as u8) % (128 as u8)) as i64) as i64) * ((1048576 as i64) as i64)) as i64) } else { (0 as i64) } as i32)) as i32) + (if *self.has4()? { ((((((*self.b4() as u8) % (128 as u8)) as i64) as i64) * ((134217728 as i64) as i64)) as i64) } else { (0 as i64) } as i32)) as i32) + (if *self.has5()? { ((((((*self.b5() as u8) % (128 as u8)) as i64) as i64) * ((17179869184 as i64) as i64)) as i64) } else { (0 as i64) } as i32)) as i32) + (if *self.has6()? { ((((((*self.b6() as u8) % (128 as u8)) as i64) as i64) * ((2199023255552 as i64) as i64)) as i64) } else { (0 as i64) } as i32)) as i32) + (if *self.has7()? { ((((((*self.b7() as u8) % (128 as u8)) as i64) as i64) * ((281474976710656 as i64) as i64)) as i64) } else { (0 as i64) } as i32)) as i32) + (if *self.has8()? { ((((*self.b8() as i64) as i64) * ((36028797018963968 as i64) as i64)) as i64) } else { (0 as i64) } as i32)) as i64)) as i64;
        Ok(self.magnitude.borrow())
    }
    pub fn value(
        &self
    ) -> KResult<Ref<'_, i64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_value.get() {
            return Ok(self.value.borrow());
        }
        self.f_value.set(true);
        *self.value.borrow_mut() = (if ((((*self.b0() as u8) % (2 as u8)) as i32) == (0 as i32)) { *self.magnitude()? } else { (((-(*self.magnitude()?) as i64) - (1 as i64)) as i64) }) as i64;
        Ok(self.value.borrow())
    }
}
impl HudiDeleteKryo_VarintS8 {
    pub fn b0(&self) -> Ref<'_, u8> {
        self.b0.borrow()
    }
}
impl HudiDeleteKryo_VarintS8 {
    pub fn b1(&self) -> Ref<'_, u8> {
        self.b1.borrow()
    }
}
impl HudiDeleteKryo_VarintS8 {
    pub fn b2(&self) -> Ref<'_, u8> {
        self.b2.borrow()
    }
}
impl HudiDeleteKryo_VarintS8 {
    pub fn b3(&self) -> Ref<'_, u8> {
        self.b3.borrow()
    }
}
impl HudiDeleteKryo_VarintS8 {
    pub fn b4(&self) -> Ref<'_, u8> {
        self.b4.borrow()
    }
}
impl HudiDeleteKryo_VarintS8 {
    pub fn b5(&self) -> Ref<'_, u8> {
        self.b5.borrow()
    }
}
impl HudiDeleteKryo_VarintS8 {
    pub fn b6(&self) -> Ref<'_, u8> {
        self.b6.borrow()
    }
}
impl HudiDeleteKryo_VarintS8 {
    pub fn b7(&self) -> Ref<'_, u8> {
        self.b7.borrow()
    }
}
impl HudiDeleteKryo_VarintS8 {
    pub fn b8(&self) -> Ref<'_, u8> {
        self.b8.borrow()
    }
}
impl HudiDeleteKryo_VarintS8 {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

/**
 * At most 5 bytes.
 */

#[derive(Default, Debug, Clone)]
pub struct HudiDeleteKryo_VarintU4 {
    pub _root: SharedType<HudiDeleteKryo>,
    pub _parent: SharedType<KStructUnit>,
    pub _self: SharedType<Self>,
    b0: RefCell<u8>,
    b1: RefCell<u8>,
    b2: RefCell<u8>,
    b3: RefCell<u8>,
    b4: RefCell<u8>,
    _io: RefCell<BytesReader>,
    f_has1: Cell<bool>,
    has1: RefCell<bool>,
    f_has2: Cell<bool>,
    has2: RefCell<bool>,
    f_has3: Cell<bool>,
    has3: RefCell<bool>,
    f_has4: Cell<bool>,
    has4: RefCell<bool>,
    f_value: Cell<bool>,
    value: RefCell<i64>,
}
impl KStruct for HudiDeleteKryo_VarintU4 {
    type Root = HudiDeleteKryo;
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
        *self_rc.b0.borrow_mut() = _io.read_u1()?.into();
        if *self_rc.has1()? {
            *self_rc.b1.borrow_mut() = _io.read_u1()?.into();
        }
        if *self_rc.has2()? {
            *self_rc.b2.borrow_mut() = _io.read_u1()?.into();
        }
        if *self_rc.has3()? {
            *self_rc.b3.borrow_mut() = _io.read_u1()?.into();
        }
        if *self_rc.has4()? {
            *self_rc.b4.borrow_mut() = _io.read_u1()?.into();
            if !(((*self_rc.b4() as u8) <= (15 as u8))) {
                return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::GreaterThan, src_path: "/types/varint_u4/seq/4".to_string() }));
            }
        }
        Ok(())
    }
}
impl HudiDeleteKryo_VarintU4 {
    pub fn has1(
        &self
    ) -> KResult<Ref<'_, bool>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_has1.get() {
            return Ok(self.has1.borrow());
        }
        self.f_has1.set(true);
        *self.has1.borrow_mut() = (*self.b0() >= 128) as bool;
        Ok(self.has1.borrow())
    }
    pub fn has2(
        &self
    ) -> KResult<Ref<'_, bool>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_has2.get() {
            return Ok(self.has2.borrow());
        }
        self.f_has2.set(true);
        *self.has2.borrow_mut() = ( ((*self.has1()?) && (*self.b1() >= 128)) ) as bool;
        Ok(self.has2.borrow())
    }
    pub fn has3(
        &self
    ) -> KResult<Ref<'_, bool>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_has3.get() {
            return Ok(self.has3.borrow());
        }
        self.f_has3.set(true);
        *self.has3.borrow_mut() = ( ((*self.has2()?) && (*self.b2() >= 128)) ) as bool;
        Ok(self.has3.borrow())
    }
    pub fn has4(
        &self
    ) -> KResult<Ref<'_, bool>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_has4.get() {
            return Ok(self.has4.borrow());
        }
        self.f_has4.set(true);
        *self.has4.borrow_mut() = ( ((*self.has3()?) && (*self.b3() >= 128)) ) as bool;
        Ok(self.has4.borrow())
    }
    pub fn value(
        &self
    ) -> KResult<Ref<'_, i64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_value.get() {
            return Ok(self.value.borrow());
        }
        self.f_value.set(true);
        *self.value.borrow_mut() = (((((((((((((*self.b0() as u8) % (128 as u8)) as i64) as i64) + (if *self.has1()? { ((((((*self.b1() as u8) % (128 as u8)) as i64) as i64) * ((128 as i64) as i64)) as i64) } else { (0 as i64) } as i64)) as i32) + (if *self.has2()? { ((((((*self.b2() as u8) % (128 as u8)) as i64) as i64) * ((16384 as i64) as i64)) as i64) } else { (0 as i64) } as i32)) as i32) + (if *self.has3()? { ((((((*self.b3() as u8) % (128 as u8)) as i64) as i64) * ((2097152 as i64) as i64)) as i64) } else { (0 as i64) } as i32)) as i32) + (if *self.has4()? { ((((*self.b4() as i64) as i64) * ((268435456 as i64) as i64)) as i64) } else { (0 as i64) } as i32)) as i64)) as i64;
        Ok(self.value.borrow())
    }
}
impl HudiDeleteKryo_VarintU4 {
    pub fn b0(&self) -> Ref<'_, u8> {
        self.b0.borrow()
    }
}
impl HudiDeleteKryo_VarintU4 {
    pub fn b1(&self) -> Ref<'_, u8> {
        self.b1.borrow()
    }
}
impl HudiDeleteKryo_VarintU4 {
    pub fn b2(&self) -> Ref<'_, u8> {
        self.b2.borrow()
    }
}
impl HudiDeleteKryo_VarintU4 {
    pub fn b3(&self) -> Ref<'_, u8> {
        self.b3.borrow()
    }
}
impl HudiDeleteKryo_VarintU4 {
    pub fn b4(&self) -> Ref<'_, u8> {
        self.b4.borrow()
    }
}
impl HudiDeleteKryo_VarintU4 {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}
