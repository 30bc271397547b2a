# SPDX-License-Identifier: Apache-2.0
"""The payload of an HFile block as parsers read it, with its place in the file."""

from __future__ import annotations

from typing import NamedTuple

from kaitaistruct import KaitaiStream, KaitaiStructError

from hudi_conformance.decode.grammar import Structure
from hudi_conformance.decode.source import open_window
from hudi_conformance.errors import Reject


class Payload(NamedTuple):
    """Bytes that a parser reads, and where they lie in the file. A tuple, since each header is one.

    Positions in decompressed bytes are no positions of the file: there `is_exact` is false, and all of them
    are reported at `ofs`, the start of the block.
    """

    data: bytes
    ofs: int
    is_exact: bool = True

    def at(self, pos: int) -> int:
        """Offset in the file of a position."""
        return self.ofs + pos if self.is_exact else self.ofs

    def stream(self, start: int = 0, end: int | None = None) -> KaitaiStream:
        """Stream over a part, whose positions are those of the payload."""
        return open_window(self.data, start, len(self.data) if end is None else end)

    def reject(self, error: KaitaiStructError, start: int, structure: Structure) -> Reject:
        """The rejection that the error of a parser means, which read a structure at `start`."""
        return structure.reject(error, start, self.at)
