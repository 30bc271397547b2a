# SPDX-License-Identifier: Apache-2.0
"""`hudi-conformance man`: the manual page, from the help of the commands."""

from __future__ import annotations

import importlib
import inspect

import rich_click as click

from hudi_conformance import __version__
from hudi_conformance.cli import COMMANDS, cli, common, echo


@click.command("man", cls=common.Command)
def command() -> None:
    """Print the manual page of this program.

    In roff, as `man` reads it: `hudi-conformance man > ~/.local/share/man/man1/hudi-conformance.1`, then
    `man hudi-conformance`.
    """
    echo.paragraph(page())


def page() -> str:
    """The manual page: every command with its options."""
    lines = [
        f'.TH HUDI-CONFORMANCE 1 "" "hudi-conformance {__version__}"',
        ".SH NAME",
        "hudi-conformance \\- specification and conformance suite of the binary formats of Apache Hudi",
        ".SH SYNOPSIS",
        ".B hudi-conformance",
        "COMMAND [OPTIONS] [ARGUMENTS]",
        ".SH DESCRIPTION",
        *_text(cli.help or ""),
        ".SH COMMANDS",
    ]
    for name in COMMANDS:
        module = "list_cases" if name == "list" else name
        cli_command: click.Command = importlib.import_module(f"hudi_conformance.cli.{module}").command
        lines += _command(name, cli_command)
    return "\n".join(lines)


def _command(name: str, cli_command: click.Command) -> list[str]:
    lines = [f".SS {_roff(name)}", *_text(cli_command.help or "")]
    if isinstance(cli_command, click.Group):
        context = click.Context(cli_command, info_name=name)
        for inner in cli_command.list_commands(context):
            below = cli_command.get_command(context, inner)
            if below is not None:
                lines += _command(f"{name} {inner}", below)
    for option in cli_command.params:
        if isinstance(option, click.Option) and not option.hidden:
            lines += [
                ".TP",
                f".B {_roff(', '.join(option.opts))}",
                _roff(" ".join((option.help or "").split())),
            ]
    return lines


def _text(text: str) -> list[str]:
    parts = [" ".join(part.split()) for part in inspect.cleandoc(text).split("\n\n")]
    return [line for part in parts if part for line in (".PP", _roff(part))]


def _roff(text: str) -> str:
    """Text without roff requests and escapes."""
    safe = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{safe}" if safe.startswith((".", "'")) else safe
