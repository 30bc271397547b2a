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
use super::hudi_log_block::HudiLogBlock_HeaderMap;
use super::hudi_log_block::HudiLogBlock_FooterMap;
use super::hudi_log_block::HudiLogBlock_BlockType;

/**
 * Walks the blocks of a log file without reading their contents: `frame` reads a
 * block up to its content length, everything after that is an instance at a
 * computed position. `frame` needs no other part of the file, so a reader of
 * damaged files can parse it at every magic.
 * \sa https://hudi.apache.org/learn/tech-specs-1point0/#log-file-format Source
 */

#[derive(Default, Debug, Clone)]
pub struct HudiLogIndex {
    pub _root: SharedType<HudiLogIndex>,
    pub _parent: SharedType<HudiLogIndex>,
    pub _self: SharedType<Self>,
    blocks: RefCell<Vec<OptRc<HudiLogIndex_Block>>>,
    _io: RefCell<BytesReader>,
}
impl KStruct for HudiLogIndex {
    type Root = HudiLogIndex;
    type Parent = HudiLogIndex;

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
        if ((_io.size() as i32) > (0 as i32)) {
            *self_rc.blocks.borrow_mut() = Vec::new();
            {
                let mut _i = 0;
                while {
                    let f = |t : &mut HudiLogIndex_Block| Ok(t.set_params((if ((self_rc.blocks().len() as i32) != (0 as i32)) { *self_rc.blocks().last().ok_or(KError::EmptyIterator)?.frame()?.ofs_end()? } else { (0 as i64) }).try_into().map_err(|_| KError::CastError)?));
                    let t = Self::read_into_with_init::<_, HudiLogIndex_Block>(&*_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()), &f)?.into();
                    self_rc.blocks.borrow_mut().push(t);
                    let _t_blocks = self_rc.blocks.borrow();
                    let _tmpa = _t_blocks.last().unwrap();
                    _i += 1;
                    let x = !(*_tmpa.frame()?.ofs_end()? >= (_io.size() as i64));
                    x
                } {}
            }
        }
        Ok(())
    }
}
impl HudiLogIndex {
}
impl HudiLogIndex {
    pub fn blocks(&self) -> Ref<'_, Vec<OptRc<HudiLogIndex_Block>>> {
        self.blocks.borrow()
    }
}
impl HudiLogIndex {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

#[derive(Default, Debug, Clone)]
pub struct HudiLogIndex_Block {
    pub _root: SharedType<HudiLogIndex>,
    pub _parent: SharedType<HudiLogIndex>,
    pub _self: SharedType<Self>,
    ofs_block: RefCell<i64>,
    _io: RefCell<BytesReader>,
    f_frame: Cell<bool>,
    frame: RefCell<OptRc<HudiLogIndex_Frame>>,
}
impl KStruct for HudiLogIndex_Block {
    type Root = HudiLogIndex;
    type Parent = HudiLogIndex;

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
        Ok(())
    }
}
impl HudiLogIndex_Block {
    pub fn ofs_block(&self) -> Ref<'_, i64> {
        self.ofs_block.borrow()
    }
}
impl HudiLogIndex_Block {
    pub fn set_params(&mut self, ofs_block: i64) {
        *self.ofs_block.borrow_mut() = ofs_block;
    }
}
impl HudiLogIndex_Block {
    pub fn frame(
        &self
    ) -> KResult<Ref<'_, OptRc<HudiLogIndex_Frame>>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_frame.get() {
            return Ok(self.frame.borrow());
        }
        let _pos = _io.pos();
        _io.seek(*self.ofs_block() as usize)?;
        let t = Self::read_into::<_, HudiLogIndex_Frame>(&*_io, Some(self._root.clone()), Some(self._self.clone()))?.into();
        *self.frame.borrow_mut() = t;
        _io.seek(_pos)?;
        Ok(self.frame.borrow())
    }
}
impl HudiLogIndex_Block {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

/**
 * A range of bytes that is read only on request.
 */

#[derive(Default, Debug, Clone)]
pub struct HudiLogIndex_Extent {
    pub _root: SharedType<HudiLogIndex>,
    pub _parent: SharedType<HudiLogIndex_Frame>,
    pub _self: SharedType<Self>,
    ofs: RefCell<i64>,
    len: RefCell<i64>,
    _io: RefCell<BytesReader>,
    f_ofs_end: Cell<bool>,
    ofs_end: RefCell<i64>,
}
impl KStruct for HudiLogIndex_Extent {
    type Root = HudiLogIndex;
    type Parent = HudiLogIndex_Frame;

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
        Ok(())
    }
}
impl HudiLogIndex_Extent {
    pub fn ofs(&self) -> Ref<'_, i64> {
        self.ofs.borrow()
    }
}
impl HudiLogIndex_Extent {
    pub fn len(&self) -> Ref<'_, i64> {
        self.len.borrow()
    }
}
impl HudiLogIndex_Extent {
    pub fn set_params(&mut self, ofs: i64, len: i64) {
        *self.ofs.borrow_mut() = ofs;
        *self.len.borrow_mut() = len;
    }
}
impl HudiLogIndex_Extent {
    pub fn ofs_end(
        &self
    ) -> KResult<Ref<'_, i64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_ofs_end.get() {
            return Ok(self.ofs_end.borrow());
        }
        self.f_ofs_end.set(true);
        *self.ofs_end.borrow_mut() = ((((*self.ofs() as i64) + (*self.len() as i64)) as i64)) as i64;
        Ok(self.ofs_end.borrow())
    }
}
impl HudiLogIndex_Extent {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

/**
 * Starts at the current position. See `hudi_log_block` for the fields.
 */

#[derive(Default, Debug, Clone)]
pub struct HudiLogIndex_Frame {
    pub _root: SharedType<HudiLogIndex>,
    pub _parent: SharedType<HudiLogIndex_Block>,
    pub _self: SharedType<Self>,
    magic: RefCell<Vec<u8>>,
    len_block: RefCell<i64>,
    format_version: RefCell<i32>,
    block_type: RefCell<HudiLogBlock_BlockType>,
    header: RefCell<OptRc<HudiLogBlock_HeaderMap>>,
    len_content: RefCell<i64>,
    extent: RefCell<OptRc<HudiLogIndex_Extent>>,
    _io: RefCell<BytesReader>,
    f_content: Cell<bool>,
    content: RefCell<Vec<u8>>,
    f_footer: Cell<bool>,
    footer: RefCell<OptRc<HudiLogBlock_FooterMap>>,
    f_len_trailing: Cell<bool>,
    len_trailing: RefCell<i64>,
    f_ofs_content: Cell<bool>,
    ofs_content: RefCell<i64>,
    f_ofs_end: Cell<bool>,
    ofs_end: RefCell<i64>,
    f_ofs_footer: Cell<bool>,
    ofs_footer: RefCell<i64>,
    f_ofs_trailing: Cell<bool>,
    ofs_trailing: RefCell<i64>,
}
impl KStruct for HudiLogIndex_Frame {
    type Root = HudiLogIndex;
    type Parent = HudiLogIndex_Block;

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
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::NotEqual, src_path: "/types/frame/seq/0".to_string() }));
        }
        *self_rc.len_block.borrow_mut() = _io.read_s8be()?.into();
        let _tmpa = *self_rc.len_block();
        if !( ((((_tmpa as i64) >= (32 as i64))) && (((_tmpa as i32) <= ((((_io.size() as i64) as i64) - ((_io.pos() as i64) as i64)) as i32)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/frame/seq/1".to_string() }));
        }
        *self_rc.format_version.borrow_mut() = _io.read_s4be()?.into();
        if !(((*self_rc.format_version() as i32) == (1 as i32))) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::NotEqual, src_path: "/types/frame/seq/2".to_string() }));
        }
        *self_rc.block_type.borrow_mut() = (_io.read_s4be()? as i64).try_into()?;
        let f = |t : &mut HudiLogBlock_HeaderMap| Ok(t.set_params((((((((_io.pos() as i64) as i32) + (*self_rc.len_block() as i32)) as i32) - (16 as i32)) as i64)).try_into().map_err(|_| KError::CastError)?));
        let t = Self::read_into_with_init::<_, HudiLogBlock_HeaderMap>(&*_io, None, None, &f)?.into();
        *self_rc.header.borrow_mut() = t;
        *self_rc.len_content.borrow_mut() = _io.read_s8be()?.into();
        let _tmpa = *self_rc.len_content();
        if !( ((((_tmpa as i64) >= (0 as i64))) && (((_tmpa as i32) <= (((*self_rc.ofs_trailing()? as i64) - ((_io.pos() as i64) as i64)) as i32)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/frame/seq/5".to_string() }));
        }
        let f = |t : &mut HudiLogIndex_Extent| Ok(t.set_params(((_io.pos() as i64)).try_into().map_err(|_| KError::CastError)?, (*self_rc.len_content()).try_into().map_err(|_| KError::CastError)?));
        let t = Self::read_into_with_init::<_, HudiLogIndex_Extent>(&*_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()), &f)?.into();
        *self_rc.extent.borrow_mut() = t;
        Ok(())
    }
}
impl HudiLogIndex_Frame {

    /**
     * Read only on request.
     */
    pub fn content(
        &self
    ) -> KResult<Ref<'_, Vec<u8>>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_content.get() {
            return Ok(self.content.borrow());
        }
        self.f_content.set(true);
        let _pos = _io.pos();
        _io.seek(*self.ofs_content()? as usize)?;
        *self.content.borrow_mut() = _io.read_bytes(*self.len_content() as usize)?.into();
        _io.seek(_pos)?;
        Ok(self.content.borrow())
    }
    pub fn footer(
        &self
    ) -> KResult<Ref<'_, OptRc<HudiLogBlock_FooterMap>>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_footer.get() {
            return Ok(self.footer.borrow());
        }
        let _pos = _io.pos();
        _io.seek(*self.ofs_footer()? as usize)?;
        let f = |t : &mut HudiLogBlock_FooterMap| Ok(t.set_params((*self.ofs_trailing()?).try_into().map_err(|_| KError::CastError)?));
        let t = Self::read_into_with_init::<_, HudiLogBlock_FooterMap>(&*_io, None, None, &f)?.into();
        *self.footer.borrow_mut() = t;
        _io.seek(_pos)?;
        Ok(self.footer.borrow())
    }
    pub fn len_trailing(
        &self
    ) -> KResult<Ref<'_, i64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_len_trailing.get() {
            return Ok(self.len_trailing.borrow());
        }
        self.f_len_trailing.set(true);
        let _pos = _io.pos();
        _io.seek(*self.ofs_trailing()? as usize)?;
        *self.len_trailing.borrow_mut() = _io.read_s8be()?.into();
        if !(((*self.len_trailing()? as i32) == (((*self.len_block() as i64) + (6 as i64)) as i32))) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::NotEqual, src_path: "/types/frame/instances/len_trailing".to_string() }));
        }
        _io.seek(_pos)?;
        Ok(self.len_trailing.borrow())
    }

    /**
     * Offset of `content`.
     */
    pub fn ofs_content(
        &self
    ) -> KResult<Ref<'_, i64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_ofs_content.get() {
            return Ok(self.ofs_content.borrow());
        }
        self.f_ofs_content.set(true);
        *self.ofs_content.borrow_mut() = (*self.extent().ofs()) as i64;
        Ok(self.ofs_content.borrow())
    }

    /**
     * Offset of the first byte after the block.
     */
    pub fn ofs_end(
        &self
    ) -> KResult<Ref<'_, i64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_ofs_end.get() {
            return Ok(self.ofs_end.borrow());
        }
        self.f_ofs_end.set(true);
        *self.ofs_end.borrow_mut() = ((((*self.ofs_trailing()? as i64) + (8 as i64)) as i64)) as i64;
        Ok(self.ofs_end.borrow())
    }

    /**
     * Offset of `footer`.
     */
    pub fn ofs_footer(
        &self
    ) -> KResult<Ref<'_, i64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_ofs_footer.get() {
            return Ok(self.ofs_footer.borrow());
        }
        self.f_ofs_footer.set(true);
        *self.ofs_footer.borrow_mut() = (*self.extent().ofs_end()?) as i64;
        Ok(self.ofs_footer.borrow())
    }

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
impl HudiLogIndex_Frame {
    pub fn magic(&self) -> Ref<'_, Vec<u8>> {
        self.magic.borrow()
    }
}
impl HudiLogIndex_Frame {
    pub fn len_block(&self) -> Ref<'_, i64> {
        self.len_block.borrow()
    }
}
impl HudiLogIndex_Frame {
    pub fn format_version(&self) -> Ref<'_, i32> {
        self.format_version.borrow()
    }
}
impl HudiLogIndex_Frame {
    pub fn block_type(&self) -> Ref<'_, HudiLogBlock_BlockType> {
        self.block_type.borrow()
    }
}
impl HudiLogIndex_Frame {
    pub fn header(&self) -> Ref<'_, OptRc<HudiLogBlock_HeaderMap>> {
        self.header.borrow()
    }
}
impl HudiLogIndex_Frame {
    pub fn len_content(&self) -> Ref<'_, i64> {
        self.len_content.borrow()
    }
}

/**
 * Position of `content`; reads no bytes.
 */
impl HudiLogIndex_Frame {
    pub fn extent(&self) -> Ref<'_, OptRc<HudiLogIndex_Extent>> {
        self.extent.borrow()
    }
}
impl HudiLogIndex_Frame {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}
