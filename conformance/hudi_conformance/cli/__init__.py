# SPDX-License-Identifier: Apache-2.0
"""The command line. One small file a subcommand, imported when it is called.

Exit codes: 0 all as expected · 1 something unexpected · 2 usage · 3 an adapter could not start or failed
smoke · 4 the suite itself is damaged · 5 internal error · 130 interrupted.
"""

from __future__ import annotations

import importlib
import importlib.util
import posixpath
import sys
import traceback
from collections.abc import Sequence
from typing import NoReturn

import rich_click as click

from hudi_conformance import __version__

EXIT_USAGE, EXIT_ADAPTER, EXIT_DAMAGED, EXIT_INTERNAL, EXIT_INTERRUPTED = 2, 3, 4, 5, 130

# name: (module below this package, what `--help` says before the module is imported)
COMMANDS = {
    "run": ("run", "Judge implementations against the cases."),
    "smoke": ("smoke", "Is this adapter sane, before any verdict is believed?"),
    "list": ("list_cases", "Find cases."),
    "show": ("show", "One case whole: input, fields, expectation."),
    "explain": ("explain", "Why a case is as it is: the edit, the rule, who does what."),
    "report": ("report", "Documents from the events of a run."),
    "compare": ("compare", "What got better or worse between two runs."),
    "expect": ("expect", "Keep lists of known failures true."),
    "defects": ("defects", "What real implementations get wrong, with reproducers that run."),
    "export": ("export", "All cases as plain files, for other runners."),
    "inspect": ("inspect", "Every byte of a file, what it says, and where it is damaged."),
    "dump": ("dump", "What the reference decoder makes of a file."),
    "audit": ("audit", "Which files of a lake are damaged, where, and which rule is broken."),
    "salvage": ("salvage", "What a damaged file still holds, as Parquet, and what is lost."),
    "snapshot": ("snapshot", "The rows of a table's view by the reference semantics."),
    "diff": ("diff", "The reference's rows of a table against an engine's."),
    "campaign": ("campaign", "Edited inputs by the thousand, put to several implementations."),
    "spec": ("spec", "Check, count and index the written specification."),
    "cases": ("cases", "Check the cases and lock their inputs."),
    "regenerate": ("regenerate", "Compile the grammars again."),
    "doctor": ("doctor", "What can start here, and what is missing for the rest."),
}


class LazyGroup(click.RichGroup):
    """A group whose commands are imported when they are called, so that help and one command stay fast."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Names in the order of the table."""
        return [name for name in COMMANDS if self._find(name)]

    def get_command(
        self,
        ctx: click.Context,  # noqa: ARG002 - click's signature
        cmd_name: str,
    ) -> click.Command | None:
        """The command, None where there is no such file."""
        if cmd_name not in COMMANDS or not self._find(cmd_name):
            return None
        module = importlib.import_module(f"{__name__}.{COMMANDS[cmd_name][0]}")
        command: click.Command = getattr(module, "command", None) or getattr(module, COMMANDS[cmd_name][0])
        return command

    def _find(self, name: str) -> bool:
        return importlib.util.find_spec(f"{__name__}.{COMMANDS[name][0]}") is not None


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="hudi-conformance")
def cli() -> None:
    """Open specification and conformance suite for the binary formats that Apache Hudi persists.

    An implementation takes part through an adapter: any program that reads questions as JSON lines on its
    standard input and answers on its standard output. To judge yours:

        hudi-conformance smoke --adapter "./my-adapter"

        hudi-conformance run --adapter "./my-adapter" --out out

    Exit codes: 0 all as expected, 1 something unexpected, 2 usage, 3 an adapter could not start, 4 the
    suite is damaged, 5 internal error, 130 interrupted.
    """


def main(args: Sequence[str] | None = None) -> NoReturn:
    """Entry point of the console script."""
    sys.exit(run_cli(sys.argv[1:] if args is None else args))


def run_cli(args: Sequence[str]) -> int:
    """Run the command line; the exit code."""
    from hudi_conformance.suite.manifest import SuiteDamaged  # noqa: PLC0415 - --help needs none of it

    try:
        code = cli.main(list(args), prog_name="hudi-conformance", standalone_mode=False, obj=list(args))
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        return EXIT_INTERRUPTED
    except SuiteDamaged as damaged:
        for problem in damaged.problems:
            click.echo(
                posixpath.normpath(f"conformance/cases/{problem.file}") + str(problem)[len(problem.file) :],
                err=True,
            )
        click.echo(f"the suite is damaged: {len(damaged.problems)} problems", err=True)
        return EXIT_DAMAGED
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(bool(end.code))
    except Exception:
        traceback.print_exc()
        click.echo("internal error: please report this", err=True)
        return EXIT_INTERNAL
    return code if isinstance(code, int) else 0
