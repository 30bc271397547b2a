# SPDX-License-Identifier: Apache-2.0
"""Escapes text of other programs and files for a terminal, Markdown tables and XML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from xml.etree import ElementTree as ET

CLIP = 600
# Characters that XML 1.0 cannot represent, not even escaped.
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_MARKUP = re.compile(r"[\\|<*_`]")


def clipped(text: str, clip: int = CLIP) -> str:
    """Text of at most `clip` characters, plus a note when some were cut."""
    return text if len(text) <= clip else f"{text[:clip]}… ({len(text) - clip:,} characters more)"


def printable(text: str, clip: int = CLIP) -> str:
    """One line without control characters: messages come from other programs."""
    if not text.isprintable():
        text = "".join(char if char.isprintable() else _escaped(char) for char in text)
    return clipped(text, clip)


def _escaped(char: str) -> str:
    code = ord(char)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def counted(num: int, noun: str) -> str:
    """A number and its noun: `1 case`, `2,000 cases`."""
    return f"{num:,} {noun}{'' if num == 1 else 's'}"


def markdown_cell(text: str) -> str:
    """Text as a cell of a Markdown table, with markup escaped."""
    return _MARKUP.sub(r"\\\g<0>", text)


def markdown_code(text: str, clip: int = 120) -> str:
    """Code for a Markdown table: a bar ends the cell even between backticks, a backtick ends the code."""
    return printable(text, clip).replace("`", "'").replace("|", "\\|")


def markdown_table(
    heads: Sequence[str], rows: Iterable[Sequence[object]], rule: Sequence[str] = ()
) -> list[str]:
    """Lines of a Markdown table; `rule` aligns the columns, by default to the left."""
    return [_line(heads), f"|{'|'.join(rule or ['---'] * len(heads))}|", *map(_line, rows)]


def _line(cells: Sequence[object]) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def xml_text(text: str) -> str:
    """Text without characters that XML cannot represent."""
    return _NOT_XML.sub("\ufffd", text)


def junit_document(root: ET.Element, counts: Sequence[str], seconds: float | None = None) -> str:
    """A JUnit document as text; the root gets the sums of the suites' `counts`, and its time."""
    for name in counts:
        root.set(name, str(sum(int(suite.get(name, "0")) for suite in root)))
    if seconds is not None:
        root.set("time", f"{seconds:.3f}")
    ET.indent(root, " ")
    text = ET.tostring(root, encoding="unicode", xml_declaration=False)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'
