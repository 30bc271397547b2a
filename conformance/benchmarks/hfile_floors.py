# SPDX-License-Identifier: Apache-2.0
"""Lower bounds for readers of an HFile: mapping its pages, inflating its blocks, parsing what a lookup needs.

Compared with one of our readers, they are a share of its time; a better reader could save at most the rest.
"""

from __future__ import annotations

import mmap
from functools import lru_cache
from pathlib import Path

import harness
from harness import HERE, Counts, Result, Work
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.source import open_source
from hudi_parsers.hfile_block_header import HfileBlockHeader
from hudi_parsers.hfile_trailer import HfileTrailer
from isal import isal_zlib
from kaitaistruct import BytesIO, KaitaiStream

TITLES = {
    "NONE": "mapping its pages",
    "GZ": "inflating its blocks",
    "copied": "copying its bytes",
    "parsed": "its trailer and headers, parsed",
}
_WORKS = {"NONE": "pages", "GZ": "inflate", "copied": "copied", "parsed": "parsed"}
_LEN_TRAILER, _LEN_HEADER = 4096, 33


@lru_cache(1)
def _stored_blocks(path: Path) -> tuple[tuple[int, int, int], ...]:
    """Start and end of the stored payload, and its length inflated, of each data block."""
    with open_source(path) as buffer:
        return tuple(
            (block.stored_ofs, block.stored_ofs + block.stored_len, block.uncompressed_size_without_header)
            for block in HFile(buffer).headers()
            if block.type.startswith("DATA")
        )


def pages(path: Path) -> Counts:
    """A byte of each page of a new mapping: the system enters all of them in the table of this process."""
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        return {"pages": len(mapped[:: mmap.PAGESIZE])}


def copied(path: Path) -> Counts:
    """All bytes into new memory, as a scan into columns copies them; a view needs no copy."""
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        return {"bytes": len(bytearray(mapped))}


def inflate(path: Path) -> Counts:
    """All data blocks, by the library that our reader uses, nothing kept."""
    blocks = _stored_blocks(path)
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        for start, end, length in blocks:
            payload = isal_zlib.decompressobj(wbits=31).decompress(mapped[start:end], length + 1)
            if len(payload) != length:
                raise ValueError(f"{path}: a block at {start} has {len(payload)} bytes, not {length}")
    return {"blocks": len(blocks)}


def parsed(path: Path) -> Counts:
    """Trailer and six headers, by the generated parsers.

    A lookup needs those of three blocks at load-on-open, and of a data block with its neighbours; here they
    are those of the first six data blocks.
    """
    headers = 0
    with path.open("rb") as file:
        file.seek(-_LEN_TRAILER, 2)
        stream = KaitaiStream(BytesIO(file.read(_LEN_TRAILER - 4)))
        codec = HfileTrailer(3, 0, stream).message.compression_codec
        for start, _, _ in _stored_blocks(path)[:6]:
            file.seek(start - _LEN_HEADER)
            HfileBlockHeader(True, path.stat().st_size, KaitaiStream(BytesIO(file.read(_LEN_HEADER))))
            headers += 1
    return {"headers": headers, "codec": codec}


WORKS: dict[str, Work] = {work.__name__: work for work in (pages, copied, inflate, parsed)}


def measure(codec: str, path: Path, passes: int) -> Result:
    """The lower bound for a file with this codec, in a separate process."""
    result = Result("floor", codec, TITLES[codec], {}, (), 0.0)
    return harness.measure_ours(str(HERE / "hfile_floors.py"), _WORKS[codec], passes, [path], result)


def main() -> None:
    raise SystemExit("run by bench_rows.py")


if __name__ == "__main__":
    harness.serve_works(WORKS, main)
