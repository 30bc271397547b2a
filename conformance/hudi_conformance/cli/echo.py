# SPDX-License-Identifier: Apache-2.0
"""The only way to standard output and standard error: untrusted names and messages cannot control a terminal.

Names of files, headers, record values and messages of adapters are untrusted. Escape sequences in them could
set the title of a terminal or forge lines of a verdict, so all unprintable characters are escaped here.
Output to files goes through `look.text` and `look.pages`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TextIO

import rich_click as click
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from hudi_conformance.look.text import escaped, escaped_json

_PIPE_WIDTH = 240  # columns of trees without a terminal


def line(text: object, *, err: bool = False) -> None:
    """Print one line; line feeds and other unprintable characters are escaped, tabs are not."""
    click.echo(escaped(str(text), keep="\t"), err=err)


def lines(texts: Iterable[str], *, err: bool = False) -> None:
    """Print lines."""
    for text in texts:
        line(text, err=err)


def block(texts: Iterable[str]) -> None:
    """Print many lines at once; tabs are not escaped."""
    click.echo("\n".join(escaped(text, keep="\t") for text in texts))


def paragraph(text: str, *, err: bool = False) -> None:
    """Print a text of several lines whose inserted names are already escaped."""
    lines(text.removesuffix("\n").split("\n"), err=err)


def document(text: str) -> None:
    """Print a JSON document, or one line of JSON."""
    click.echo(escaped_json(text.removesuffix("\n")))


def pieces(texts: Iterable[str]) -> None:
    """Print a JSON document incrementally: as text, a large one needs many times its memory."""
    for text in texts:
        click.echo(escaped_json(text), nl=False)
    click.echo()


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
    output = _EscapingConsole(highlight=False, markup=False, emoji=False, stderr=err)
    if wide and not output.is_terminal:
        return _EscapingConsole(highlight=False, markup=False, emoji=False, stderr=err, width=_PIPE_WIDTH)
    return output


class _EscapingConsole(Console):
    """Escape the text of every segment, but not the console's own control codes."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            if segment.control or segment.text.isprintable():
                yield segment
            else:
                yield segment._replace(text=escaped(segment.text, keep="\n"))
