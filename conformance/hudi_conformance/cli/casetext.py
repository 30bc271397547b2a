# SPDX-License-Identifier: Apache-2.0
"""One case as text, for `show` and `explain`: head, rules, hex around the edits, fields."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from hudi_conformance.look.text import clipped, counted
from hudi_conformance.report import hexview, wording
from hudi_conformance.report.model import Case, case_of
from hudi_conformance.suite import events, inputs
from hudi_conformance.suite.inputs import Prepared
from hudi_conformance.suite.session import Session


@dataclass(frozen=True)
class CaseText:
    """A case and its source.

    Attributes:
        ready: the case, prepared.
        case: the same as reports see it.
    """

    suite: Session
    ready: Prepared
    case: Case

    @classmethod
    def of(cls, suite: Session, ident: str) -> Self:
        """Text of the case of an id; raises ChoiceError, SuiteDamaged."""
        (ready,) = suite.prepare([suite.find(ident)])
        return cls(suite, ready, case_of(events.case(ready, suite.level(ready.case))))

    def head(self, *, all_rules: bool) -> list[str]:
        """Id, title, rules, command, input, expectation, notes."""
        ready, case = self.ready, self.ready.case
        lines = [f"{case.id}   conformance/cases/{case.file}:{case.line}", f"  {case.title}", ""]
        for number, ident in enumerate(case.req):
            rule = self.suite.index.requirements.get(ident)
            where = "not in the specification"
            if rule:
                where = f"{wording.heading(rule)}   spec/{rule.file}:{rule.line}"
            lines.append(f"  {'requirement' if number == 0 else '        and'}  {ident}  {where}")
            if rule and (all_rules or number == 0):
                lines.append(f"               {rule.text}")
        lines.append(f"  command      {case.cmd}")
        if case.args:
            lines.append(f"  arguments    {clipped(wording.short_json(dict(case.args)), 600)}")
        if ready.tree is not None:
            origin = "written out in the manifest" if case.tree is None else f"fixtures/{case.tree}"
            lines.append(
                f"  input        a folder, {origin}, {counted(len(ready.tree.files), 'file')}, {_size(ready)}"
            )
            lines += [f"  edit         {line}" for line in hexview.edit_lines(self.case)]
            lines += [f"  drop         {path}" for path in case.drop]
            lines += [f"  rename       {old} to {new}" for old, new in case.rename.items()]
        elif case.base is not None:
            lines.append(f"  input        fixtures/{case.base}, {_size(ready)}")
            lines += [f"  edit         {line}" for line in hexview.edit_lines(self.case)]
            if case.recount:
                lines.append("  recount      lengths of the touched blocks are recomputed")
            if case.rechecksum:
                lines.append("  rechecksum   checksums of all blocks are recomputed")
        elif ready.data is not None:
            lines.append(f"  input        written out in the manifest, {_size(ready)}")
        lines.append(f"  digest       {ready.digest}")
        if case.needs:
            lines.append(f"  needs        {', '.join(case.needs)}")
        lines.append(f"  expects      {wording.expectation(self.case.expect)}")
        if case.bug:
            lines.append(f"  known        {wording.bug_line(case.bug)}")
        if case.note:
            lines.append(f"  note         {case.note}")
        return lines

    def listing(self) -> list[str]:
        """Files of a folder input, with their length and a mark if the case wrote them."""
        ready = self.ready
        if ready.tree is None:
            return []
        edited = {edit["file"] for edit in ready.case.edit}
        marks = {path: "edited" if path in edited else "of the case" for path in {*edited, *ready.case.files}}
        return [
            f"  {len(content):>9,}  {path}{'  ' + marks[path] if path in marks else ''}"
            for path, content in sorted(ready.tree.files.items())
        ]

    def hexdump(self, limit: int) -> list[str]:
        """Hex around the edits, per file if the input is a folder."""
        ready, case = self.ready, self.case
        if ready.tree is not None:
            return self._tree_dump(limit)
        bases: Mapping[str, bytes] = {}
        if ready.case.base is not None:
            bases = {ready.case.base: self.suite.fixtures.bytes(ready.case.base)}
        return hexview.case_dump(case, bases, (wording.expected_at(case),), limit)

    def _tree_dump(self, limit: int) -> list[str]:
        ready = self.ready
        assert ready.tree is not None
        before = inputs.unedited_tree(ready.case, self.suite.fixtures).files
        lines = []
        for path in dict.fromkeys(edit["file"] for edit in ready.case.edit):
            lines += [f"  {path}", *hexview.dump_lines(ready.tree.files[path], before[path], limit=limit)]
        return lines

    def fields(self, *, near_edits: bool) -> list[str]:
        """Fields of a log file: all, or those that overlap the edits."""
        from hudi_conformance.decode.log.fields import fields_of

        ready = self.ready
        if ready.data is None:
            return []
        spans = None
        if near_edits and ready.case.base is not None:
            changed = hexview.changes(ready.data, self.suite.fixtures.bytes(ready.case.base))
            spans = [(change.ofs, change.ofs + max(change.len_now, 1)) for change in changed]
        lines = []
        for item in fields_of(ready.data):
            end = item.ofs + max(item.len, 1)
            if spans is not None and not any(item.ofs < stop and begin < end for begin, stop in spans):
                continue
            value = item.value if isinstance(item.value, int) else _bytes(item.value)
            lines.append(f"  {item.ofs:08x} {item.len:>7}  {item.path} = {value}   {item.requirement}")
        return lines


def _bytes(value: bytes) -> str:
    text = value[:24].hex(" ")
    return f"{text} …" if len(value) > 24 else text or "(empty)"


def _size(ready: Prepared) -> str:
    return counted(ready.size, "byte")
