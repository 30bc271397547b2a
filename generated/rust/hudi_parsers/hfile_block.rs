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
use super::hfile_block_header::HfileBlockHeader;

/**
 * Header, stored payload, and checksums. A payload may have to be decrypted and
 * decompressed; the grammar of its kind then parses it: `hfile_data_block`,
 * `hfile_encoded_block`, `hfile_root_index` (root and meta index),
 * `hfile_leaf_index` (leaf and intermediate index), `hfile_file_info` or
 * `hfile_file_info_old`, `hfile_bloom_meta` (both kinds). Payloads of meta
 * blocks and Bloom chunks are bytes.
 * \sa https://github.com/apache/hbase/blob/rel/2.4.13/hbase-server/src/main/java/org/apache/hadoop/hbase/io/hfile/HFileBlock.java Source
 */

#[derive(Default, Debug, Clone)]
pub struct HfileBlock {
    pub _root: SharedType<HfileBlock>,
    pub _parent: SharedType<HfileBlock>,
    pub _self: SharedType<Self>,
    has_checksums: RefCell<bool>,
    len_max: RefCell<i64>,
    header: RefCell<OptRc<HfileBlockHeader>>,
    payload: RefCell<Vec<u8>>,
    checksums: RefCell<Vec<u32>>,
    _io: RefCell<BytesReader>,
}
impl KStruct for HfileBlock {
    type Root = HfileBlock;
    type Parent = HfileBlock;

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
        let f = |t : &mut HfileBlockHeader| Ok(t.set_params(*self_rc.has_checksums(), (*self_rc.len_max()).try_into().map_err(|_| KError::CastError)?));
        let t = Self::read_into_with_init::<_, HfileBlockHeader>(&*_io, None, None, &f)?.into();
        *self_rc.header.borrow_mut() = t;
        *self_rc.payload.borrow_mut() = _io.read_bytes(*self_rc.header().len_payload()? as usize)?.into();
        *self_rc.checksums.borrow_mut() = Vec::new();
        let l_checksums = *self_rc.header().num_checksums()?;
        for _i in 0..l_checksums {
            self_rc.checksums.borrow_mut().push(_io.read_u4be()?.into());
        }
        Ok(())
    }
}
impl HfileBlock {
    pub fn has_checksums(&self) -> Ref<'_, bool> {
        self.has_checksums.borrow()
    }
}
impl HfileBlock {
    pub fn len_max(&self) -> Ref<'_, i64> {
        self.len_max.borrow()
    }
}
impl HfileBlock {
    pub fn set_params(&mut self, has_checksums: bool, len_max: i64) {
        *self.has_checksums.borrow_mut() = has_checksums;
        *self.len_max.borrow_mut() = len_max;
    }
}
impl HfileBlock {
}
impl HfileBlock {
    pub fn header(&self) -> Ref<'_, OptRc<HfileBlockHeader>> {
        self.header.borrow()
    }
}
impl HfileBlock {
    pub fn payload(&self) -> Ref<'_, Vec<u8>> {
        self.payload.borrow()
    }
}

/**
 * Over header and payload. All zero, and without meaning, if the type
 * is none.
 */
impl HfileBlock {
    pub fn checksums(&self) -> Ref<'_, Vec<u32>> {
        self.checksums.borrow()
    }
}
impl HfileBlock {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}
