# SPDX-License-Identifier: Apache-2.0
"""The command line. One module per subcommand, imported when it is called.

Exit codes: 0 all as expected · 1 something unexpected · 2 usage · 3 an adapter could not start or failed
smoke · 4 the suite itself is damaged · 5 internal error · 6 nothing was judged · 130 interrupted.
"""

from __future__ import annotations

import importlib
import posixpath
import sys
import traceback
from collections.abc import Sequence
from typing import NoReturn

import rich_click as click

from hudi_conformance import __version__
from hudi_conformance.cli import echo

EXIT_USAGE, EXIT_ADAPTER, EXIT_DAMAGED, EXIT_INTERNAL, EXIT_INTERRUPTED = 2, 3, 4, 5, 130

COMMANDS = (
    "run", "smoke", "list", "show", "explain", "report", "compare", "expect", "defects", "export", "inspect",
    "dump", "audit", "salvage", "snapshot", "diff", "campaign", "spec", "cases", "regenerate", "doctor",
)  # fmt: skip


class LazyGroup(click.RichGroup):
    """A group that imports a command when it is called, which keeps start-up fast."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Names in the order of the table."""
        return list(COMMANDS)

    def get_command(
        self,
        ctx: click.Context,  # noqa: ARG002 - click's signature
        cmd_name: str,
    ) -> click.Command | None:
        """The command, None where there is none of this name."""
        if cmd_name not in COMMANDS:
            return None
        module = "list_cases" if cmd_name == "list" else cmd_name
        command: click.Command = importlib.import_module(f"{__name__}.{module}").command
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
    sys.exit(run_cli(sys.argv[1:] if args is None else args))


def run_cli(args: Sequence[str]) -> int:
    """Run the command line; the exit code."""
    from hudi_conformance.suite.manifest import SuiteDamaged

    try:
        code = cli.main(list(args), prog_name="hudi-conformance", standalone_mode=False, obj=list(args))
    except click.ClickException as error:
        echo.error(error)
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        echo.line("interrupted", err=True)
        return EXIT_INTERRUPTED
    except SuiteDamaged as damaged:
        for problem in damaged.problems:
            echo.line(
                posixpath.normpath(f"conformance/cases/{problem.file}") + str(problem)[len(problem.file) :],
                err=True,
            )
        echo.line(f"the suite is damaged: {len(damaged.problems)} problems", err=True)
        return EXIT_DAMAGED
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(bool(end.code))
    except Exception:
        echo.paragraph(traceback.format_exc(), err=True)
        echo.line("internal error: please report this", err=True)
        return EXIT_INTERNAL
    return code if isinstance(code, int) else 0
