# SPDX-License-Identifier: Apache-2.0
"""The only way to standard output and standard error: names and messages of others cannot steer a terminal.

Names of files, headers, record values and messages of adapters are chosen by whoever wrote them. Escape
sequences in them would set the title of a terminal or forge lines of a verdict, so everything that is not
printable is escaped here, whatever a command prints. What commands write into files goes through `look.text`
and `look.pages`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TextIO

import rich_click as click
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from hudi_conformance.look.text import escaped, escaped_json

_PIPE_WIDTH = 240  # columns of trees where there is no terminal to ask


def line(text: object, *, err: bool = False) -> None:
    """Print one line; line feeds in it are escaped as everything else that is not printable, tabs stay."""
    click.echo(escaped(str(text), keep="\t"), err=err)


def lines(texts: Iterable[str], *, err: bool = False) -> None:
    """Print lines."""
    for text in texts:
        line(text, err=err)


def block(texts: Iterable[str]) -> None:
    """Print thousands of lines at once; tabs stay."""
    click.echo("\n".join(escaped(text, keep="\t") for text in texts))


def paragraph(text: str, *, err: bool = False) -> None:
    """Print a text of ours of several lines; names in it have been escaped where they were inserted."""
    lines(text.removesuffix("\n").split("\n"), err=err)


def document(text: str) -> None:
    """Print a JSON document, or one line of JSON."""
    click.echo(escaped_json(text.removesuffix("\n")))


def pieces(texts: Iterable[str]) -> None:
    """Print a JSON document as it is made: one of many fields takes many times its memory as a text."""
    for text in texts:
        click.echo(escaped_json(text), nl=False)
    click.echo()


def error(failure: click.ClickException, file: TextIO | None = None) -> None:
    """Print what stopped a command."""
    vars(failure)["message"] = escaped(failure.message)  # declared final
    failure.show(file)


def console(*, wide: bool = False, err: bool = False) -> Console:
    """A console that interprets no markup; colours only on a terminal, and not under NO_COLOR.

    Args:
        wide: lines in a pipe have 240 columns instead of 80.
        err: standard error in place of standard output.
    """
    output = _EscapingConsole(highlight=False, markup=False, emoji=False, stderr=err)
    if wide and not output.is_terminal:
        return _EscapingConsole(highlight=False, markup=False, emoji=False, stderr=err, width=_PIPE_WIDTH)
    return output


class _EscapingConsole(Console):
    """Escapes the text of every segment, and leaves the control codes of the console itself alone."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            if segment.control or segment.text.isprintable():
                yield segment
            else:
                yield segment._replace(text=escaped(segment.text, keep="\n"))
