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
 * Value of the header key `record_positions` of a log block after Base64
 * decoding: a set of row numbers of a base file. 64-bit extension of the
 * portable Roaring format: 32-bit bitmaps, one for each upper half in use.
 * 
 * Bytes after the last bucket are not described.
 * \sa https://github.com/RoaringBitmap/RoaringFormatSpec Source
 */

#[derive(Default, Debug, Clone)]
pub struct HudiRecordPositions {
    pub _root: SharedType<HudiRecordPositions>,
    pub _parent: SharedType<HudiRecordPositions>,
    pub _self: SharedType<Self>,
    num_buckets: RefCell<u64>,
    buckets: RefCell<Vec<OptRc<HudiRecordPositions_Bucket>>>,
    _io: RefCell<BytesReader>,
}
impl KStruct for HudiRecordPositions {
    type Root = HudiRecordPositions;
    type Parent = HudiRecordPositions;

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
        *self_rc.num_buckets.borrow_mut() = _io.read_u8le()?.into();
        let _tmpa = *self_rc.num_buckets();
        if !( (((((_tmpa as i64) as i64) >= (0 as i64))) && ((_tmpa as i64) <= ((((((_io.size() as i64) as i64) - ((_io.pos() as i64) as i64)) as i32) / (12 as i32)) as i64))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/seq/0".to_string() }));
        }
        *self_rc.buckets.borrow_mut() = Vec::new();
        let l_buckets = *self_rc.num_buckets();
        for _i in 0..l_buckets {
            let t = Self::read_into::<_, HudiRecordPositions_Bucket>(&*_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()))?.into();
            self_rc.buckets.borrow_mut().push(t);
        }
        Ok(())
    }
}
impl HudiRecordPositions {
}

/**
 * A bucket has at least 12 bytes.
 */
impl HudiRecordPositions {
    pub fn num_buckets(&self) -> Ref<'_, u64> {
        self.num_buckets.borrow()
    }
}
impl HudiRecordPositions {
    pub fn buckets(&self) -> Ref<'_, Vec<OptRc<HudiRecordPositions_Bucket>>> {
        self.buckets.borrow()
    }
}
impl HudiRecordPositions {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

/**
 * A set of 32-bit numbers.
 */

#[derive(Default, Debug, Clone)]
pub struct HudiRecordPositions_Bitmap {
    pub _root: SharedType<HudiRecordPositions>,
    pub _parent: SharedType<HudiRecordPositions_Bucket>,
    pub _self: SharedType<Self>,
    cookie: RefCell<u16>,
    num_containers_minus_1: RefCell<u16>,
    num_containers_plain: RefCell<u32>,
    run_flags: RefCell<Vec<u8>>,
    descriptions: RefCell<Vec<OptRc<HudiRecordPositions_Description>>>,
    ofs_containers: RefCell<Vec<u32>>,
    containers: RefCell<Vec<OptRc<HudiRecordPositions_Container>>>,
    _io: RefCell<BytesReader>,
    f_has_offsets: Cell<bool>,
    has_offsets: RefCell<bool>,
    f_has_runs: Cell<bool>,
    has_runs: RefCell<bool>,
    f_num_containers: Cell<bool>,
    num_containers: RefCell<i64>,
}
impl KStruct for HudiRecordPositions_Bitmap {
    type Root = HudiRecordPositions;
    type Parent = HudiRecordPositions_Bucket;

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
        *self_rc.cookie.borrow_mut() = _io.read_u2le()?.into();
        if !( ((((*self_rc.cookie() as i32) == (12346 as i32))) || (((*self_rc.cookie() as i32) == (12347 as i32)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::NotAnyOf, src_path: "/types/bitmap/seq/0".to_string() }));
        }
        *self_rc.num_containers_minus_1.borrow_mut() = _io.read_u2le()?.into();
        let _tmpa = *self_rc.num_containers_minus_1();
        if !( ((!(*self_rc.has_runs()?)) || ((((((_tmpa as i64) as i64) + (1 as i64)) as i32) * (4 as i32)) <= (((_io.size() as i64) as i64) - ((_io.pos() as i64) as i64)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/bitmap/seq/1".to_string() }));
        }
        if !(*self_rc.has_runs()?) {
            *self_rc.num_containers_plain.borrow_mut() = _io.read_u4le()?.into();
            let _tmpa = *self_rc.num_containers_plain();
            if !( (((((_tmpa as i64) as i32) <= (65536 as i32))) && ((((_tmpa as i64) as i64) * (4 as i64)) <= (((_io.size() as i64) as i64) - ((_io.pos() as i64) as i64)))) ) {
                return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/bitmap/seq/2".to_string() }));
            }
        }
        if *self_rc.has_runs()? {
            *self_rc.run_flags.borrow_mut() = Vec::new();
            let l_run_flags = (((((*self_rc.num_containers()? as i64) + (7 as i64)) as i32) / (8 as i32)) as i64);
            for _i in 0..l_run_flags {
                self_rc.run_flags.borrow_mut().push(_io.read_u1()?.into());
            }
        }
        *self_rc.descriptions.borrow_mut() = Vec::new();
        let l_descriptions = *self_rc.num_containers()?;
        for _i in 0..l_descriptions {
            let t = Self::read_into::<_, HudiRecordPositions_Description>(&*_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()))?.into();
            self_rc.descriptions.borrow_mut().push(t);
        }
        if *self_rc.has_offsets()? {
            *self_rc.ofs_containers.borrow_mut() = Vec::new();
            let l_ofs_containers = *self_rc.num_containers()?;
            for _i in 0..l_ofs_containers {
                self_rc.ofs_containers.borrow_mut().push(_io.read_u4le()?.into());
            }
        }
        *self_rc.containers.borrow_mut() = Vec::new();
        let l_containers = *self_rc.num_containers()?;
        for _i in 0..l_containers {
            let f = |t : &mut HudiRecordPositions_Container| Ok(t.set_params((*self_rc.descriptions()[_i as usize].cardinality()?).try_into().map_err(|_| KError::CastError)?, (if *self_rc.has_runs()? { (((((self_rc.run_flags()[((_i as i32) / (8 as i32)) as usize] as i32) >> (modulo(_i as i64, 8 as i64) as i32)) as i32) & (1 as i32)) as i32) } else { (0 as i32) }).try_into().map_err(|_| KError::CastError)?));
            let t = Self::read_into_with_init::<_, HudiRecordPositions_Container>(&*_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()), &f)?.into();
            self_rc.containers.borrow_mut().push(t);
        }
        Ok(())
    }
}
impl HudiRecordPositions_Bitmap {
    pub fn has_offsets(
        &self
    ) -> KResult<Ref<'_, bool>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_has_offsets.get() {
            return Ok(self.has_offsets.borrow());
        }
        self.f_has_offsets.set(true);
        *self.has_offsets.borrow_mut() = ( ((!(*self.has_runs()?)) || (((*self.num_containers()? as i64) >= (4 as i64)))) ) as bool;
        Ok(self.has_offsets.borrow())
    }
    pub fn has_runs(
        &self
    ) -> KResult<Ref<'_, bool>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_has_runs.get() {
            return Ok(self.has_runs.borrow());
        }
        self.f_has_runs.set(true);
        *self.has_runs.borrow_mut() = (((*self.cookie() as i32) == (12347 as i32))) as bool;
        Ok(self.has_runs.borrow())
    }
    pub fn num_containers(
        &self
    ) -> KResult<Ref<'_, i64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_num_containers.get() {
            return Ok(self.num_containers.borrow());
        }
        self.f_num_containers.set(true);
        *self.num_containers.borrow_mut() = (if *self.has_runs()? { ((((*self.num_containers_minus_1() as i64) as i64) + (1 as i64)) as i64) } else { (*self.num_containers_plain() as i64) }) as i64;
        Ok(self.num_containers.borrow())
    }
}

/**
 * 12347 if run containers may occur.
 */
impl HudiRecordPositions_Bitmap {
    pub fn cookie(&self) -> Ref<'_, u16> {
        self.cookie.borrow()
    }
}

/**
 * Only with the second cookie, else 0. A container has at least the 4 bytes of its description.
 */
impl HudiRecordPositions_Bitmap {
    pub fn num_containers_minus_1(&self) -> Ref<'_, u16> {
        self.num_containers_minus_1.borrow()
    }
}
impl HudiRecordPositions_Bitmap {
    pub fn num_containers_plain(&self) -> Ref<'_, u32> {
        self.num_containers_plain.borrow()
    }
}

/**
 * One bit per container, lowest first.
 */
impl HudiRecordPositions_Bitmap {
    pub fn run_flags(&self) -> Ref<'_, Vec<u8>> {
        self.run_flags.borrow()
    }
}
impl HudiRecordPositions_Bitmap {
    pub fn descriptions(&self) -> Ref<'_, Vec<OptRc<HudiRecordPositions_Description>>> {
        self.descriptions.borrow()
    }
}

/**
 * Offsets of the containers from the cookie, which always follow in this order.
 */
impl HudiRecordPositions_Bitmap {
    pub fn ofs_containers(&self) -> Ref<'_, Vec<u32>> {
        self.ofs_containers.borrow()
    }
}
impl HudiRecordPositions_Bitmap {
    pub fn containers(&self) -> Ref<'_, Vec<OptRc<HudiRecordPositions_Container>>> {
        self.containers.borrow()
    }
}
impl HudiRecordPositions_Bitmap {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

#[derive(Default, Debug, Clone)]
pub struct HudiRecordPositions_Bucket {
    pub _root: SharedType<HudiRecordPositions>,
    pub _parent: SharedType<HudiRecordPositions>,
    pub _self: SharedType<Self>,
    high: RefCell<u32>,
    bitmap: RefCell<OptRc<HudiRecordPositions_Bitmap>>,
    _io: RefCell<BytesReader>,
}
impl KStruct for HudiRecordPositions_Bucket {
    type Root = HudiRecordPositions;
    type Parent = HudiRecordPositions;

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
        *self_rc.high.borrow_mut() = _io.read_u4le()?.into();
        let t = Self::read_into::<_, HudiRecordPositions_Bitmap>(&*_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()))?.into();
        *self_rc.bitmap.borrow_mut() = t;
        Ok(())
    }
}
impl HudiRecordPositions_Bucket {
}

/**
 * Upper 32 bits of all positions in this bucket. Ascending, unsigned.
 */
impl HudiRecordPositions_Bucket {
    pub fn high(&self) -> Ref<'_, u32> {
        self.high.borrow()
    }
}
impl HudiRecordPositions_Bucket {
    pub fn bitmap(&self) -> Ref<'_, OptRc<HudiRecordPositions_Bitmap>> {
        self.bitmap.borrow()
    }
}
impl HudiRecordPositions_Bucket {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

/**
 * A set of 16-bit numbers in one of three formats.
 */

#[derive(Default, Debug, Clone)]
pub struct HudiRecordPositions_Container {
    pub _root: SharedType<HudiRecordPositions>,
    pub _parent: SharedType<HudiRecordPositions_Bitmap>,
    pub _self: SharedType<Self>,
    num_values: RefCell<i32>,
    run_flag: RefCell<i32>,
    num_runs: RefCell<u16>,
    runs: RefCell<Vec<OptRc<HudiRecordPositions_Run>>>,
    values: RefCell<Vec<u16>>,
    bits: RefCell<Vec<u8>>,
    _io: RefCell<BytesReader>,
    f_is_array: Cell<bool>,
    is_array: RefCell<bool>,
}
impl KStruct for HudiRecordPositions_Container {
    type Root = HudiRecordPositions;
    type Parent = HudiRecordPositions_Bitmap;

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
        if ((*self_rc.run_flag() as i32) == (1 as i32)) {
            *self_rc.num_runs.borrow_mut() = _io.read_u2le()?.into();
            let _tmpa = *self_rc.num_runs();
            if !((((_tmpa as i64) as i64) * (4 as i64)) <= (((_io.size() as i64) as i64) - ((_io.pos() as i64) as i64))) {
                return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/container/seq/0".to_string() }));
            }
        }
        if ((*self_rc.run_flag() as i32) == (1 as i32)) {
            *self_rc.runs.borrow_mut() = Vec::new();
            let l_runs = *self_rc.num_runs();
            for _i in 0..l_runs {
                let t = Self::read_into::<_, HudiRecordPositions_Run>(&*_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()))?.into();
                self_rc.runs.borrow_mut().push(t);
            }
        }
        if *self_rc.is_array()? {
            *self_rc.values.borrow_mut() = Vec::new();
            let l_values = *self_rc.num_values();
            for _i in 0..l_values {
                self_rc.values.borrow_mut().push(_io.read_u2le()?.into());
            }
        }
        if  ((((*self_rc.run_flag() as i32) != (1 as i32))) && (!(*self_rc.is_array()?)))  {
            *self_rc.bits.borrow_mut() = _io.read_bytes(8192 as usize)?.into();
        }
        Ok(())
    }
}
impl HudiRecordPositions_Container {
    pub fn num_values(&self) -> Ref<'_, i32> {
        self.num_values.borrow()
    }
}
impl HudiRecordPositions_Container {
    pub fn run_flag(&self) -> Ref<'_, i32> {
        self.run_flag.borrow()
    }
}
impl HudiRecordPositions_Container {
    pub fn set_params(&mut self, num_values: i32, run_flag: i32) {
        *self.num_values.borrow_mut() = num_values;
        *self.run_flag.borrow_mut() = run_flag;
    }
}
impl HudiRecordPositions_Container {
    pub fn is_array(
        &self
    ) -> KResult<Ref<'_, bool>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_is_array.get() {
            return Ok(self.is_array.borrow());
        }
        self.f_is_array.set(true);
        *self.is_array.borrow_mut() = ( ((((*self.run_flag() as i32) != (1 as i32))) && (((*self.num_values() as i32) <= (4096 as i32)))) ) as bool;
        Ok(self.is_array.borrow())
    }
}
impl HudiRecordPositions_Container {
    pub fn num_runs(&self) -> Ref<'_, u16> {
        self.num_runs.borrow()
    }
}
impl HudiRecordPositions_Container {
    pub fn runs(&self) -> Ref<'_, Vec<OptRc<HudiRecordPositions_Run>>> {
        self.runs.borrow()
    }
}

/**
 * Ascending, at most 4096.
 */
impl HudiRecordPositions_Container {
    pub fn values(&self) -> Ref<'_, Vec<u16>> {
        self.values.borrow()
    }
}

/**
 * One bit per number, lowest first in each byte.
 */
impl HudiRecordPositions_Container {
    pub fn bits(&self) -> Ref<'_, Vec<u8>> {
        self.bits.borrow()
    }
}
impl HudiRecordPositions_Container {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

#[derive(Default, Debug, Clone)]
pub struct HudiRecordPositions_Description {
    pub _root: SharedType<HudiRecordPositions>,
    pub _parent: SharedType<HudiRecordPositions_Bitmap>,
    pub _self: SharedType<Self>,
    key: RefCell<u16>,
    cardinality_minus_1: RefCell<u16>,
    _io: RefCell<BytesReader>,
    f_cardinality: Cell<bool>,
    cardinality: RefCell<i32>,
}
impl KStruct for HudiRecordPositions_Description {
    type Root = HudiRecordPositions;
    type Parent = HudiRecordPositions_Bitmap;

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
        *self_rc.key.borrow_mut() = _io.read_u2le()?.into();
        *self_rc.cardinality_minus_1.borrow_mut() = _io.read_u2le()?.into();
        Ok(())
    }
}
impl HudiRecordPositions_Description {
    pub fn cardinality(
        &self
    ) -> KResult<Ref<'_, i32>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_cardinality.get() {
            return Ok(self.cardinality.borrow());
        }
        self.f_cardinality.set(true);
        *self.cardinality.borrow_mut() = (((((*self.cardinality_minus_1() as i32) as i32) + (1 as i32)) as i32)) as i32;
        Ok(self.cardinality.borrow())
    }
}

/**
 * Upper 16 bits of all numbers in the container. Ascending.
 */
impl HudiRecordPositions_Description {
    pub fn key(&self) -> Ref<'_, u16> {
        self.key.borrow()
    }
}
impl HudiRecordPositions_Description {
    pub fn cardinality_minus_1(&self) -> Ref<'_, u16> {
        self.cardinality_minus_1.borrow()
    }
}
impl HudiRecordPositions_Description {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

#[derive(Default, Debug, Clone)]
pub struct HudiRecordPositions_Run {
    pub _root: SharedType<HudiRecordPositions>,
    pub _parent: SharedType<HudiRecordPositions_Container>,
    pub _self: SharedType<Self>,
    start: RefCell<u16>,
    length_minus_1: RefCell<u16>,
    _io: RefCell<BytesReader>,
}
impl KStruct for HudiRecordPositions_Run {
    type Root = HudiRecordPositions;
    type Parent = HudiRecordPositions_Container;

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
        *self_rc.start.borrow_mut() = _io.read_u2le()?.into();
        *self_rc.length_minus_1.borrow_mut() = _io.read_u2le()?.into();
        Ok(())
    }
}
impl HudiRecordPositions_Run {
}
impl HudiRecordPositions_Run {
    pub fn start(&self) -> Ref<'_, u16> {
        self.start.borrow()
    }
}
impl HudiRecordPositions_Run {
    pub fn length_minus_1(&self) -> Ref<'_, u16> {
        self.length_minus_1.borrow()
    }
}
impl HudiRecordPositions_Run {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}
