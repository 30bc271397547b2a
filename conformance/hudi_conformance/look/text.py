# SPDX-License-Identifier: Apache-2.0
"""Escapes text of other programs and files for a terminal, Markdown tables and XML."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xml.etree import ElementTree as ET

CLIP = 600
# Characters that XML 1.0 cannot represent, not even escaped; compiled on first use, which takes long.
_NOT_XML = "[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
_SUSPECT = re.compile("[^ -~]")
_SUSPECT_JSON = re.compile("[^ -~\n]")
_RELEASE = re.compile(r"^(?P<program>.+?)-(?P<version>[0-9]+(\.[0-9]+)*(-rc\.[0-9]+)?)$")
_MARKUP = re.compile(r"[\\|<*_`]")


def clipped(text: str, clip: int = CLIP) -> str:
    """Text of at most `clip` characters, plus a note if it was truncated."""
    return text if len(text) <= clip else f"{text[:clip]}… ({len(text) - clip:,} characters more)"


def printable(text: str, clip: int = CLIP) -> str:
    """One line of at most `clip` characters without control characters: messages come from other programs."""
    return clipped(escaped(text), clip)


def escaped(text: str, keep: str = "") -> str:
    r"""Text without characters that control a terminal or rearrange a line, which become `\x1b`, `\u202e`.

    These are all that are not printable: C0 and C1 controls, line separators, marks and overrides of the
    direction of writing, other format characters, unpaired surrogates.

    Args:
        text: any text.
        keep: characters that are not escaped, such as a line feed.
    """
    return _SUSPECT.sub(lambda match: _escape(match[0]) if match[0] not in keep else match[0], text)


def escaped_json(text: str) -> str:
    """A JSON document of the same value that is safe to print: in JSON all such characters are in strings."""
    return _SUSPECT_JSON.sub(lambda m: m[0] if m[0].isprintable() else json.dumps(m[0])[1:-1], text)


def _escape(char: str) -> str:
    code = ord(char)
    if char.isprintable():
        return char
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def counted(num: int, noun: str, plural: str = "") -> str:
    """Return a number with its noun: `1 case`, `2,000 cases`; `plural` defaults to the noun with an s."""
    return f"{num:,} {noun if num == 1 else plural or f'{noun}s'}"


def program_and_version(name: str) -> tuple[str, str]:
    """The two parts of an implementation's name; the version is empty if there is none."""
    match = _RELEASE.match(name)
    return (match["program"], match["version"]) if match else (name, "")


def releases_in_words(names: Iterable[str]) -> str:
    """Names of implementations, each program once: `hudi-java 0.9.0, 1.2.1; daft 0.7.26`."""
    from packaging.version import Version  # noqa: PLC0415 - nor sort releases

    versions: dict[str, list[str]] = {}
    for name in names:
        program, version = program_and_version(name)
        versions.setdefault(program, []).append(version)
    return "; ".join(
        f"{program} {', '.join(sorted(releases, key=Version))}" if any(releases) else program
        for program, releases in versions.items()
    )


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
    """Text without characters that XML cannot represent, or that rearrange displayed text."""
    return escaped(re.sub(_NOT_XML, "\ufffd", text), keep="\n\t")


def junit_document(root: ET.Element, counts: Sequence[str], seconds: float | None = None) -> str:
    """A JUnit document as text; the root gets the sums of the suites' `counts`, and its time."""
    for name in counts:
        root.set(name, str(sum(int(suite.get(name, "0")) for suite in root)))
    if seconds is not None:
        root.set("time", f"{seconds:.3f}")
    from xml.etree import ElementTree as ET  # noqa: PLC0415 - most commands write no XML

    ET.indent(root, "")  # a line for each element: indentation is useless in large documents
    text = ET.tostring(root, encoding="unicode", xml_declaration=False)
    text = text.replace(" />", "/>")  # in values and between tags `>` is escaped
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'
