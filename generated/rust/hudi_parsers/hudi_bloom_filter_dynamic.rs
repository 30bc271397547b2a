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
use super::hudi_bloom_filter::HudiBloomFilter;

/**
 * A filter that grows by rows, each a separate filter. A key is possible if one
 * of the rows has it.
 * \sa https://github.com/apache/hudi/blob/release-1.2.0/hudi-common/src/main/java/org/apache/hudi/common/bloom/InternalDynamicBloomFilter.java Source
 */

#[derive(Default, Debug, Clone)]
pub struct HudiBloomFilterDynamic {
    pub _root: SharedType<HudiBloomFilterDynamic>,
    pub _parent: SharedType<HudiBloomFilterDynamic>,
    pub _self: SharedType<Self>,
    version: RefCell<i32>,
    num_hashes_written: RefCell<i32>,
    hash_type_written: RefCell<i8>,
    num_bits: RefCell<i32>,
    num_keys_per_row: RefCell<i32>,
    num_keys_last_row: RefCell<i32>,
    num_rows: RefCell<i32>,
    rows: RefCell<Vec<OptRc<HudiBloomFilter>>>,
    _io: RefCell<BytesReader>,
    f_hash_type: Cell<bool>,
    hash_type: RefCell<i32>,
    f_num_hashes: Cell<bool>,
    num_hashes: RefCell<i64>,
}
impl KStruct for HudiBloomFilterDynamic {
    type Root = HudiBloomFilterDynamic;
    type Parent = HudiBloomFilterDynamic;

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
        *self_rc.version.borrow_mut() = _io.read_s4be()?.into();
        let _tmpa = *self_rc.version();
        if !( ((((_tmpa as i32) == (-1 as i32))) || (((_tmpa as i32) > (0 as i32)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/seq/0".to_string() }));
        }
        if ((*self_rc.version() as i32) == (-1 as i32)) {
            *self_rc.num_hashes_written.borrow_mut() = _io.read_s4be()?.into();
            if !(((*self_rc.num_hashes_written() as i32) >= (1 as i32))) {
                return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::LessThan, src_path: "/seq/1".to_string() }));
            }
        }
        if ((*self_rc.version() as i32) == (-1 as i32)) {
            *self_rc.hash_type_written.borrow_mut() = _io.read_s1()?.into();
            if !( ((*self_rc.hash_type_written() == 0) || (*self_rc.hash_type_written() == 1)) ) {
                return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::NotAnyOf, src_path: "/seq/2".to_string() }));
            }
        }
        *self_rc.num_bits.borrow_mut() = _io.read_s4be()?.into();
        if !(((*self_rc.num_bits() as i32) >= (1 as i32))) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::LessThan, src_path: "/seq/3".to_string() }));
        }
        *self_rc.num_keys_per_row.borrow_mut() = _io.read_s4be()?.into();
        if !(((*self_rc.num_keys_per_row() as i32) >= (1 as i32))) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::LessThan, src_path: "/seq/4".to_string() }));
        }
        *self_rc.num_keys_last_row.borrow_mut() = _io.read_s4be()?.into();
        if !(((*self_rc.num_keys_last_row() as i32) >= (0 as i32))) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::LessThan, src_path: "/seq/5".to_string() }));
        }
        *self_rc.num_rows.borrow_mut() = _io.read_s4be()?.into();
        let _tmpa = *self_rc.num_rows();
        if !( ((((_tmpa as i32) > (0 as i32))) && ((((_tmpa as i64) as i64) * (9 as i64)) <= (((_io.size() as i64) as i64) - ((_io.pos() as i64) as i64)))) ) {
            return Err(KError::ValidationFailed(ValidationFailedError { kind: ValidationKind::Expr, src_path: "/seq/6".to_string() }));
        }
        *self_rc.rows.borrow_mut() = Vec::new();
        let l_rows = *self_rc.num_rows();
        for _i in 0..l_rows {
            let t = Self::read_into::<_, HudiBloomFilter>(&*_io, None, None)?.into();
            self_rc.rows.borrow_mut().push(t);
        }
        Ok(())
    }
}
impl HudiBloomFilterDynamic {

    /**
     * 0 Jenkins, 1 Murmur.
     */
    pub fn hash_type(
        &self
    ) -> KResult<Ref<'_, i32>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_hash_type.get() {
            return Ok(self.hash_type.borrow());
        }
        self.f_hash_type.set(true);
        *self.hash_type.borrow_mut() = (if ((*self.version() as i32) == (-1 as i32)) { (*self.hash_type_written() as i32) } else { (0 as i32) }) as i32;
        Ok(self.hash_type.borrow())
    }
    pub fn num_hashes(
        &self
    ) -> KResult<Ref<'_, i64>> {
        let _io = self._io.borrow();
        let _rrc = self._root.get_value().borrow().upgrade();
        let _prc = self._parent.get_value().borrow().upgrade();
        let _r = _rrc.as_ref().unwrap();
        if self.f_num_hashes.get() {
            return Ok(self.num_hashes.borrow());
        }
        self.f_num_hashes.set(true);
        *self.num_hashes.borrow_mut() = (if ((*self.version() as i32) == (-1 as i32)) { (*self.num_hashes_written() as i64) } else { (*self.version() as i64) }) as i64;
        Ok(self.num_hashes.borrow())
    }
}

/**
 * Above 0 it is the number of hashes of the old form, which lacks the next two fields.
 */
impl HudiBloomFilterDynamic {
    pub fn version(&self) -> Ref<'_, i32> {
        self.version.borrow()
    }
}
impl HudiBloomFilterDynamic {
    pub fn num_hashes_written(&self) -> Ref<'_, i32> {
        self.num_hashes_written.borrow()
    }
}
impl HudiBloomFilterDynamic {
    pub fn hash_type_written(&self) -> Ref<'_, i8> {
        self.hash_type_written.borrow()
    }
}

/**
 * Bits of the rows that a writer would add. Each row has its own number.
 */
impl HudiBloomFilterDynamic {
    pub fn num_bits(&self) -> Ref<'_, i32> {
        self.num_bits.borrow()
    }
}
impl HudiBloomFilterDynamic {
    pub fn num_keys_per_row(&self) -> Ref<'_, i32> {
        self.num_keys_per_row.borrow()
    }
}

/**
 * Number of keys added since the last row was started.
 */
impl HudiBloomFilterDynamic {
    pub fn num_keys_last_row(&self) -> Ref<'_, i32> {
        self.num_keys_last_row.borrow()
    }
}

/**
 * A row has at least 9 bytes.
 */
impl HudiBloomFilterDynamic {
    pub fn num_rows(&self) -> Ref<'_, i32> {
        self.num_rows.borrow()
    }
}
impl HudiBloomFilterDynamic {
    pub fn rows(&self) -> Ref<'_, Vec<OptRc<HudiBloomFilter>>> {
        self.rows.borrow()
    }
}
impl HudiBloomFilterDynamic {
    pub fn _io(&self) -> Ref<'_, BytesReader> {
        self._io.borrow()
    }
}
