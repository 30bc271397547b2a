# SPDX-License-Identifier: Apache-2.0
"""The payload of an HFile block for parsers, with its location in the file."""

from __future__ import annotations

from typing import NamedTuple

from kaitaistruct import KaitaiStream, KaitaiStructError

from hudi_conformance.decode.grammar import Structure
from hudi_conformance.decode.source import open_window
from hudi_conformance.errors import Reject


class Payload(NamedTuple):
    """Bytes that a parser reads, and their offset in the file. A tuple, since each header is one.

    Positions in decompressed bytes are not offsets in the file: then `is_exact` is false, and all of them are
    reported at `ofs`, the start of the block.
    """

    data: bytes
    ofs: int
    is_exact: bool = True

    def at(self, pos: int) -> int:
        """Offset in the file of a position."""
        return self.ofs + pos if self.is_exact else self.ofs

    def stream(self, start: int = 0, end: int | None = None) -> KaitaiStream:
        """Stream over a part, with positions in the payload."""
        return open_window(self.data, start, len(self.data) if end is None else end)

    def reject(self, error: KaitaiStructError, start: int, structure: Structure) -> Reject:
        """Convert the error of a parser that read a structure at `start` to a rejection."""
        return structure.reject(error, start, self.at)
