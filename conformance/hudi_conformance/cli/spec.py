# SPDX-License-Identifier: Apache-2.0
"""`hudi-conformance spec`: chapters and rules of the specification in this installation."""

from __future__ import annotations

from collections.abc import Iterator

import rich_click as click

from hudi_conformance import resources
from hudi_conformance.cli import common, echo
from hudi_conformance.report import wording
from hudi_conformance.similar import did_you_mean
from hudi_conformance.specification import requirements
from hudi_conformance.specification.requirements import Requirement


@click.group("spec", cls=common.Group)
def command() -> None:
    """Show chapters and rules of the written specification.

    Requirements are the blockquotes of `spec/*.md`; each has an id that cases, grammars and reports name.
    `spec/README.md` describes their format and requirements.
    """


@command.command()
@click.argument("names", metavar="[NAME]...", nargs=-1)
def show(names: tuple[str, ...]) -> None:
    """Print chapters and rules.

    NAME is a chapter (`log_file`), a rule (`log.block.size`), or a prefix of rules (`log.block`).
    Default: the list of chapters, with the number of their rules.
    """
    rules = requirements.load(resources.spec_dir()).requirements
    files = {path.stem: path for path in sorted(resources.spec_dir().glob("*.md"))}
    if not names:
        for stem, path in files.items():
            title = path.read_text(encoding="utf-8").partition("\n")[0].lstrip("# ")
            num_rules = sum(rule.file == path.name for rule in rules.values())
            echo.line(f"{stem:<16} {num_rules:>4} rules  {title}")
        return
    for name in names:
        if name in files:
            echo.paragraph(files[name].read_text(encoding="utf-8"))
            continue
        found = [rule for ident, rule in rules.items() if f"{ident}.".startswith(f"{name}.")]
        if not found:
            hint = did_you_mean(name, [*files, *rules])
            raise click.UsageError(f"no chapter and no rule {name!r}{hint}")
        for rule in found:
            echo.lines(_lines(rule))


def _lines(rule: Requirement) -> Iterator[str]:
    yield f"{rule.id}  {wording.heading(rule)}   spec/{rule.file}:{rule.line}"
    yield f"  {rule.text}"
    yield f"  source: {rule.source}"
    yield ""
