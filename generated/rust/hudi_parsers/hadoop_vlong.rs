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
 * Signed integer of 1 to 9 bytes. The first byte, read as signed, either is the
 * value itself (-112..127) or holds sign and count of the big-endian magnitude
 * bytes that follow: -113..-120 for 1 to 8 bytes of a non-negative value,
 * -121..-128 for 1 to 8 bytes of the one's complement of a negative value.
 * \sa https://hadoop.apache.org/docs/stable/api/org/apache/hadoop/io/WritableUtils.html Source
 */

#[derive(Default, Debug, Clone)]
pub struct HadoopVlong {
    pub _root: SharedType<HadoopVlong>,
    pub _parent: SharedType<HadoopVlong>,
    pub _self: SharedType<Self>,
    first: RefCell<i8>,
    b1: RefCell<u8>,
    b2: RefCell<u8>,
    b3: RefCell<u8>,
    b4: RefCell<u8>,
    b5: RefCell<u8>,
    b6: RefCell<u8>,
    b7: RefCell<u8>,
    b8: RefCell<u8>,
    _io: RefCell<BytesReader>,
    f_is_negative: Cell<bool>,
    is_negative: RefCell<bool>,
    f_m1: Cell<bool>,
    m1: RefCell<u64>,
    f_m2: Cell<bool>,
    m2: RefCell<u64>,
    f_m3: Cell<bool>,
    m3: RefCell<u64>,
    f_m4: Cell<bool>,
    m4: RefCell<u64>,
    f_m5: Cell<bool>,
    m5: RefCell<u64>,
    f_m6: Cell<bool>,
    m6: RefCell<u64>,
    f_m7: Cell<bool>,
    m7: RefCell<u64>,
    f_m8: Cell<bool>,
    m8: RefCell<u64>,
    f_num_bytes: Cell<bool>,
    num_bytes: RefCell<i32>,
    f_value: Cell<bool>,
    value: RefCell<i64>,
}
impl KStruct for HadoopVlong {
    type Root = HadoopVlong;
    type Parent = HadoopVlong;

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
        *self_rc.first.borrow_mut() = _io.read_s1()?.into();
        if ((*self_rc.num_bytes()? as i32) >= (1 as i32)) {
            *self_rc.b1.borrow_mut() = _io.read_u1()?.into();
        }
        if ((*self_rc.num_bytes()? as i32) >= (2 as i32)) {
            *self_rc.b2.borrow_mut() = _io.read_u1()?.into();
        }
        if ((*self_rc.num_bytes()? as i32) >= (3 as i32)) {
            *self_rc.b3.borrow_mut() = _io.read_u1()?.into();
        }
        if ((*self_rc.num_bytes()? as i32) >= (4 as i32)) {
            *self_rc.b4.borrow_mut() = _io.read_u1()?.into();
        }
        if ((*self_rc.num_bytes()? as i32) >= (5 as i32)) {
            *self_rc.b5.borrow_mut() = _io.read_u1()?.into();
        }
        if ((*self_rc.num_bytes()? as i32) >= (6 as i32)) {
            *self_rc.b6.borrow_mut() = _io.read_u1()?.into();
        }
        if ((*self_rc.num_bytes()? as i32) >= (7 as i32)) {
            *self_rc.b7.borrow_mut() = _io.read_u1()?.into();
        }
        if ((*self_rc.num_bytes()? as i32) >= (8 as i32)) {
            *self_rc.b8.borrow_mut() = _io.read_u1()?.into();
        }
        Ok(())
    }
}
impl HadoopVlong {
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
        *self.is_negative.borrow_mut() = (((*self.first() as i32) < (-120 as i32))) as bool;
        Ok(self.is_negative.borrow())
    }
    pub fn m1(
        &self
    ) -> KResult<Ref<'_, u64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_m1.get() {
            return Ok(self.m1.borrow());
        }
        self.f_m1.set(true);
        *self.m1.borrow_mut() = (if ((*self.num_bytes()? as i32) >= (1 as i32)) { (*self.b1() as u64) } else { (0 as u64) }) as u64;
        Ok(self.m1.borrow())
    }
    pub fn m2(
        &self
    ) -> KResult<Ref<'_, u64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_m2.get() {
            return Ok(self.m2.borrow());
        }
        self.f_m2.set(true);
        *self.m2.borrow_mut() = (if ((*self.num_bytes()? as i32) >= (2 as i32)) { (((((*self.m1()? as i32) * (256 as i32)) as i32) + ((*self.b2() as u64) as i32)) as u64) } else { *self.m1()? }) as u64;
        Ok(self.m2.borrow())
    }
    pub fn m3(
        &self
    ) -> KResult<Ref<'_, u64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_m3.get() {
            return Ok(self.m3.borrow());
        }
        self.f_m3.set(true);
        *self.m3.borrow_mut() = (if ((*self.num_bytes()? as i32) >= (3 as i32)) { (((((*self.m2()? as i32) * (256 as i32)) as i32) + ((*self.b3() as u64) as i32)) as u64) } else { *self.m2()? }) as u64;
        Ok(self.m3.borrow())
    }
    pub fn m4(
        &self
    ) -> KResult<Ref<'_, u64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_m4.get() {
            return Ok(self.m4.borrow());
        }
        self.f_m4.set(true);
        *self.m4.borrow_mut() = (if ((*self.num_bytes()? as i32) >= (4 as i32)) { (((((*self.m3()? as i32) * (256 as i32)) as i32) + ((*self.b4() as u64) as i32)) as u64) } else { *self.m3()? }) as u64;
        Ok(self.m4.borrow())
    }
    pub fn m5(
        &self
    ) -> KResult<Ref<'_, u64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_m5.get() {
            return Ok(self.m5.borrow());
        }
        self.f_m5.set(true);
        *self.m5.borrow_mut() = (if ((*self.num_bytes()? as i32) >= (5 as i32)) { (((((*self.m4()? as i32) * (256 as i32)) as i32) + ((*self.b5() as u64) as i32)) as u64) } else { *self.m4()? }) as u64;
        Ok(self.m5.borrow())
    }
    pub fn m6(
        &self
    ) -> KResult<Ref<'_, u64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_m6.get() {
            return Ok(self.m6.borrow());
        }
        self.f_m6.set(true);
        *self.m6.borrow_mut() = (if ((*self.num_bytes()? as i32) >= (6 as i32)) { (((((*self.m5()? as i32) * (256 as i32)) as i32) + ((*self.b6() as u64) as i32)) as u64) } else { *self.m5()? }) as u64;
        Ok(self.m6.borrow())
    }
    pub fn m7(
        &self
    ) -> KResult<Ref<'_, u64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_m7.get() {
            return Ok(self.m7.borrow());
        }
        self.f_m7.set(true);
        *self.m7.borrow_mut() = (if ((*self.num_bytes()? as i32) >= (7 as i32)) { (((((*self.m6()? as i32) * (256 as i32)) as i32) + ((*self.b7() as u64) as i32)) as u64) } else { *self.m6()? }) as u64;
        Ok(self.m7.borrow())
    }
    pub fn m8(
        &self
    ) -> KResult<Ref<'_, u64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_m8.get() {
            return Ok(self.m8.borrow());
        }
        self.f_m8.set(true);
        *self.m8.borrow_mut() = (if ((*self.num_bytes()? as i32) >= (8 as i32)) { (((((*self.m7()? as i32) * (256 as i32)) as i32) + ((*self.b8() as u64) as i32)) as u64) } else { *self.m7()? }) as u64;
        Ok(self.m8.borrow())
    }
    pub fn num_bytes(
        &self
    ) -> KResult<Ref<'_, i32>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_num_bytes.get() {
            return Ok(self.num_bytes.borrow());
        }
        self.f_num_bytes.set(true);
        *self.num_bytes.borrow_mut() = (if ((*self.first() as i32) >= (-112 as i32)) { (0 as i32) } else { if *self.is_negative()? { (((-120 as i32) - ((*self.first() as i32) as i32)) as i32) } else { (((-112 as i32) - ((*self.first() as i32) as i32)) as i32) } }) as i32;
        Ok(self.num_bytes.borrow())
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
        *self.value.borrow_mut() = (if ((*self.num_bytes()? as i32) == (0 as i32)) { (*self.first() as i64) } else { if *self.is_negative()? { (((-((*self.m8()? as i64)) as i64) - (1 as i64)) as i64) } else { (*self.m8()? as i64) } }) as i64;
        Ok(self.value.borrow())
    }
}
impl HadoopVlong {
    pub fn first(&self) -> Ref<'_, i8> {
        self.first.borrow()
    }
}
impl HadoopVlong {
    pub fn b1(&self) -> Ref<'_, u8> {
        self.b1.borrow()
    }
}
impl HadoopVlong {
    pub fn b2(&self) -> Ref<'_, u8> {
        self.b2.borrow()
    }
}
impl HadoopVlong {
    pub fn b3(&self) -> Ref<'_, u8> {
        self.b3.borrow()
    }
}
impl HadoopVlong {
    pub fn b4(&self) -> Ref<'_, u8> {
        self.b4.borrow()
    }
}
impl HadoopVlong {
    pub fn b5(&self) -> Ref<'_, u8> {
        self.b5.borrow()
    }
}
impl HadoopVlong {
    pub fn b6(&self) -> Ref<'_, u8> {
        self.b6.borrow()
    }
}
impl HadoopVlong {
    pub fn b7(&self) -> Ref<'_, u8> {
        self.b7.borrow()
    }
}
impl HadoopVlong {
    pub fn b8(&self) -> Ref<'_, u8> {
        self.b8.borrow()
    }
}
impl HadoopVlong {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}
