# SPDX-License-Identifier: Apache-2.0
"""Properties files, as `java.util.Properties` reads them [timeline.properties.encoding]."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from typing import NamedTuple

from hudi_conformance.errors import Reject
from hudi_conformance.model.properties.table import CHECKSUM, DATABASE, NAME
from hudi_conformance.model.timeline import Properties

MAX_BYTES = 16 << 20
_BLANKS = " \t\f"
_CONTROLS = {"t": "\t", "n": "\n", "r": "\r", "f": "\f"}
_HEX = re.compile(r"[0-9a-fA-F]{4}")
_LINE_END = re.compile(r"\r\n|\n|\r")
# A key, which an escaped separator does not end, and the separator before the value.
_KEY = re.compile(r"((?:\\.?|[^\\=: \t\f])*)[ \t\f]*[=:]?[ \t\f]*", re.DOTALL)
_ESCAPE = re.compile(r"\\(?:u(?P<digits>.{0,4})|(?P<char>.?))", re.DOTALL)
_SURROGATE = re.compile("[\ud800-\udfff]")


def decode_properties(data: bytes) -> Properties:
    """Entries and checksum of a properties file; a wrong checksum is a result, not a rejection.

    Raises:
        Reject: bad-value at a backslash-u without four hexadecimal digits, count-too-large for huge files.
    """
    if len(data) > MAX_BYTES:
        raise Reject("count-too-large", 0, "limits.allocation", f"a properties file of {len(data)} bytes")
    entries: dict[str, str] = {}
    ofs_checksum: int | None = None
    for line in _logical_lines(data.decode("latin-1")):
        separated = _KEY.match(line.text)
        assert separated is not None, "the pattern matches the empty text"
        name = _unescape(line, 0, separated.end(1))
        entries[name] = _unescape(line, separated.end(), len(line.text))
        if name == CHECKSUM.name:
            ofs_checksum = line.ofs(separated.end()) if separated.end() < len(line.text) else None
    return Properties(entries, _checksum(entries), ofs_checksum)


def table_checksum(database: str, table: str) -> int:
    """CRC-32 over database, `.` and table name [timeline.properties.checksum]."""
    return zlib.crc32(f"{database}.{table}".encode("utf-8", "surrogatepass"))


def _checksum(entries: dict[str, str]) -> str:
    stored = CHECKSUM.text(entries)
    if stored is None:
        return "absent"
    name = NAME.text(entries)
    if name is None:
        return "mismatch"
    expected = str(table_checksum(DATABASE.get(entries), name))
    return "ok" if stored == expected else "mismatch"


class _Line(NamedTuple):  # created once for each line of each table
    """A line with its continuations; `pieces` are the offsets of pieces in `text` and in the file."""

    text: str = ""
    pieces: tuple[tuple[int, int], ...] = ()

    def continued(self, text: str, ofs: int) -> _Line:
        """The line with a piece of the file appended."""
        return _Line(self.text + text, (*self.pieces, (len(self.text), ofs)))

    def without_last(self) -> _Line:
        """The line without its last character."""
        return _Line(self.text[:-1], self.pieces)

    def ofs(self, at: int) -> int:
        """Offset in the file of a character."""
        begin, ofs = next((begin, ofs) for begin, ofs in reversed(self.pieces) if begin <= at)
        return ofs + at - begin


def _logical_lines(text: str) -> Iterator[_Line]:
    """Lines without comments, continued lines joined, leading blanks dropped.

    A line that consists only of a continuation mark starts again: blank lines and comments after it are also
    skipped. At the end of the text it is a line with empty key and value.
    """
    current = _Line()
    start = 0
    while start <= len(text):
        end = _LINE_END.search(text, start)
        stop, after = (end.start(), end.end()) if end else (len(text), len(text) + 1)
        part = text[start:stop].lstrip(_BLANKS)
        start = after
        if not current.text and (not part or part[0] in "#!"):
            continue
        line = current.continued(part, stop - len(part))
        if (len(part) - len(part.rstrip("\\"))) % 2:
            current = line.without_last()
            if not current.text:
                current = _Line()
                if stop + 1 >= len(text):
                    yield current
        else:
            yield line
            current = _Line()
    if current.text:
        yield current


def _unescape(line: _Line, begin: int, end: int) -> str:
    """Part of a line with escapes resolved, surrogate pairs as one character each."""
    text = line.text[begin:end]
    if "\\" not in text:
        return text

    def char(escape: re.Match[str]) -> str:
        digits = escape["digits"]
        if digits is None:
            return _CONTROLS.get(escape["char"], escape["char"])
        if _HEX.fullmatch(digits) is None:
            message = f"\\u{digits} is not a UTF-16 code unit"
            ofs = line.ofs(begin + escape.start())
            raise Reject("bad-value", ofs, "timeline.properties.encoding", message)
        return chr(int(digits, 16))

    return _joined_surrogates(_ESCAPE.sub(char, text))


def _joined_surrogates(text: str) -> str:
    """Surrogate pairs as one character each; a lone surrogate stays."""
    if _SURROGATE.search(text) is None:
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
