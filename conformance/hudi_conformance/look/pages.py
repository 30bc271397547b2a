# SPDX-License-Identifier: Apache-2.0
"""The template environment of all HTML documents, and their style sheet."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

from hudi_conformance.look.hexgrid import KINDS
from hudi_conformance.look.text import counted, escaped, printable

if TYPE_CHECKING:
    import jinja2

_PACKAGE = Path(__file__).resolve().parents[1]
_ISSUE = re.compile(r"^([A-Za-z0-9._-]+/[A-Za-z0-9._-]+)#(\d+)$")


@cache
def environment() -> jinja2.Environment:
    """Environment with the templates of every package, by path below `hudi_conformance`."""
    import jinja2  # noqa: PLC0415 - terminal output does not need it

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_PACKAGE),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        # Characters that rearrange a line are escaped in text, not in our markup.
        finalize=lambda value: escaped(value, keep="\n\t") if type(value) is str else value,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(
        clean=printable,
        name=_name,
        count="{:,}".format,
        counted=counted,
        ref=_reference,
        size=_size,
        verbatim=_verbatim,
    )
    environment.globals.update(kinds=KINDS, stylesheet=stylesheet)
    return environment


def render(template: str, **context: object) -> str:
    """A template filled in, for example `audit/templates/audit.html.j2`."""
    return environment().get_template(template).render(context)


def macros(template: str, **context: object) -> Callable[..., Markup]:
    """The macros of a template, as a function of macro name and arguments."""
    module = environment().get_template(template).make_module(context)

    def call(name: str, *given: object) -> Markup:
        return Markup(getattr(module, name)(*given))  # noqa: S704 - a rendered template, which escapes

    return call


@cache
def stylesheet(num_columns: int = 0) -> Markup:
    """The style sheet of every document, without external files or fonts.

    Args:
        num_columns: columns of the widest tables of a report, one per implementation.
    """
    return Markup(render("look/style.css.j2", columns=num_columns))  # noqa: S704 - contains only numbers


def _verbatim(text: object) -> Markup:
    """Text between tags, where quotation marks need no escape, as JSON has many of them."""
    return Markup(html.escape(escaped(str(text), keep="\n\t"), quote=False))  # noqa: S704 - escaped


def _name(text: object, clip: int = 4096) -> Markup:
    """A name from an external source: its text direction does not affect the text after it."""
    return Markup("<bdi>{}</bdi>").format(printable(str(text), clip))


def _reference(reference: object) -> Markup:
    """An issue `owner/name#1` or an https address as a link, anything else as text."""
    text = str(reference)
    issue = _ISSUE.match(text)
    if issue:
        return Markup('<a href="https://github.com/{}/issues/{}">{}</a>').format(*issue.groups(), text)
    if text.startswith("https://"):
        return Markup('<a href="{0}">{0}</a>').format(text)
    return escape(text)


def _size(number: int) -> str:
    value = float(number)
    for unit in ("B", "KiB", "MiB", "GiB"):
        if value < 1024:
            return f"{value:,.0f} {unit}" if unit == "B" else f"{value:,.1f} {unit}"
        value /= 1024
    return f"{value:,.1f} TiB"
