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
 * At most 10 groups of 7 bits, least significant first (protobuf varint, carrier
 * of Avro ZigZag numbers). Written as separate fields, not as a repetition:
 * every target language of KSC 0.11 compiles this, it can be serialized, and it
 * parses fastest. Conditions are also written out: for most numbers, which have
 * one byte, they compare only that byte.
 * \sa https://protobuf.dev/programming-guides/encoding/#varints Source
 */

#[derive(Default, Debug, Clone)]
pub struct Varint {
    pub _root: SharedType<Varint>,
    pub _parent: SharedType<Varint>,
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
    b9: RefCell<u8>,
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
    f_has9: Cell<bool>,
    has9: RefCell<bool>,
    f_value: Cell<bool>,
    value: RefCell<u64>,
}
impl KStruct for Varint {
    type Root = Varint;
    type Parent = Varint;

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
        if *self_rc.b0() >= 128 {
            *self_rc.b1.borrow_mut() = _io.read_u1()?.into();
        }
        if  ((*self_rc.b0() >= 128) && (*self_rc.b1() >= 128))  {
            *self_rc.b2.borrow_mut() = _io.read_u1()?.into();
        }
        if  ((*self_rc.b0() >= 128) && (*self_rc.b1() >= 128) && (*self_rc.b2() >= 128))  {
            *self_rc.b3.borrow_mut() = _io.read_u1()?.into();
        }
        if  ((*self_rc.b0() >= 128) && (*self_rc.b1() >= 128) && (*self_rc.b2() >= 128) && (*self_rc.b3() >= 128))  {
            *self_rc.b4.borrow_mut() = _io.read_u1()?.into();
        }
        if  ((*self_rc.b0() >= 128) && (*self_rc.b1() >= 128) && (*self_rc.b2() >= 128) && (*self_rc.b3() >= 128) && (*self_rc.b4() >= 128))  {
            *self_rc.b5.borrow_mut() = _io.read_u1()?.into();
        }
        if  ((*self_rc.b0() >= 128) && (*self_rc.b1() >= 128) && (*self_rc.b2() >= 128) && (*self_rc.b3() >= 128) && (*self_rc.b4() >= 128) && (*self_rc.b5() >= 128))  {
            *self_rc.b6.borrow_mut() = _io.read_u1()?.into();
        }
        if  ((*self_rc.b0() >= 128) && (*self_rc.b1() >= 128) && (*self_rc.b2() >= 128) && (*self_rc.b3() >= 128) && (*self_rc.b4() >= 128) && (*self_rc.b5() >= 128) && (*self_rc.b6() >= 128))  {
            *self_rc.b7.borrow_mut() = _io.read_u1()?.into();
        }
        if  ((*self_rc.b0() >= 128) && (*self_rc.b1() >= 128) && (*self_rc.b2() >= 128) && (*self_rc.b3() >= 128) && (*self_rc.b4() >= 128) && (*self_rc.b5() >= 128) && (*self_rc.b6() >= 128) && (*self_rc.b7() >= 128))  {
            *self_rc.b8.borrow_mut() = _io.read_u1()?.into();
        }
        if  ((*self_rc.b0() >= 128) && (*self_rc.b1() >= 128) && (*self_rc.b2() >= 128) && (*self_rc.b3() >= 128) && (*self_rc.b4() >= 128) && (*self_rc.b5() >= 128) && (*self_rc.b6() >= 128) && (*self_rc.b7() >= 128) && (*self_rc.b8() >= 128))  {
            *self_rc.b9.borrow_mut() = _io.read_u1()?.into();
            if !(((*self_rc.b9() as u8) <= (1 as u8))) {
                return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::GreaterThan, src_path: "/seq/9".to_string() }));
            }
        }
        Ok(())
    }
}
impl Varint {
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
    pub fn has9(
        &self
    ) -> KResult<Ref<'_, bool>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_has9.get() {
            return Ok(self.has9.borrow());
        }
        self.f_has9.set(true);
        *self.has9.borrow_mut() = ( ((*self.has8()?) && (*self.b8() >= 128)) ) as bool;
        Ok(self.has9.borrow())
    }
    pub fn value(
        &self
    ) -> KResult<Ref<'_, u64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_value.get() {
            return Ok(self.value.borrow());
        }
        self.f_value.set(true);
        *self.value.borrow_mut() = (if *self.b0() < 128 { (*self.b0() as u64) } else { ((((((*self.b0() as u8) % (128 as u8)) as u64) as u64) + (if *self.has1()? { (((((((((*self.b1() as u8) % (128 as u8)) as u64) as u64) * ((128 as u64) as u64)) as u64) as u64) + (if *self.has2()? { (((((((((*self.b2() as u8) % (128 as u8)) as u64) as u64) * ((16384 as u64) as u64)) as u64) as u64) + (if *self.has3()? { (((((((((*self.b3() as u8) % (128 as u8)) as u64) as u64) * ((2097152 as u64) as u64)) as u64) as u64) + (if *self.has4()? { (((((((((*self.b4() as u8) % (128 as u8)) as u64) as u64) * ((268435456 as u64) as u64)) as u64) as u64) + (if *self.has5()? { (((((((((*self.b5() as u8) % (128 as u8)) as u64) as u64) * ((34359738368 as u64) as u64)) as u64) as u64) + (if *self.has6()? { (((((((((*self.b6() as u8) % (128 as u8)) as u64) as u64) * ((4398046511104 as u64) as u64)) as u64) as u64) + (if *self.has7()? { (((((((((*self.b7() as u8) % (128 as u8)) as u64) as u64) * ((562949953421312 as u64) as u64)) as u64) as u64) + (if *self.has8()? { (((((((((*self.b8() as u8) % (128 as u8)) as u64) as u64) * ((72057594037927936 as u64) as u64)) as u64) as u64) + (if *self.has9()? { ((((((*self.b9() as u8) % (128 as u8)) as u64) as u64) * ((9223372036854775808 as u64) as u64)) as u64) } else { (0 as u64) } as u64)) as u64) } else { (0 as u64) } as u64)) as u64) } else { (0 as u64) } as u64)) as u64) } else { (0 as u64) } as u64)) as u64) } else { (0 as u64) } as u64)) as u64) } else { (0 as u64) } as u64)) as u64) } else { (0 as u64) } as u64)) as u64) } else { (0 as u64) } as u64)) as u64) } else { (0 as u64) } as u64)) as u64) }) as u64;
        Ok(self.value.borrow())
    }
}
impl Varint {
    pub fn b0(&self) -> Ref<'_, u8> {
        self.b0.borrow()
    }
}
impl Varint {
    pub fn b1(&self) -> Ref<'_, u8> {
        self.b1.borrow()
    }
}
impl Varint {
    pub fn b2(&self) -> Ref<'_, u8> {
        self.b2.borrow()
    }
}
impl Varint {
    pub fn b3(&self) -> Ref<'_, u8> {
        self.b3.borrow()
    }
}
impl Varint {
    pub fn b4(&self) -> Ref<'_, u8> {
        self.b4.borrow()
    }
}
impl Varint {
    pub fn b5(&self) -> Ref<'_, u8> {
        self.b5.borrow()
    }
}
impl Varint {
    pub fn b6(&self) -> Ref<'_, u8> {
        self.b6.borrow()
    }
}
impl Varint {
    pub fn b7(&self) -> Ref<'_, u8> {
        self.b7.borrow()
    }
}
impl Varint {
    pub fn b8(&self) -> Ref<'_, u8> {
        self.b8.borrow()
    }
}

/**
 * Bit 63, and nothing after it.
 */
impl Varint {
    pub fn b9(&self) -> Ref<'_, u8> {
        self.b9.borrow()
    }
}
impl Varint {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}
