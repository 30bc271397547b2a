# SPDX-License-Identifier: Apache-2.0
"""What several subcommands share of a command line: options, files, consoles, progress bars, exit codes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import rich_click as click
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    TextColumn,
    TimeElapsedColumn,
)

from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput

if TYPE_CHECKING:
    from hudi_conformance.suite.session import Session

F = TypeVar("F", bound=Callable[..., Any])
LEVELS = ("MUST", "SHOULD", "MAY")
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
NEW_FILE = click.Path(dir_okay=False, path_type=Path)
NEW_FOLDER = click.Path(file_okay=False, path_type=Path)
_PIPE_WIDTH = 240  # columns of trees where there is no terminal to ask


class AdapterError(click.ClickException):
    """Exit code 3: an adapter that was asked for does not come up."""

    exit_code = 3


class Unreadable(click.ClickException):
    """Exit code 3: an input that cannot be read."""

    exit_code = 3

    def show(self, file: Any = None) -> None:
        """The message alone, on standard error."""
        click.echo(self.message, file=file, err=file is None)


class Command(click.RichCommand):
    """A command that turns errors of its parameters' meaning into usage errors."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run it.

        Raises:
            click.UsageError: a choice that fits nothing, a file of events that is damaged.
            AdapterError: an adapter that does not start.
        """
        try:
            return super().invoke(ctx)
        except click.ClickException:
            raise
        except Exception as error:
            raised = _as_click(error, ctx)
            if raised is None:
                raise
            raise raised from error


class Group(click.RichGroup):
    """A group of such commands."""

    command_class = Command


def _as_click(error: Exception, ctx: click.Context) -> click.ClickException | None:
    # imported for an error only: several commands get by without the suite
    from hudi_conformance.suite.adapter import CannotStart  # noqa: PLC0415
    from hudi_conformance.suite.events import EventsError  # noqa: PLC0415
    from hudi_conformance.suite.session import ChoiceError  # noqa: PLC0415

    if isinstance(error, ChoiceError | EventsError):
        return click.UsageError(str(error), ctx)
    return AdapterError(str(error)) if isinstance(error, CannotStart) else None


def open_session() -> Session:
    """The suite of this installation, with the editor that knows the grammars."""
    from hudi_conformance.damage import edits  # noqa: PLC0415 - several commands get by without
    from hudi_conformance.suite.session import Session  # noqa: PLC0415

    return Session(edits, warn)


def select_options(function: F) -> F:
    """Options that choose cases, passed on as `choice`."""

    @wraps(function)
    def chosen(*args: Any, **given: Any) -> Any:
        from hudi_conformance.suite.session import Choice  # noqa: PLC0415 - --help needs none of it

        conditions = {name: given.pop(name) for name in ("surfaces", "globs", "reqs", "levels")}
        return function(*args, choice=Choice(**conditions), **given)

    for option in (
        click.option("--level", "levels", multiple=True, type=click.Choice(LEVELS, case_sensitive=False),
                     help="Only cases about rules of this level (repeatable)."),
        click.option("--req", "reqs", multiple=True, metavar="ID",
                     help="Only cases that name this requirement, or one below it (repeatable)."),
        click.option("--cases", "globs", multiple=True, metavar="GLOB",
                     help="Only cases whose id fits: a glob, or a prefix such as log/recovery (repeatable)."),
        click.option("--surface", "surfaces", multiple=True, metavar="NAME",
                     help="Only cases of this surface: name, log (repeatable)."),
    ):  # fmt: skip
        chosen = option(chosen)
    return chosen  # type: ignore[return-value]


def json_option(text: str) -> Callable[[F], F]:
    """The option `--json`, passed on as `as_json`."""
    return click.option("--json", "as_json", is_flag=True, help=text)


def out_option(function: F) -> F:
    """The required option `--out`, a folder."""
    return click.option("--out", required=True, type=NEW_FOLDER, help="Folder to write to.")(function)


def line_option(function: F) -> F:
    """The option `--line`: a release line of Hudi."""
    from hudi_conformance.semantics.merge.rules import Line  # noqa: PLC0415 - for tables only

    names = click.Choice([str(line) for line in Line])
    text = "Release line whose rules apply."
    return click.option("--line", type=names, default="1.2", show_default=True, help=text)(function)


def console(*, wide: bool = False) -> Console:
    """Standard output; colours only on a terminal, and not under NO_COLOR.

    Args:
        wide: in a pipe lines are of 240 columns rather than of 80.
    """
    found = Console(highlight=False)
    return Console(highlight=False, width=_PIPE_WIDTH) if wide and not found.is_terminal else found


def warn(text: str) -> None:
    """A line on standard error."""
    click.echo(text, err=True)


def is_terminal() -> bool:
    """Whether somebody watches: progress bars are for eyes only."""
    return sys.stderr.isatty()


@contextmanager
def reading(path: object) -> Iterator[None]:
    """Turns whatever keeps `path` from being read into exit code 3, a missing tool into a usage error."""
    from hudi_conformance.toolchain import ToolMissing  # noqa: PLC0415 - --help needs none of it

    try:
        yield
    except ToolMissing as error:
        raise click.UsageError(str(error)) from None
    except (Reject, LimitExceeded, UnsupportedInput, OSError) as error:
        raise Unreadable(f"{path}: {error}") from error


class Bars:
    """Progress bars on standard error, one a name; nothing where nobody watches.

    Args:
        quiet: show nothing in any case.
        columns: further columns at the end.
    """

    def __init__(self, *columns: ProgressColumn, quiet: bool = False) -> None:
        self._bars = Progress(
            TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(),
            *columns, console=Console(stderr=True), transient=True, disable=quiet or not is_terminal(),
        )  # fmt: skip
        self._tasks: dict[str, Any] = {}

    def __enter__(self) -> Bars:
        self._bars.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bars.stop()

    def step(self, name: str, done: int, total: int) -> None:
        """Show how far the one of this name is."""
        if name not in self._tasks:
            self._tasks[name] = self._bars.add_task(name, total=total)
        self._bars.update(self._tasks[name], completed=done, total=total)
