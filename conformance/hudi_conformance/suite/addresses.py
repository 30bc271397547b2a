# SPDX-License-Identifier: Apache-2.0
"""Addresses in the base of a case: `@12`, `$1+6`, `$end-1`, `$2-$content1`, `blocks[1].len_block`.

| term | value |
|---|---|
| `12`, `0x0c`, `@12` | that offset |
| `$N`, `$lenN`, `$contentN` | start of block N; its bytes on disk; the length of its content |
| `$end` | end of the file |
| `blocks[1].len_block` | start of a field, by its grammar path |

Terms are joined by `+` and `-`. A range of bytes is written `A..B`, `@OFS+LEN`, `A+$lenN`, `A+$contentN`, a
path (the entire field), or `$N` (the entire block).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

Locate = Callable[[str], tuple[int, int]]
"""Start and length of a field by its grammar path; raises AddressError if there is none."""

_TERM = re.compile(
    r"(?P<hex>0x[0-9a-f]+)|@?(?P<number>\d+)|(?P<end>\$end)|\$(?P<what>len|content)?(?P<block>\d+)"
    r"|(?P<path>[a-z][a-z0-9_]*(\[\d+\])?(\.[a-z][a-z0-9_]*(\[\d+\])?)*)"
)
_SHORT_SPAN = re.compile(r"@(?P<ofs>\d+)\+(?P<len>\d+)")
_SIZED_SPAN = re.compile(r"(?P<start>.+)\+(?P<len>\$(len|content)\d+)")


class AddressError(ValueError):
    """An address that is ill-formed or has no target."""


@dataclass(frozen=True, slots=True)
class Addresses:
    """Resolves addresses in one base.

    Attributes:
        locate: finds fields; `$N` requires that it resolves `blocks[N]`.
        end: value of `$end`.
    """

    locate: Locate
    end: int

    def point(self, text: str) -> int:
        """Offset of an address, which may be outside the file.

        Raises:
            AddressError: ill-formed, or an unknown field or block.
        """
        rest = text.strip()
        total, sign = 0, 1
        while True:
            term = _TERM.match(rest)
            if term is None:
                raise AddressError(f"{text!r} is not an address")
            total += sign * self._resolve(term)
            rest = rest[term.end() :].lstrip()
            if not rest:
                return total
            if rest[0] not in "+-":
                raise AddressError(f"{text!r} is not an address: unexpected {rest!r}")
            sign = 1 if rest[0] == "+" else -1
            rest = rest[1:].lstrip()

    def span(self, text: str) -> tuple[int, int]:
        """Start and length of a range of bytes.

        Raises:
            AddressError: ill-formed, an unknown field or block, or without a length.
        """
        text = text.strip()
        if ".." in text:
            start, _, end = text.partition("..")
            ofs, stop = self.point(start), self.point(end)
            if stop < ofs:
                raise AddressError(f"{text!r} ends before it begins ({ofs}..{stop})")
            return ofs, stop - ofs
        if short := _SHORT_SPAN.fullmatch(text):
            return int(short["ofs"]), int(short["len"])
        if sized := _SIZED_SPAN.fullmatch(text):
            return self.point(sized["start"]), self.point(sized["len"])
        term = _TERM.fullmatch(text)
        if term is not None and term["path"]:
            return self.locate(text)
        if term is not None and term["block"] and not term["what"]:
            return self.locate(f"blocks[{term['block']}]")
        raise AddressError(f"{text!r} names a place without a length: write A..B or @OFS+LEN")

    def _resolve(self, term: re.Match[str]) -> int:
        if term["hex"]:
            return int(term["hex"], 16)
        if term["number"]:
            return int(term["number"])
        if term["end"]:
            return self.end
        if term["path"]:
            return self.locate(term["path"])[0]
        block = f"blocks[{term['block']}]"
        if term["what"] == "content":
            return self.locate(f"{block}.content")[1]
        return self.locate(block)[1 if term["what"] else 0]
