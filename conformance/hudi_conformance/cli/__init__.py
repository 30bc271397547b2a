# SPDX-License-Identifier: Apache-2.0
"""The command line. One module per subcommand, imported when it is called.

Exit codes: 0 all as expected · 1 something unexpected · 2 usage · 3 an adapter could not start or failed
smoke · 4 the suite itself is damaged · 5 internal error · 6 nothing was judged · 130 interrupted.
"""

from __future__ import annotations

import errno
import gc
import importlib
import os
import posixpath
import sys
import traceback
from collections.abc import Sequence
from typing import TYPE_CHECKING, NoReturn

import rich_click as click

from hudi_conformance import __version__
from hudi_conformance.arrow_start import leave_pandas_out
from hudi_conformance.cli import echo, groups
from hudi_conformance.look.text import counted

if TYPE_CHECKING:
    from hudi_conformance.suite.manifest import SuiteDamaged

_NUM_OBJECTS = 20_000  # between two collections: by default they take a tenth of a short command
EXIT_USAGE, EXIT_ADAPTER, EXIT_DAMAGED, EXIT_INTERNAL, EXIT_INTERRUPTED = 2, 3, 4, 5, 130

# Summary of each command in `--help`: the first paragraph of the command's help.
COMMANDS = {
    "init": "Write a working adapter project, about a hundred lines, to connect your reader to.",
    "run": "Run every case against every implementation and judge the answers.",
    "smoke": "Check an adapter itself, not how it reads files.",
    "list": "List cases: id, command, kind of expectation, level, title, features.",
    "show": "Show one case in full: rules, input as hex with its fields, expected value.",
    "explain": "Explain a case: the rule, the edit and the bytes around it, verdicts, how to run it again.",
    "report": "Recreate the documents of a run from its events.",
    "compare": "Compare the events of two runs.",
    "expect": "Check and update lists of known failures.",
    "defects": "List defects of real implementations, each with cases that reproduce it.",
    "export": "Write every case with its edits applied: cases.json, the inputs, SHA256SUMS.",
    "inspect": (
        "Show the structure of FILE: log file, archive, HFile, or file of a timeline "
        "(Avro, JSON, properties)."
    ),
    "dump": "Show the structure of a Hudi log file or HFile: blocks, headers, contents, damage.",
    "audit": "Check tables and files under PATHS; report the violated rules and their locations.",
    "advise": (
        "List the engines and releases that read TABLE correctly, by its features and stored results."
    ),
    "salvage": "Write the readable rows of damaged tables, log files, HFiles and base files as Parquet.",
    "snapshot": "Read a view of TABLE by the rules of the specification, and print or write its rows.",
    "diff": "Compare the rows of TABLE by the specification with those of an engine.",
    "campaign": "Run edited inputs against several implementations and compare their answers.",
    "spec": "Show chapters and rules of the written specification.",
    "cases": "Check the cases and lock their inputs.",
    "man": "Print the manual page of this program.",
    "doctor": "Show which implementations can run on this machine, and how to enable the others.",
}
_GROUPS = {
    "Judge a reader or a writer": (
        "init",
        "smoke",
        "run",
        "campaign",
        "report",
        "compare",
        "expect",
        "export",
    ),
    "Read and check tables and files": ("advise", "audit", "snapshot", "diff", "salvage", "inspect", "dump"),
    "Look up cases, rules and defects": ("list", "show", "explain", "spec", "defects"),
    "This installation": ("doctor", "cases", "man"),
}
_SUMMARIES = f"{__name__}.summaries"
click.rich_click.COMMAND_GROUPS["hudi-conformance"] = [
    {"name": name, "commands": list(commands)} for name, commands in _GROUPS.items()
]


class LazyGroup(groups.Group):
    """A group that imports a command only when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Names in the order of the table."""
        return list(COMMANDS)

    def get_help(self, ctx: click.Context) -> str:
        """Help from the table of commands."""
        ctx.meta[_SUMMARIES] = True
        return super().get_help(ctx)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command, or None for an unknown name."""
        if cmd_name not in COMMANDS:
            return None
        if ctx.meta.get(_SUMMARIES):
            return click.RichCommand(name=cmd_name, help=COMMANDS[cmd_name])
        module = "list_cases" if cmd_name == "list" else cmd_name
        command: click.Command = importlib.import_module(f"{__name__}.{module}").command
        leave_pandas_out()
        return command


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="hudi-conformance")
def cli() -> None:
    """Open specification and conformance suite for the binary formats that Apache Hudi persists.

    An implementation takes part through an adapter: any program that reads requests as JSON lines on its
    standard input and writes answers to its standard output. To judge yours:

        hudi-conformance smoke --adapter "./my-adapter"

        hudi-conformance run --adapter "./my-adapter" --out out

    Exit codes: 0 all as expected, 1 something unexpected, 2 usage, 3 an adapter could not start, 4 the
    suite is damaged, 5 internal error, 6 nothing was judged, 130 interrupted.
    """


def main(args: Sequence[str] | None = None) -> NoReturn:
    """Entry point of the console script."""
    gc.set_threshold(_NUM_OBJECTS, 20, 20)
    echo.use_ascii_signs()
    sys.exit(run_cli(sys.argv[1:] if args is None else args))


def run_cli(args: Sequence[str]) -> int:
    """Run the command line; the exit code."""
    try:
        code = cli.main(list(args), prog_name="hudi-conformance", standalone_mode=False, obj=list(args))
    except click.ClickException as error:
        echo.error(error)
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        echo.line("interrupted", err=True)
        return EXIT_INTERRUPTED
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(bool(end.code))
    except _suite_damaged() as damaged:  # most commands need no cases: not imported before an error
        for problem in damaged.problems:
            echo.line(
                posixpath.normpath(f"conformance/cases/{problem.file}") + str(problem)[len(problem.file) :],
                err=True,
            )
        echo.line(f"the suite is damaged: {counted(len(damaged.problems), 'problem')}", err=True)
        return EXIT_DAMAGED
    except OSError as error:
        if error.errno == errno.EPIPE:  # of a reader that needs no more lines, such as `head`
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # flushed when the program ends
            return 1
        if echo.is_full(error):
            echo.line(f"Error: the output cannot be written: {error.strerror}", err=True)
            return click.UsageError.exit_code
        # a path of the caller's that cannot be read or written; one of ours that is absent is a fault of ours
        if error.filename is None or _is_ours(error.filename):
            return _internal()
        echo.line(f"Error: {error.filename}: {error.strerror}", err=True)
        return click.UsageError.exit_code
    except Exception:
        return _internal()
    return code if isinstance(code, int) else 0


def _suite_damaged() -> type[SuiteDamaged]:
    from hudi_conformance.suite.manifest import SuiteDamaged

    return SuiteDamaged


def _is_ours(path: object) -> bool:
    from hudi_conformance import resources

    return str(path).startswith((str(resources.data_root()), sys.prefix))


def _internal() -> int:
    echo.paragraph(traceback.format_exc(), err=True)
    echo.line("internal error: please report this", err=True)
    return EXIT_INTERNAL
