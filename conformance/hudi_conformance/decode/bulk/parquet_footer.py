# SPDX-License-Identifier: Apache-2.0
"""Footers of Parquet files: column chunks, and small files without the Bloom filter in their footers.

Hudi keeps a filter of 430 kB as text among the metadata of each base file, however few rows it has. Readers
of rows do not need it, and parsing the footer takes most of the time of such a file.
"""

from __future__ import annotations

import mmap
import os
import sys
from itertools import count
from pathlib import Path

import pyarrow as pa

from hudi_conformance.decode.bulk.framing import has_kernels
from hudi_conformance.decode.parquet.footer import ColumnChunk, footer_span, row_groups
from hudi_conformance.decode.source import Buffer

MAX_SMALL = 1 << 20  # bytes of a file
_BLOOM = pa.py_buffer(b"org.apache.hudi.bloomfilter")
_MAGIC = b"PAR1"
_LEN_END = 8  # length of the footer, and the magic
_MAX_FOOTER = 1 << 21  # longer ones are decoded without the kernel
_MIN_FOOTERS = 1000  # decoded in the time that the start of the kernels takes
_footers = count()  # that were asked for in this process


def small_file(path: Path) -> bytes | None:
    """The bytes of a small file with an empty value for the Bloom filter; None for another file.

    Raises:
        OSError: the file cannot be opened or mapped.
    """
    with path.open("rb", buffering=0) as file:
        size = os.fstat(file.fileno()).st_size
        if not 0 < size <= MAX_SMALL:
            return None
        with mmap.mmap(file.fileno(), size, access=mmap.ACCESS_READ) as mapped:
            return without_bloom(mapped) or mapped[:]


def without_bloom(data: mmap.mmap | bytes) -> bytes | None:
    """A Parquet file with an empty value for the Bloom filter in its footer; None if it has none.

    The kernel has parsed all bytes before the value; the bytes after it are unchanged.
    """
    if not has_kernels() or len(data) < len(_MAGIC) + _LEN_END or data[-4:] != _MAGIC:
        return None
    from hudi_conformance.decode.bulk._footer_kernel import find_value
    from hudi_conformance.decode.bulk._memory import address_of

    len_footer = int.from_bytes(data[-_LEN_END:-4], "little")
    end = len(data) - _LEN_END
    if len_footer > end - len(_MAGIC):
        return None
    with address_of(data) as base:
        start, after = find_value(base + end - len_footer, base + end, _BLOOM.address, _BLOOM.size)
        start, after = int(start) - base, int(after) - base
    if start <= 0:
        return None
    shorter = len_footer - (after - start) + 1
    return b"".join((data[:start], b"\0", data[after:end], shorter.to_bytes(4, "little"), _MAGIC))


def column_chunks(buffer: Buffer) -> list[list[ColumnChunk]]:
    """Column chunks as `footer.row_groups` returns them; a kernel reads footers of the usual form.

    Raises:
        pa.ArrowInvalid: the footer cannot be read.
    """
    start, end = footer_span(buffer)
    is_early = next(_footers) < _MIN_FOOTERS and "numba" not in sys.modules
    if is_early or end - start > _MAX_FOOTER or not has_kernels():
        return row_groups(buffer)
    from hudi_conformance.decode.bulk.column_chunks import decode_chunks

    groups = decode_chunks(bytes(buffer[start:end]))
    return row_groups(buffer) if groups is None else groups
