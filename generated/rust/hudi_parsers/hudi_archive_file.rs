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
use super::hudi_log_block::HudiLogBlock;

/**
 * Undamaged archive of instants, a file `.commits_.archive.*`: a log file of
 * Avro data blocks that have a schema and no other header, no instant and no
 * footer. A record is one state of one instant, as a datum of the record
 * HoodieArchivedMetaEntry with the schema in the header of its block; the schema
 * differs between releases.
 * 
 * Damaged archives are read like damaged log files, see `hudi_log_file`.
 * \sa https://github.com/apache/hudi/blob/release-1.2.0/hudi-common/src/main/avro/HoodieArchivedMetaEntry.avsc Source
 * \sa https://hudi.apache.org/learn/tech-specs/#timeline Source
 */

#[derive(Default, Debug, Clone)]
pub struct HudiArchiveFile {
    pub _root: SharedType<HudiArchiveFile>,
    pub _parent: SharedType<HudiArchiveFile>,
    pub _self: SharedType<Self>,
    blocks: RefCell<Vec<OptRc<HudiArchiveFile_Block>>>,
    _io: RefCell<BytesReader>,
}
impl KStruct for HudiArchiveFile {
    type Root = HudiArchiveFile;
    type Parent = HudiArchiveFile;

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
        *self_rc.blocks.borrow_mut() = Vec::new();
        {
            let mut _i = 0;
            while !_io.is_eof() {
                let t = Self::read_into::<_, HudiArchiveFile_Block>(&*_io, Some(self_rc._root.clone()), Some(self_rc._self.clone()))?.into();
                self_rc.blocks.borrow_mut().push(t);
                _i += 1;
            }
        }
        Ok(())
    }
}
impl HudiArchiveFile {
}
impl HudiArchiveFile {
    pub fn blocks(&self) -> Ref<'_, Vec<OptRc<HudiArchiveFile_Block>>> {
        self.blocks.borrow()
    }
}
impl HudiArchiveFile {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}

#[derive(Default, Debug, Clone)]
pub struct HudiArchiveFile_Block {
    pub _root: SharedType<HudiArchiveFile>,
    pub _parent: SharedType<HudiArchiveFile>,
    pub _self: SharedType<Self>,
    frame: RefCell<OptRc<HudiLogBlock>>,
    check_type: RefCell<Vec<u8>>,
    check_header: RefCell<Vec<u8>>,
    check_footer: RefCell<Vec<u8>>,
    _io: RefCell<BytesReader>,
    f_content: Cell<bool>,
    content: RefCell<OptRc<HudiLogAvroContent>>,
    f_schema: Cell<bool>,
    schema: RefCell<Vec<u8>>,
}
impl KStruct for HudiArchiveFile_Block {
    type Root = HudiArchiveFile;
    type Parent = HudiArchiveFile;

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
        let t = Self::read_into::<_, HudiLogBlock>(&*_io, None, None)?.into();
        *self_rc.frame.borrow_mut() = t;
        *self_rc.check_type.borrow_mut() = _io.read_bytes(0 as usize)?.into();
        let _tmpa = *self_rc.check_type();
        if !( ((((_tmpa.len() as i32) == (0 as i32))) && (*self_rc.frame().block_type() == HudiLogBlock_BlockType::AvroData)) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/block/seq/1".to_string() }));
        }
        *self_rc.check_header.borrow_mut() = _io.read_bytes(0 as usize)?.into();
        let _tmpa = *self_rc.check_header();
        if !( ((((_tmpa.len() as i32) == (0 as i32))) && (((*self_rc.frame().header().num_entries() as i32) == (1 as i32))) && (*self_rc.frame().header().entries()[0 as usize].key() == HudiLogBlock_HeaderKey::Schema)) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/block/seq/2".to_string() }));
        }
        *self_rc.check_footer.borrow_mut() = _io.read_bytes(0 as usize)?.into();
        let _tmpa = *self_rc.check_footer();
        if !( ((((_tmpa.len() as i32) == (0 as i32))) && (((*self_rc.frame().footer().num_entries() as i32) == (0 as i32)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/types/block/seq/3".to_string() }));
        }
        Ok(())
    }
}
impl HudiArchiveFile_Block {

    /**
     * The entries as datums.
     */
    pub fn content(
        &self
    ) -> KResult<Ref<'_, OptRc<HudiLogAvroContent>>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_content.get() {
            return Ok(self.content.borrow());
        }
        *self.content.borrow_mut() = Some(Into::<OptRc<HudiLogAvroContent>>::into(&*self.frame().content().as_ref().unwrap()).clone());
        Ok(self.content.borrow())
    }

    /**
     * Avro schema of the entries as JSON text.
     */
    pub fn schema(
        &self
    ) -> KResult<Ref<'_, Vec<u8>>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_schema.get() {
            return Ok(self.schema.borrow());
        }
        self.f_schema.set(true);
        *self.schema.borrow_mut() = self.frame().header().entries()[0 as usize].value().to_vec();
        Ok(self.schema.borrow())
    }
}
impl HudiArchiveFile_Block {
    pub fn frame(&self) -> Ref<'_, OptRc<HudiLogBlock>> {
        self.frame.borrow()
    }
}

/**
 * Reads nothing. Readers skip blocks of other types.
 */
impl HudiArchiveFile_Block {
    pub fn check_type(&self) -> Ref<'_, Vec<u8>> {
        self.check_type.borrow()
    }
}

/**
 * Reads nothing. The only header is the schema.
 */
impl HudiArchiveFile_Block {
    pub fn check_header(&self) -> Ref<'_, Vec<u8>> {
        self.check_header.borrow()
    }
}

/**
 * Reads nothing. There is no footer.
 */
impl HudiArchiveFile_Block {
    pub fn check_footer(&self) -> Ref<'_, Vec<u8>> {
        self.check_footer.borrow()
    }
}
impl HudiArchiveFile_Block {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}
