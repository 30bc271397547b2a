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
use super::hfile_block::HfileBlock;
use super::hfile_trailer::HfileTrailer;

/**
 * Sorted map of keys to values in blocks, as HBase and Hudi write it: data
 * blocks, indexes, file info and a trailer of fixed size that points to them.
 * Payloads are bytes here, because most files compress them; `hfile_block` names
 * the grammar of each kind.
 * \sa https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/HFile.java Source
 * \sa https://hbase.apache.org/book.html#_hfile_format_2 Source
 */

#[derive(Default, Debug, Clone)]
pub struct Hfile {
    pub _root: SharedType<Hfile>,
    pub _parent: SharedType<Hfile>,
    pub _self: SharedType<Self>,
    check_ofs_trailer: RefCell<Vec<u8>>,
    blocks: RefCell<Vec<OptRc<HfileBlock>>>,
    _io: RefCell<BytesReader>,
    trailer_raw: RefCell<Vec<u8>>,
    f_has_checksums: Cell<bool>,
    has_checksums: RefCell<bool>,
    f_len_trailer: Cell<bool>,
    len_trailer: RefCell<i64>,
    f_ofs_trailer: Cell<bool>,
    ofs_trailer: RefCell<i64>,
    f_trailer: Cell<bool>,
    trailer: RefCell<OptRc<HfileTrailer>>,
    f_version: Cell<bool>,
    version: RefCell<OptRc<Hfile_Version>>,
}
impl KStruct for Hfile {
    type Root = Hfile;
    type Parent = Hfile;

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
        *self_rc.check_ofs_trailer.borrow_mut() = _io.read_bytes(0 as usize)?.into();
        let _tmpa = *self_rc.check_ofs_trailer();
        if !( ((((_tmpa.len() as i32) == (0 as i32))) && (((*self_rc.ofs_trailer()? as i64) >= (0 as i64)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/seq/0".to_string() }));
        }
        if ((*self_rc.ofs_trailer()? as i64) > (0 as i64)) {
            *self_rc.blocks.borrow_mut() = Vec::new();
            {
                let mut _i = 0;
                while {
                    let f = |t : &mut HfileBlock| Ok(t.set_params(*self_rc.has_checksums()?, ((((*self_rc.ofs_trailer()? as i64) - ((_io.pos() as i64) as i64)) as i64)).try_into().map_err(|_| KError::CastError)?));
                    let t = Self::read_into_with_init::<_, HfileBlock>(&*_io, None, None, &f)?.into();
                    self_rc.blocks.borrow_mut().push(t);
                    let _t_blocks = self_rc.blocks.borrow();
                    let _tmpa = _t_blocks.last().unwrap();
                    _i += 1;
                    let x = !((_io.pos() as i64) >= *self_rc.ofs_trailer()?);
                    x
                } {}
            }
        }
        Ok(())
    }
}
impl Hfile {
    pub fn has_checksums(
        &self
    ) -> KResult<Ref<'_, bool>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_has_checksums.get() {
            return Ok(self.has_checksums.borrow());
        }
        self.f_has_checksums.set(true);
        *self.has_checksums.borrow_mut() = ( ((((*self.version()?.major() as i32) >= (3 as i32))) || (((*self.version()?.minor() as u8) >= (1 as u8)))) ) as bool;
        Ok(self.has_checksums.borrow())
    }
    pub fn len_trailer(
        &self
    ) -> KResult<Ref<'_, i64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_len_trailer.get() {
            return Ok(self.len_trailer.borrow());
        }
        self.f_len_trailer.set(true);
        *self.len_trailer.borrow_mut() = (if ((*self.version()?.major() as i32) == (2 as i32)) { (212 as i64) } else { (4096 as i64) }) as i64;
        Ok(self.len_trailer.borrow())
    }
    pub fn ofs_trailer(
        &self
    ) -> KResult<Ref<'_, i64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_ofs_trailer.get() {
            return Ok(self.ofs_trailer.borrow());
        }
        self.f_ofs_trailer.set(true);
        *self.ofs_trailer.borrow_mut() = (((((_io.size() as i64) as i64) - (*self.len_trailer()? as i64)) as i64)) as i64;
        Ok(self.ofs_trailer.borrow())
    }

    /**
     * All of the trailer except the version
     */
    pub fn trailer(
        &self
    ) -> KResult<Ref<'_, OptRc<HfileTrailer>>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_trailer.get() {
            return Ok(self.trailer.borrow());
        }
        let _pos = _io.pos();
        _io.seek(*self.ofs_trailer()? as usize)?;
        *self.trailer_raw.borrow_mut() = _io.read_bytes(((*self.len_trailer()? as i64) - (4 as i64)) as usize)?.into();
        let trailer_raw = self.trailer_raw.borrow();
        let _t_trailer_raw_io = BytesReader::from(trailer_raw.clone());
        let f = |t : &mut HfileTrailer| Ok(t.set_params(((*self.version()?.major() as i32)).try_into().map_err(|_| KError::CastError)?, ((*self.version()?.minor() as i32)).try_into().map_err(|_| KError::CastError)?));
        let t = Self::read_into_with_init::<BytesReader, HfileTrailer>(&_t_trailer_raw_io, None, None, &f)?.into();
        *self.trailer.borrow_mut() = t;
        _io.seek(_pos)?;
        Ok(self.trailer.borrow())
    }
    pub fn version(
        &self
    ) -> KResult<Ref<'_, OptRc<Hfile_Version>>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_version.get() {
            return Ok(self.version.borrow());
        }
        let _pos = _io.pos();
        _io.seek(((_io.size() as i32) - (4 as i32)) as usize)?;
        let t = Self::read_into::<_, Hfile_Version>(&*_io, Some(self._root.clone()), Some(self._self.clone()))?.into();
        *self.version.borrow_mut() = t;
        _io.seek(_pos)?;
        Ok(self.version.borrow())
    }
}

/**
 * Reads nothing. The trailer must lie inside the file.
 */
impl Hfile {
    pub fn check_ofs_trailer(&self) -> Ref<'_, Vec<u8>> {
        self.check_ofs_trailer.borrow()
    }
}
impl Hfile {
    pub fn blocks(&self) -> Ref<'_, Vec<OptRc<HfileBlock>>> {
        self.blocks.borrow()
    }
}
impl Hfile {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}
impl Hfile {
    pub fn trailer_raw(&self) -> Ref<'_, Vec<u8>> {
        self.trailer_raw.borrow()
    }
}

#[derive(Default, Debug, Clone)]
pub struct Hfile_Version {
    pub _root: SharedType<Hfile>,
    pub _parent: SharedType<Hfile>,
    pub _self: SharedType<Self>,
    minor: RefCell<u8>,
    major: RefCell<u64>,
    _io: RefCell<BytesReader>,
}
impl KStruct for Hfile_Version {
    type Root = Hfile;
    type Parent = Hfile;

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
        *self_rc.minor.borrow_mut() = _io.read_u1()?.into();
        *self_rc.major.borrow_mut() = _io.read_bits_int_be(24)?;
        if !( ((((*self_rc.major() as i32) == (2 as i32))) || (((*self_rc.major() as i32) == (3 as i32)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::NotAnyOf, src_path: "/types/version/seq/1".to_string() }));
        }
        Ok(())
    }
}
impl Hfile_Version {
}
impl Hfile_Version {
    pub fn minor(&self) -> Ref<'_, u8> {
        self.minor.borrow()
    }
}
impl Hfile_Version {
    pub fn major(&self) -> Ref<'_, u64> {
        self.major.borrow()
    }
}
impl Hfile_Version {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}
