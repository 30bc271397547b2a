# SPDX-License-Identifier: Apache-2.0
"""Options, files, consoles, progress bars and exit codes that subcommands share."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TypeAlias, TypeVar

import rich_click as click

from hudi_conformance.cli import echo, groups
from hudi_conformance.decode import limits
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.look.text import counted

if TYPE_CHECKING:
    from rich.progress import ProgressColumn, TaskID

    from hudi_conformance.semantics.merge.rules import Line
    from hudi_conformance.suite.session import Session
    from hudi_conformance.table.damages import Damage, DamagedFiles, OnDamage

F = TypeVar("F", bound=Callable[..., object])
OptionValue: TypeAlias = Any  # value of an option: its declaration fixes the type
_SURFACES = "archive, base, bucket, hfile, log, merge, metadata, name, table, timeline"
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
NEW_FILE = click.Path(dir_okay=False, path_type=Path)
NEW_FOLDER = click.Path(file_okay=False, path_type=Path)
OptionType: TypeAlias = click.ParamType[Any] | type[int] | Sequence[str]


class AdapterError(click.ClickException):
    """Exit code 3: a requested adapter does not start."""

    exit_code = 3


class Unreadable(click.ClickException):
    """Exit code 3: an input that cannot be read."""

    exit_code = 3

    def show(self, file: IO[str] | None = None) -> None:  # noqa: ARG002 - click's signature
        """Print only the message, to standard error."""
        echo.line(self.message, err=True)


class Damaged(Unreadable):
    """Exit code 3: a table with damaged files; one line per file."""

    def __init__(self, path: object, error: DamagedFiles) -> None:
        super().__init__(str(error))
        self.path, self.damages = path, error.damages

    def show(self, file: IO[str] | None = None) -> None:  # noqa: ARG002 - click's signature
        """Print one line per file, and the remedy, to standard error."""
        from hudi_conformance.table.damages import lines

        texts = list(lines(self.damages))
        echo.lines((f"{self.path}: {text}" for text in texts), err=True)
        files = counted(len(texts), "damaged file")
        echo.line(f"{self.path}: {files}: rows would be missing; see --allow-damaged", err=True)


class Command(click.RichCommand):
    """A command that reports errors in its parameters as usage errors."""

    def invoke(self, ctx: click.Context) -> object:
        """Run it.

        Raises:
            click.UsageError: a choice that matches nothing, a damaged file of events.
            AdapterError: an adapter that does not start.
        """
        try:
            return super().invoke(ctx)
        except ValueError as error:
            # imported for an error only: several commands do without the suite
            from hudi_conformance.suite.command_lines import ChoiceError
            from hudi_conformance.suite.events import EventsError

            if isinstance(error, ChoiceError | EventsError):
                raise click.UsageError(str(error), ctx) from error
            raise
        except Exception as error:
            from hudi_conformance.suite.adapter import CannotStart

            if isinstance(error, CannotStart):
                raise AdapterError(str(error)) from error
            raise


class Group(groups.Group):
    """A group of such commands."""

    command_class = Command


def open_session() -> Session:
    """The suite of this installation, with an editor based on the grammars."""
    from hudi_conformance import edits
    from hudi_conformance.suite.session import Session

    return Session(edits, warn)


def select_options(function: F) -> F:
    """Options that choose cases, passed on as `choice`."""
    from hudi_conformance.specification.requirements import LEVELS

    @wraps(function)
    def with_choice(*args: OptionValue, **options: OptionValue) -> object:
        from hudi_conformance.suite.session import Choice

        names = ("surfaces", "globs", "reqs", "levels", "cmds", "features", "without_features")
        conditions = {name: options.pop(name) for name in names}
        return function(*args, choice=Choice(**conditions), **options)

    for option in (
        click.option("--level", "levels", multiple=True, type=click.Choice(LEVELS, case_sensitive=False),
                     help="Only cases about rules of this level (repeatable)."),
        list_option("--without-feature", "without_features", "NAME",
                    "Only cases that do not have this feature"),
        list_option("--feature", "features", "NAME",
                    "Only cases that have this feature, or another that is named, of `spec/features.toml`"),
        list_option("--req", "reqs", "ID", "Only cases that name this requirement, or one below it"),
        list_option("--cases", "globs", "GLOB",
                    "Only cases whose id matches: a glob, or a prefix such as log/recovery"),
        list_option("--command", "cmds", "NAME", "Only cases of this command, such as log.scan"),
        list_option("--surface", "surfaces", "NAME", f"Only cases of this surface: {_SURFACES}"),
    ):  # fmt: skip
        with_choice = option(with_choice)
    return with_choice  # type: ignore[return-value]  # F again, decorated


def list_option(flag: str, name: str, metavar: str, text: str) -> Callable[[F], F]:
    """A repeatable option, passed on as a tuple."""
    return click.option(flag, name, multiple=True, metavar=metavar, help=f"{text} (repeatable).")


def default_option(flag: str, kind: OptionType, default: object, text: str) -> Callable[[F], F]:
    """An option whose help shows its default; `kind` is a type or a sequence of choices."""
    kind = click.Choice(kind) if isinstance(kind, Sequence) else kind
    return click.option(flag, type=kind, default=default, show_default=True, help=text)


def patience_option(default: float) -> Callable[[F], F]:
    """The option `--patience`."""
    text = "Factor on every time budget before an answer counts as a hang."
    return default_option("--patience", click.FloatRange(0.1, 1000), default, text)


def json_option(text: str) -> Callable[[F], F]:
    """The option `--json`, passed on as `as_json`."""
    return click.option("--json", "as_json", is_flag=True, help=text)


def out_option(function: F) -> F:
    """The required option `--out`, a folder."""
    return click.option("--out", required=True, type=NEW_FOLDER, help="Folder to write to.")(function)


def limits_option(function: F) -> F:
    """The option `--no-limits`, applied when it is parsed."""
    return click.option(
        "--no-limits",
        is_flag=True,
        expose_value=False,
        callback=_lift_limits,
        help="Read files even if they need more memory than 32 MiB plus six times their size.",
    )(function)


def _lift_limits(_: click.Context, __: click.Parameter, value: bool) -> None:
    if value:
        limits.lift()


def bootstrap_option(function: F) -> F:
    """The option `--bootstrap-base`: a folder with source files, None for the paths of the index."""
    text = "Folder with the source files of a bootstrapped table that was moved. Default: by its index."
    kind = click.Path(exists=True, file_okay=False, path_type=Path)
    return click.option("--bootstrap-base", type=kind, help=text)(function)


def damage_option(function: F) -> F:
    """The option `--allow-damaged`, passed on as `on_damage`."""
    text = (
        "Skip damaged files. Rows are then missing or stale; the reasons are printed to standard error, with"
        " --json as JSON lines."
    )
    return click.option("--allow-damaged", "on_damage", is_flag=True, callback=_on_damage, help=text)(
        function
    )


def _on_damage(_: click.Context, __: click.Parameter, is_allowed: bool) -> OnDamage:
    from hudi_conformance.table.damages import OnDamage

    return OnDamage.IGNORE if is_allowed else OnDamage.RAISE


def print_damages(damages: Sequence[Damage], *, as_json: bool) -> None:
    """Print the losses of a view to standard error: one line per file, or one JSON line per damage."""
    from hudi_conformance.canonical.json import dumps
    from hudi_conformance.table.damages import lines

    for damage in damages if as_json else ():
        echo.line(dumps({"damage": damage.document()}), err=True)
    echo.lines(() if as_json else lines(damages), err=True)


def line_option(function: F) -> F:
    """The option `--line`: a release series of Hudi, None for that of the table's version."""
    from hudi_conformance.semantics.merge.rules import Line

    text = "Release series whose rules apply. Default: the series that writes the table's version."
    kind = click.Choice([str(line) for line in Line])
    return click.option("--line", type=kind, callback=_line, help=text)(function)


def _line(_: click.Context, __: click.Parameter, name: str | None) -> Line | None:
    from hudi_conformance.semantics.merge import rules

    return None if name is None else rules.Line(name)


def warn(text: str) -> None:
    """Print a line to standard error."""
    echo.line(text, err=True)


@contextmanager
def reading(path: object) -> Iterator[None]:
    """Exit with 3 if `path` cannot be read; report a missing tool as a usage error."""
    from hudi_conformance.table.damages import DamagedFiles
    from hudi_conformance.toolchain import ToolMissing

    try:
        yield
    except DamagedFiles as error:
        raise Damaged(path, error) from None
    except ToolMissing as error:
        raise click.UsageError(str(error)) from None
    except (Reject, LimitExceeded, UnsupportedInput, OSError) as error:
        if isinstance(error, BrokenPipeError) or (isinstance(error, OSError) and echo.is_full(error)):
            raise
        raise Unreadable(f"{path}: {error}") from error


class Bars:
    """Progress bars on standard error, one per name, or none without a terminal.

    Args:
        quiet: never show anything.
        columns: further columns at the end.
    """

    def __init__(self, *columns: ProgressColumn, quiet: bool = False) -> None:
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

        self._bars = Progress(
            TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(),
            TimeElapsedColumn(), *columns, console=echo.console(err=True), transient=True,
            disable=quiet or not sys.stderr.isatty(),
        )  # fmt: skip
        self._tasks: dict[str, TaskID] = {}

    def __enter__(self) -> Bars:
        self._bars.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bars.stop()

    def step(self, name: str, done: int, total: int) -> None:
        """Show the progress of the bar of this name."""
        if name not in self._tasks:
            self._tasks[name] = self._bars.add_task(name, total=total)
        self._bars.update(self._tasks[name], completed=done, total=total)
