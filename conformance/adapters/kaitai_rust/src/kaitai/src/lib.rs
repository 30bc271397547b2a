// SPDX-License-Identifier: Apache-2.0
//! The part of the runtime API of Kaitai Struct for Rust that the generated parsers use, over bytes in memory.
//! Written for this project: the official runtime is in no package registry.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::fmt::{self, Debug};
use std::ops::Deref;
use std::rc::{Rc, Weak};

pub type KResult<T> = Result<T, KError>;

/// Why a parser stops.
#[derive(Debug, Clone, PartialEq)]
pub enum KError {
    Eof { requested: usize, available: usize },
    EmptyIterator,
    CastError,
    UnknownVariant(i64),
    Encoding { desc: String },
    ValidationFailed(ValidationFailedError),
}

#[derive(Debug, Clone, PartialEq)]
pub struct ValidationFailedError {
    pub kind: ValidationKind,
    pub src_path: String,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ValidationKind {
    NotEqual,
    LessThan,
    GreaterThan,
    NotAnyOf,
    NotInEnum,
    Expr,
}

/// A shared object, or none before it is read.
pub struct OptRc<T>(Option<Rc<T>>);

impl<T> OptRc<T> {
    pub fn get(&self) -> &Option<Rc<T>> {
        &self.0
    }
    pub fn is_none(&self) -> bool {
        self.0.is_none()
    }
}
impl<T> From<T> for OptRc<T> {
    fn from(value: T) -> Self {
        OptRc(Some(Rc::new(value)))
    }
}
impl<T> Default for OptRc<T> {
    fn default() -> Self {
        OptRc(None)
    }
}
impl<T> Clone for OptRc<T> {
    fn clone(&self) -> Self {
        OptRc(self.0.clone())
    }
}
impl<T> Deref for OptRc<T> {
    type Target = T;
    fn deref(&self) -> &T {
        self.0.as_ref().expect("an object that is not there is used")
    }
}
impl<T> Debug for OptRc<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "OptRc({})", if self.0.is_some() { "…" } else { "" })
    }
}

/// Where an object hangs: its root, its parent, itself; does not keep it alive.
pub struct SharedType<T>(RefCell<Weak<T>>);

impl<T> SharedType<T> {
    pub fn get(&self) -> KResult<OptRc<T>> {
        Ok(OptRc(self.0.borrow().upgrade()))
    }
    pub fn set(&self, value: KResult<OptRc<T>>) {
        if let Ok(OptRc(Some(found))) = value {
            *self.0.borrow_mut() = Rc::downgrade(&found);
        }
    }
    pub fn get_value(&self) -> &RefCell<Weak<T>> {
        &self.0
    }
}
impl<T> Default for SharedType<T> {
    fn default() -> Self {
        SharedType(RefCell::new(Weak::new()))
    }
}
impl<T> Clone for SharedType<T> {
    fn clone(&self) -> Self {
        SharedType(RefCell::new(self.0.borrow().clone()))
    }
}
impl<T> Debug for SharedType<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SharedType")
    }
}

/// What all generated types are.
pub trait KStruct: Default + 'static {
    type Root: 'static;
    type Parent: 'static;

    fn read<S: KStream>(
        self_rc: &OptRc<Self>,
        io: &S,
        root: SharedType<Self::Root>,
        parent: SharedType<Self::Parent>,
    ) -> KResult<()>;

    fn read_into<S: KStream, T: KStruct>(
        io: &S,
        root: Option<SharedType<T::Root>>,
        parent: Option<SharedType<T::Parent>>,
    ) -> KResult<OptRc<T>> {
        Self::read_into_with_init(io, root, parent, &|_: &mut T| Ok(()))
    }

    fn read_into_with_init<S: KStream, T: KStruct>(
        io: &S,
        root: Option<SharedType<T::Root>>,
        parent: Option<SharedType<T::Parent>>,
        init: &dyn Fn(&mut T) -> KResult<()>,
    ) -> KResult<OptRc<T>> {
        let mut fresh = T::default();
        init(&mut fresh)?;
        let object = Rc::new(fresh);
        let root = match root {
            Some(known) => known,
            None => {
                // without a root the object is its own where its type can be that, else there is none
                let own: Rc<dyn Any> = object.clone();
                own.downcast::<T::Root>().map_or_else(|_| SharedType::default(), |own| SharedType(RefCell::new(Rc::downgrade(&own))))
            }
        };
        let object = OptRc(Some(object));
        T::read(&object, io, root, parent.unwrap_or_default())?;
        Ok(object)
    }
}

/// Stands for a parent that may be of several types.
#[derive(Default, Debug, Clone)]
pub struct KStructUnit;

impl KStruct for KStructUnit {
    type Root = KStructUnit;
    type Parent = KStructUnit;

    fn read<S: KStream>(
        _: &OptRc<Self>,
        _: &S,
        _: SharedType<Self::Root>,
        _: SharedType<Self::Parent>,
    ) -> KResult<()> {
        Ok(())
    }
}

macro_rules! readers {
    ($($name:ident $type:ty, $width:literal, $from:ident;)*) => {
        $(fn $name(&self) -> KResult<$type> {
            let mut raw = [0; $width];
            raw.copy_from_slice(&self.read_bytes($width)?);
            Ok(<$type>::$from(raw))
        })*
    };
}

/// A stream; its position is shared by all clones, as expressions of the grammars need it.
pub trait KStream {
    fn clone(&self) -> BytesReader;
    fn size(&self) -> usize;
    fn pos(&self) -> usize;
    fn seek(&self, pos: usize) -> KResult<()>;
    fn read_bytes(&self, len: usize) -> KResult<Vec<u8>>;

    fn is_eof(&self) -> bool {
        self.pos() >= self.size()
    }
    fn read_bytes_full(&self) -> KResult<Vec<u8>> {
        self.read_bytes(self.size() - self.pos())
    }
    /// Whole bytes only, which is all that the grammars ask for.
    fn read_bits_int_be(&self, bits: usize) -> KResult<u64> {
        assert!(bits % 8 == 0 && bits <= 64, "bits that are no whole bytes");
        Ok(self.read_bytes(bits / 8)?.iter().fold(0, |value, byte| value << 8 | u64::from(*byte)))
    }
    readers! {
        read_s1 i8, 1, from_be_bytes;
        read_u1 u8, 1, from_be_bytes;
        read_u2be u16, 2, from_be_bytes;
        read_u2le u16, 2, from_le_bytes;
        read_s4be i32, 4, from_be_bytes;
        read_u4be u32, 4, from_be_bytes;
        read_u4le u32, 4, from_le_bytes;
        read_s8be i64, 8, from_be_bytes;
        read_u8be u64, 8, from_be_bytes;
        read_u8le u64, 8, from_le_bytes;
        read_f4be f32, 4, from_be_bytes;
        read_f4le f32, 4, from_le_bytes;
        read_f8be f64, 8, from_be_bytes;
        read_f8le f64, 8, from_le_bytes;
    }
}

/// Bytes in memory.
#[derive(Clone, Default)]
pub struct BytesReader {
    bytes: Rc<Vec<u8>>,
    pos: Rc<Cell<usize>>,
}

impl From<Vec<u8>> for BytesReader {
    fn from(bytes: Vec<u8>) -> Self {
        BytesReader { bytes: Rc::new(bytes), pos: Rc::default() }
    }
}
impl Debug for BytesReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BytesReader({} of {})", self.pos.get(), self.bytes.len())
    }
}
impl KStream for BytesReader {
    fn clone(&self) -> BytesReader {
        Clone::clone(self)
    }
    fn size(&self) -> usize {
        self.bytes.len()
    }
    fn pos(&self) -> usize {
        self.pos.get()
    }
    fn seek(&self, pos: usize) -> KResult<()> {
        if pos > self.bytes.len() {
            return Err(KError::Eof { requested: pos, available: self.bytes.len() });
        }
        self.pos.set(pos);
        Ok(())
    }
    fn read_bytes(&self, len: usize) -> KResult<Vec<u8>> {
        let available = self.bytes.len() - self.pos.get();
        if len > available {
            return Err(KError::Eof { requested: len, available });
        }
        let start = self.pos.get();
        self.pos.set(start + len);
        Ok(self.bytes[start..start + len].to_vec())
    }
}

/// The remainder that is never negative.
pub fn modulo(a: i64, b: i64) -> i64 {
    a.rem_euclid(b)
}

/// The grammars have no text but ASCII.
pub fn bytes_to_str(bytes: &Vec<u8>, _encoding: &str) -> KResult<String> {
    String::from_utf8(bytes.clone()).map_err(|error| KError::Encoding { desc: error.to_string() })
}
