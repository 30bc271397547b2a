# SPDX-License-Identifier: Apache-2.0
"""Java properties in the layout of `hoodie.properties`, with the checksum of the table's name."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence

CHECKSUM = "hoodie.table.checksum"
_SHORT = {"\t": "\\t", "\n": "\\n", "\r": "\\r", "\f": "\\f", "\\": "\\\\"}
_ESCAPED = frozenset("=:#!")


def encode_properties(properties: Mapping[str, str], comments: Sequence[str]) -> bytes:
    """Text in ISO-8859-1 with escapes, as `java.util.Properties` stores it [timeline.properties.escapes]."""
    lines = [f"#{_plain(comment)}\n" for comment in comments]
    for key, value in properties.items():
        lines.append(f"{_escaped(key, every_blank=True)}={_escaped(value, every_blank=False)}\n")
    return "".join(lines).encode("latin-1")


def checksum_of(properties: Mapping[str, str]) -> str:
    """CRC-32 over `<database>.<table>` as unsigned decimal [timeline.properties.checksum].

    >>> checksum_of({"hoodie.table.name": "t1"})
    '3609136688'
    """
    name = f"{properties.get('hoodie.database.name', '')}.{properties.get('hoodie.table.name', '')}"
    return str(zlib.crc32(name.encode()))


def _escaped(text: str, *, every_blank: bool) -> str:
    out = []
    for position, char in enumerate(text):
        if char == " ":
            out.append("\\ " if every_blank or position == 0 else " ")
        elif char in _SHORT:
            out.append(_SHORT[char])
        elif char in _ESCAPED:
            out.append(f"\\{char}")
        else:
            out.append(_plain(char))
    return "".join(out)


def _plain(text: str) -> str:
    """Text with non-printable and non-ASCII characters as UTF-16 units."""
    out = []
    for char in text:
        if " " <= char <= "~":
            out.append(char)
        else:
            units = char.encode("utf-16-be", "surrogatepass")
            out += [f"\\u{units[i : i + 2].hex().upper()}" for i in range(0, len(units), 2)]
    return "".join(out)
