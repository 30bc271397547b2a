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
 * Avro writes `int` and `long` values as ZigZag numbers (0, -1, 1, -2, ...)
 * in base-128 little-endian groups, at most 10 bytes for a `long`.
 * \sa https://avro.apache.org/docs/1.12.0/specification/#binary-encoding Source
 */

#[derive(Default, Debug, Clone)]
pub struct AvroLong {
    pub _root: SharedType<AvroLong>,
    pub _parent: SharedType<AvroLong>,
    pub _self: SharedType<Self>,
    zigzag: RefCell<OptRc<Varint>>,
    _io: RefCell<BytesReader>,
    f_magnitude: Cell<bool>,
    magnitude: RefCell<i64>,
    f_value: Cell<bool>,
    value: RefCell<i64>,
}
impl KStruct for AvroLong {
    type Root = AvroLong;
    type Parent = AvroLong;

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
        Ok(())
    }
}
impl AvroLong {

    /**
     * All bits but the lowest. Computed as a sum because halving an unsigned 64-bit number is not portable.
     */
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
        *self.magnitude.borrow_mut() = (if *self.zigzag().b0() < 128 { (((*self.zigzag().b0() as u8) / (2 as u8)) as i64) } else { ((((((((((((((((((((((((*self.zigzag().b0() as u8) % (128 as u8)) as i32) / (2 as i32)) as i64) as i64) + (if *self.zigzag().has1()? { ((((((*self.zigzag().b1() as u8) % (128 as u8)) as i64) as i64) * ((64 as i64) as i64)) as i64) } else { (0 as i64) } as i64)) as i32) + (if *self.zigzag().has2()? { ((((((*self.zigzag().b2() as u8) % (128 as u8)) as i64) as i64) * ((8192 as i64) as i64)) as i64) } else { (0 as i64) } as i32)) as i32) + (if *self.zigzag().has3()? { ((((((*self.zigzag().b3() as u8) % (128 as u8)) as i64) as i64) * ((1048576 as i64) as i64)) as i64) } else { (0 as i64) } as i32)) as i32) + (if *self.zigzag().has4()? { ((((((*self.zigzag().b4() as u8) % (128 as u8)) as i64) as i64) * ((134217728 as i64) as i64)) as i64) } else { (0 as i64) } as i32)) as i32) + (if *self.zigzag().has5()? { ((((((*self.zigzag().b5() as u8) % (128 as u8)) as i64) as i64) * ((17179869184 as i64) as i64)) as i64) } else { (0 as i64) } as i32)) as i32) + (if *self.zigzag().has6()? { ((((((*self.zigzag().b6() as u8) % (128 as u8)) as i64) as i64) * ((2199023255552 as i64) as i64)) as i64) } else { (0 as i64) } as i32)) as i32) + (if *self.zigzag().has7()? { ((((((*self.zigzag().b7() as u8) % (128 as u8)) as i64) as i64) * ((281474976710656 as i64) as i64)) as i64) } else { (0 as i64) } as i32)) as i32) + (if *self.zigzag().has8()? { ((((((*self.zigzag().b8() as u8) % (128 as u8)) as i64) as i64) * ((36028797018963968 as i64) as i64)) as i64) } else { (0 as i64) } as i32)) as i32) + (if *self.zigzag().has9()? { ((((*self.zigzag().b9() as i64) as i64) * ((4611686018427387904 as i64) as i64)) as i64) } else { (0 as i64) } as i32)) as i64) }) as i64;
        Ok(self.magnitude.borrow())
    }

    /**
     * Resulting signed value.
     */
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
        *self.value.borrow_mut() = (if ((((*self.zigzag().b0() as u8) % (2 as u8)) as i32) == (0 as i32)) { *self.magnitude()? } else { (((-(*self.magnitude()?) as i64) - (1 as i64)) as i64) }) as i64;
        Ok(self.value.borrow())
    }
}
impl AvroLong {
    pub fn zigzag(&self) -> Ref<'_, OptRc<Varint>> {
        self.zigzag.borrow()
    }
}
impl AvroLong {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}
