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
 * Undamaged log file: a sequence of log blocks from the first byte to the last,
 * without header, footer or padding. An empty file is a log file without blocks.
 * The handling of damaged files is not part of the layout and is not described
 * here.
 * \sa https://hudi.apache.org/learn/tech-specs-1point0/#log-file-format Source
 */

#[derive(Default, Debug, Clone)]
pub struct HudiLogFile {
    pub _root: SharedType<HudiLogFile>,
    pub _parent: SharedType<HudiLogFile>,
    pub _self: SharedType<Self>,
    blocks: RefCell<Vec<OptRc<HudiLogBlock>>>,
    _io: RefCell<BytesReader>,
}
impl KStruct for HudiLogFile {
    type Root = HudiLogFile;
    type Parent = HudiLogFile;

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
                let t = Self::read_into::<_, HudiLogBlock>(&*_io, None, None)?.into();
                self_rc.blocks.borrow_mut().push(t);
                _i += 1;
            }
        }
        Ok(())
    }
}
impl HudiLogFile {
}
impl HudiLogFile {
    pub fn blocks(&self) -> Ref<'_, Vec<OptRc<HudiLogBlock>>> {
        self.blocks.borrow()
    }
}
impl HudiLogFile {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}
