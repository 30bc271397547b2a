# SPDX-License-Identifier: Apache-2.0
"""The only way to standard output and standard error: untrusted names and messages cannot control a terminal.

Names of files, headers, record values and messages of adapters are untrusted. Escape sequences in them could
set the title of a terminal or forge lines of a verdict, so all unprintable characters are escaped here.
Output to files goes through `look.text` and `look.pages`.
"""

from __future__ import annotations

import codecs
import errno
import io
import json
import re
import sys
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, TextIO

import rich_click as click

from hudi_conformance.look.text import escaped, escaped_json

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.segment import Segment

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
_PIPE_WIDTH = 240  # columns of trees without a terminal
_NOT_ASCII = re.compile("[^\\x00-\\x7f]")
_AS_ASCII = "ascii-signs"
_ASCII = {
    "…": "...", "–": "-", "—": "-", "·": ".", "−": "-", "×": "x", "←": "<-", "→": "->", "≥": ">=", "≤": "<=",
    "“": '"', "”": '"', "’": "'", "●": "*", "○": "o", "◐": "~", "▽": "v", "▲": "!", "✓": "+", "✗": "x",
    "†": "!", "│": "|", "├": "|", "└": "`", "─": "-", "╭": "+", "╮": "+", "╰": "+", "╯": "+",
}  # fmt: skip


def use_ascii_signs() -> None:
    """Print ASCII in place of signs that standard output or standard error cannot represent."""
    codecs.register_error(_AS_ASCII, _ascii_signs)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and codecs.lookup(stream.encoding).name != "utf-8":
            stream.reconfigure(errors=_AS_ASCII)


def is_full(error: OSError) -> bool:
    """Whether standard output could not be written because its disk is full."""
    return error.filename is None and error.errno in _FULL


def _ascii_signs(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = error.object[error.start : error.end]
    return "".join(_ASCII.get(sign) or json.dumps(sign)[1:-1] for sign in signs), error.end


def _print(text: str, *, err: bool = False, nl: bool = True) -> None:
    """Print to the stream itself: click would write UTF-8 to one that is ASCII."""
    click.echo(text, file=sys.stderr if err else sys.stdout, nl=nl)


def _json(text: str) -> str:
    """A JSON text whose values are the same in any encoding."""
    text = escaped_json(text)
    if sys.stdout is not None and sys.stdout.errors == _AS_ASCII:
        return _NOT_ASCII.sub(lambda match: json.dumps(match[0])[1:-1], text)
    return text


def line(text: object, *, err: bool = False) -> None:
    """Print one line; line feeds and other unprintable characters are escaped, tabs are not."""
    _print(escaped(str(text), keep="\t"), err=err)


def lines(texts: Iterable[str], *, err: bool = False) -> None:
    """Print lines."""
    for text in texts:
        line(text, err=err)


def block(texts: Iterable[str]) -> None:
    """Print many lines at once; tabs are not escaped."""
    _print("\n".join(escaped(text, keep="\t") for text in texts))


def paragraph(text: str, *, err: bool = False) -> None:
    """Print a text of several lines whose inserted names are already escaped."""
    lines(text.removesuffix("\n").split("\n"), err=err)


def document(text: str) -> None:
    """Print a JSON document, or one line of JSON."""
    _print(_json(text.removesuffix("\n")))


def pieces(texts: Iterable[str]) -> None:
    """Print a JSON document incrementally: as text, a large one needs many times its memory."""
    for text in texts:
        _print(_json(text), nl=False)
    _print("")


def error(failure: click.ClickException, file: TextIO | None = None) -> None:
    """Print the error that stopped a command."""
    vars(failure)["message"] = escaped(failure.message)  # declared final
    failure.show(file)


def console(*, wide: bool = False, err: bool = False) -> Console:
    """A console without markup; colours only on a terminal and without NO_COLOR.

    Args:
        wide: lines in a pipe have 240 columns instead of 80.
        err: standard error in place of standard output.
    """
    kind = _console_class()
    output = kind(highlight=False, markup=False, emoji=False, stderr=err)
    if wide and not output.is_terminal:
        return kind(highlight=False, markup=False, emoji=False, stderr=err, width=_PIPE_WIDTH)
    return output


@cache
def _console_class() -> type[Console]:
    """A console that escapes the text of every segment, but not its own control codes."""
    from rich.console import Console  # takes longer to import than many commands take

    class Escaping(Console):
        def render(
            self, renderable: RenderableType, options: ConsoleOptions | None = None
        ) -> Iterable[Segment]:
            for segment in super().render(renderable, options):
                is_plain = segment.control or segment.text.isprintable()
                yield segment if is_plain else segment._replace(text=escaped(segment.text, keep="\n"))

    return Escaping
