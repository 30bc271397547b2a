# SPDX-License-Identifier: Apache-2.0
"""Loads and stores at raw addresses for compiled kernels, and the only module that compiles them.

Kernels work on addresses, not on arrays: every output column is a separate buffer that grows on demand, and
eight bytes can be moved at once regardless of alignment. Nothing here checks a bound: a kernel compares each
position with the end of its buffer before it calls one of these.

All values are signed 64-bit; numba turns a mix with unsigned ones into floats.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import numba
import numpy as np
import numpy.typing as npt
import pyarrow as pa
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from hudi_conformance.model.block_type import BlockType

if sys.byteorder != "little":
    raise ImportError("the kernels are written for little-endian machines")

Table: TypeAlias = npt.NDArray[np.int64]
_Generated: TypeAlias = Any  # objects of the code generators of numba and llvmlite, which have no type hints
_Function = TypeVar("_Function", bound=Callable[..., Any])
_Load: TypeAlias = Callable[[int], int]
_Store: TypeAlias = Callable[[int, int], None]
_WORD = ir.IntType(64)


def _sources() -> str:
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    digest.update(repr(list(BlockType)).encode())  # constants of kernels that are defined in other files
    return digest.hexdigest()[:16]


_SOURCES = _sources()


def kernel(function: _Function) -> _Function:
    """Compile on first call, keep the machine code on disk, release the interpreter lock while running."""
    # numba caches code for as long as the function's own file stays the same; functions that it calls and
    # constants that it uses are in other files. The name is a part of the name of the cached file.
    function.__qualname__ += f"_{_SOURCES}"
    try:
        compiled: _Function = numba.njit(cache=True, nogil=True, boundscheck=False)(function)
    except RuntimeError:  # no writable folder
        compiled = numba.njit(nogil=True, boundscheck=False)(function)
    return compiled


def inlined(function: _Function) -> _Function:
    """Compile as a part of the kernels that call it."""
    compiled: _Function = numba.njit(nogil=True, boundscheck=False)(function)
    return compiled


@contextmanager
def address_of(buffer: object) -> Iterator[int]:
    """Yield the address of a buffer's first byte; the buffer stays pinned until the block ends."""
    pinned = pa.py_buffer(buffer)
    try:
        yield pinned.address
    finally:
        # A mapping cannot be closed while it is referenced, for example by a traceback's frame.
        del pinned


def _loader(num_bits: int, *, is_signed: bool, is_swapped: bool) -> _Generated:
    def load(_typing: _Generated, address: _Generated) -> _Generated:  # noqa: ARG001 - numba requires these names
        def generate(
            _context: _Generated, builder: _Generated, _: _Generated, args: _Generated
        ) -> _Generated:
            width = ir.IntType(num_bits)
            pointer = builder.inttoptr(args[0], width.as_pointer())
            value = builder.load(pointer, align=1)
            if is_swapped:
                value = builder.bswap(value)
            if num_bits == 64:
                return value
            return builder.sext(value, _WORD) if is_signed else builder.zext(value, _WORD)

        return types.int64(types.int64), generate

    return intrinsic(load)


def _storer(num_bits: int) -> _Generated:
    def store(_typing: _Generated, address: _Generated, value: _Generated) -> _Generated:  # noqa: ARG001 - numba's signature
        def generate(context: _Generated, builder: _Generated, _: _Generated, args: _Generated) -> _Generated:
            width = ir.IntType(num_bits)
            pointer = builder.inttoptr(args[0], width.as_pointer())
            narrow = args[1] if num_bits == 64 else builder.trunc(args[1], width)
            builder.store(narrow, pointer, align=1)
            return context.get_dummy_value()

        return types.void(types.int64, types.int64), generate

    return intrinsic(store)


def _trailing_zeros() -> _Generated:
    def count(_typing: _Generated, word: _Generated) -> _Generated:  # noqa: ARG001 - numba requires these names
        def generate(
            _context: _Generated, builder: _Generated, _: _Generated, args: _Generated
        ) -> _Generated:
            return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.int64), generate

    return intrinsic(count)


def _prefetcher() -> _Generated:
    def prefetch(_typing: _Generated, address: _Generated) -> _Generated:  # noqa: ARG001 - numba requires these names
        def generate(context: _Generated, builder: _Generated, _: _Generated, args: _Generated) -> _Generated:
            byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
            kind = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
            function = builder.module.declare_intrinsic("llvm.prefetch", [byte], kind)
            to_read, keep, data = (ir.Constant(number, value) for value in (0, 3, 1))
            builder.call(function, [builder.inttoptr(args[0], byte), to_read, keep, data])
            return context.get_dummy_value()

        return types.void(types.int64), generate

    return intrinsic(prefetch)


AHEAD = 1024  # bytes that are prefetched ahead of a walk: each item has the offset of the next
prefetch: Callable[[int], None] = _prefetcher()
"""Prefetch the cache line of an address; the processor ignores unmapped addresses."""
count_trailing_zeros: _Load = _trailing_zeros()  # of a word that is not 0
load_u8: _Load = _loader(8, is_signed=False, is_swapped=False)
load_i32: _Load = _loader(32, is_signed=True, is_swapped=False)
load_i64: _Load = _loader(64, is_signed=True, is_swapped=False)
load_i32_be: _Load = _loader(32, is_signed=True, is_swapped=True)
load_i64_be: _Load = _loader(64, is_signed=True, is_swapped=True)
store_u8: _Store = _storer(8)
store_i32: _Store = _storer(32)
store_i64: _Store = _storer(64)
