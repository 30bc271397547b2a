# SPDX-License-Identifier: Apache-2.0
"""Properties files, as `java.util.Properties` reads them [timeline.properties.encoding]."""

from __future__ import annotations

import re
import zlib

from hudi_conformance.errors import Reject
from hudi_conformance.views.timeline import Properties

CHECKSUM = "hoodie.table.checksum"
NAME = "hoodie.table.name"
DATABASE = "hoodie.database.name"
MAX_BYTES = 16 << 20
_BLANKS = " \t\f"
_CONTROLS = {"t": "\t", "n": "\n", "r": "\r", "f": "\f"}
_HEX = re.compile(r"[0-9a-fA-F]{4}")
_LINE_END = re.compile(r"\r\n|\n|\r")


def decode_properties(data: bytes) -> Properties:
    """Entries and checksum of a properties file; a wrong checksum is a result, not a refusal.

    Raises:
        Reject: bad-value at a backslash-u without four hexadecimal digits, count-too-large for huge files.
    """
    if len(data) > MAX_BYTES:
        raise Reject("count-too-large", 0, "limits.allocation", f"a properties file of {len(data)} bytes")
    entries: dict[str, str] = {}
    ofs_checksum: int | None = None
    for chars in _logical_lines(data.decode("latin-1")):
        key, value = _split(chars)
        name = _joined_surrogates(_unescape(key))
        entries[name] = _joined_surrogates(_unescape(value))
        if name == CHECKSUM:
            ofs_checksum = value[0][1] if value else None
    return Properties(entries, _checksum(entries), ofs_checksum)


def table_checksum(database: str, table: str) -> int:
    """CRC-32 over database, `.` and table name [timeline.properties.checksum]."""
    return zlib.crc32(f"{database}.{table}".encode("utf-8", "surrogatepass"))


def _checksum(entries: dict[str, str]) -> str:
    stored = entries.get(CHECKSUM)
    if stored is None:
        return "absent"
    if NAME not in entries:
        return "mismatch"
    expected = str(table_checksum(entries.get(DATABASE, ""), entries[NAME]))
    return "ok" if stored == expected else "mismatch"


_Chars = list[tuple[str, int]]  # characters with their offsets in the file


def _logical_lines(text: str) -> list[_Chars]:
    """Lines without comments, continued lines joined, leading blanks dropped.

    What is continued without a character begins again: blank lines and comments are skipped there, too. At
    the end of the text it is a line, whose key and value are empty.
    """
    lines: list[_Chars] = []
    current: _Chars | None = None
    start = 0
    while start <= len(text):
        end = _LINE_END.search(text, start)
        stop, after = (end.start(), end.end()) if end else (len(text), len(text) + 1)
        first = start
        while first < stop and text[first] in _BLANKS:
            first += 1
        if not current and (first == stop or text[first] in "#!"):
            start = after
            continue
        part = [(text[at], at) for at in range(first, stop)]
        trailing = 0
        while trailing < len(part) and part[-1 - trailing][0] == "\\":
            trailing += 1
        line = part if current is None else current + part
        if trailing % 2:
            current = line[:-1]
            if not current and stop + 1 >= len(text):
                lines.append([])
        else:
            lines.append(line)
            current = None
        start = after
    if current:
        lines.append(current)
    return lines


def _split(chars: _Chars) -> tuple[_Chars, _Chars]:
    at = 0
    while at < len(chars) and chars[at][0] not in "=:" + _BLANKS:
        at += 2 if chars[at][0] == "\\" else 1
    value = _after_blanks(chars, at)
    if value < len(chars) and chars[value][0] in "=:":
        value = _after_blanks(chars, value + 1)
    return chars[:at], chars[value:]


def _after_blanks(chars: _Chars, at: int) -> int:
    while at < len(chars) and chars[at][0] in _BLANKS:
        at += 1
    return at


def _unescape(chars: _Chars) -> str:
    out: list[str] = []
    at = 0
    while at < len(chars):
        char, ofs = chars[at]
        at += 1
        if char != "\\":
            out.append(char)
            continue
        if at == len(chars):
            break
        escaped = chars[at][0]
        at += 1
        if escaped == "u":
            digits = "".join(c for c, _ in chars[at : at + 4])
            if _HEX.fullmatch(digits) is None:
                message = f"\\u{digits} is no UTF-16 code unit"
                raise Reject("bad-value", ofs, "timeline.properties.encoding", message)
            out.append(chr(int(digits, 16)))
            at += 4
        else:
            out.append(_CONTROLS.get(escaped, escaped))
    return "".join(out)


def _joined_surrogates(text: str) -> str:
    """Surrogate pairs as one character each; a lone surrogate stays."""
    if not any("\ud800" <= char <= "\udfff" for char in text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
