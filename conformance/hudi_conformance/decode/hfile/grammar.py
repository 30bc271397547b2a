# SPDX-License-Identifier: Apache-2.0
"""What the errors of the generated HFile parsers mean, and where in the file they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kaitaistruct import EndOfStreamError, KaitaiStream, KaitaiStructError, ValidationFailedError

from hudi_conformance.decode.log.scan import GrammarField
from hudi_conformance.decode.source import Buffer, open_window
from hudi_conformance.errors import Reject


@dataclass(frozen=True, slots=True)
class Payload:
    """Bytes that a parser reads, and where they lie in the file.

    Positions in compressed bytes are no positions of the file: there `is_exact` is false, and everything
    is said to be at `ofs`, the start of the block.
    """

    data: bytes
    ofs: int
    is_exact: bool = True

    def at(self, pos: int) -> int:
        """Offset in the file of a position."""
        return self.ofs + pos if self.is_exact else self.ofs

    def stream(self, start: int = 0, end: int | None = None) -> KaitaiStream:
        """Stream over a part, whose positions are those of the whole."""
        return open_window(self.data, start, len(self.data) if end is None else end)


_BAD_VARINT = GrammarField("varint", 1, "bad-varint", "hfile.varint.form")


def refuse(
    error: KaitaiStructError,
    payload: Payload,
    start: int,
    fields: Mapping[str, GrammarField],
    otherwise: GrammarField,
) -> Reject:
    """The refusal that a parser's error means.

    Args:
        error: raised by a generated parser that reads from `payload`.
        payload: what it read.
        start: position of the structure; what ends too early is said to be there.
        fields: meaning of failed checks by their path in the grammar.
        otherwise: meaning of everything else.
    """
    if isinstance(error, ValidationFailedError):
        # No grammar of HFiles but that of a varint checks a field /seq/9 at its root.
        field = fields.get(error.src_path) or (_BAD_VARINT if error.src_path == "/seq/9" else otherwise)
        pos = start if error.io is None else error.io.pos() - field.width
        got = getattr(error, "actual", b"")
        shown = field.name if isinstance(got, bytes) else f"{field.name} {got}"
        return Reject(field.code, payload.at(pos), field.requirement, f"{shown} does not fit")
    if isinstance(error, EndOfStreamError):
        message = f"{otherwise.name}: {error.bytes_needed} bytes needed, {error.bytes_available} left"
        return Reject("truncated", payload.at(start), otherwise.requirement, message)
    return Reject(otherwise.code, payload.at(start), otherwise.requirement, f"{otherwise.name}: {error}")


def read_s4(data: Buffer, ofs: int) -> int:
    """Signed 32-bit big-endian integer at `ofs`."""
    return int.from_bytes(data[ofs : ofs + 4], "big", signed=True)
