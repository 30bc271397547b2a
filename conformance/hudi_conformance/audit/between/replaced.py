# SPDX-License-Identifier: Apache-2.0
"""File groups that completed replacecommits replace, against their plans and the groups of the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Set
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from hudi_conformance.audit.between.leftovers import SHARED_ID
from hudi_conformance.audit.between.subject import Subject, damage, log_name
from hudi_conformance.audit.commits import Commit
from hudi_conformance.audit.findings import FindingRow
from hudi_conformance.model.base_file import BaseFileName

RULE = "replaced-groups"
_CLUSTER, _DELETE = "CLUSTER", "DELETE_PARTITION"
Group: TypeAlias = tuple[str, str]  # partition and file id


def check_replaced(subject: Subject) -> Iterator[FindingRow]:
    """Groups that a replacecommit names wrongly (unknown or its own) or omits, and later files of them."""
    groups = _Groups(subject)
    for commit in subject.facts.commits if not subject.is_metadata_table else ():
        if commit.instant.action == "replacecommit":
            yield from groups.check(commit, frozenset(commit.replaced or ()))
        yield from groups.check_written(commit)


@dataclass(frozen=True)
class _Groups:
    """File groups of a table, from present files and the timeline."""

    subject: Subject

    def check(self, commit: Commit, replaced: Set[Group]) -> Iterator[FindingRow]:
        own = {(partition, str(stat.get("fileId"))) for partition, stat in commit.stats}
        for group in sorted(replaced & own):
            if not SHARED_ID.fullmatch(group[1]):
                text = f"replaces {_shown(group)}, which it has written: no query returns its rows"
                yield self._row(commit, "duplicate", text)
        for group, num in Counter(commit.replaced or ()).items():
            if num > 1:
                text = f"replaces {_shown(group)} {num} times: another may be meant, and is still returned"
                yield self._row(commit, "duplicate", text)
        unknown = sorted(group for group in replaced - own if not self._is_known(group))
        for group in unknown:
            partitions = sorted(partition for partition, file_id in self.known if file_id == group[1])
            where = f"which is in {partitions[0]!r:.80}" if partitions else "which the table never had"
            yield self._row(commit, "bad-reference", f"replaces {_shown(group)}, {where}")
        plan = self.subject.facts.clustered.get(commit.instant.time)
        if plan and commit.operation == _CLUSTER:
            spared = sorted(plan - replaced - own)  # some strategies rewrite a group under the same id
            extra = sorted(replaced - plan - set(unknown) - own)
            for group in spared:
                text = f"does not replace {_shown(group)}, which its plan has rewritten: rows occur twice"
                yield self._row(commit, "missing-field", text)
            for group in extra:
                text = f"replaces {_shown(group)}, which its plan does not read: no query returns its rows"
                yield self._row(commit, "bad-value", text)
        elif commit.operation == _DELETE and not commit.replaced_partitions:
            yield self._row(
                commit, "missing-field", f"{_DELETE} does not name a partition: its rows are still returned"
            )
        elif commit.operation != _CLUSTER:
            for group in sorted(self._overwritten(commit) - replaced - own):
                text = f"{commit.operation} does not replace {_shown(group)}: its rows are still returned"
                yield self._row(commit, "missing-field", text)

    def check_written(self, commit: Commit) -> Iterator[FindingRow]:
        """Files of a later commit in a replaced group: the writer takes the same ids again."""
        for partition, stat in commit.stats:
            replacing = self.subject.facts.replaced.get((partition, str(stat.get("fileId"))))
            path = stat.get("path")
            if path in self.subject.present and replacing is not None and replacing < commit.instant.time:
                text = f"writes {path}, whose group {replacing} has replaced: no query returns its rows"
                yield self._row(commit, "bad-order", text)

    def _row(self, commit: Commit, code: str, text: str) -> FindingRow:
        path, time = self.subject.instant_file(commit.instant), commit.instant.time
        return damage(path, RULE, code, f"{commit.instant.name}: {text}", time)

    def _is_known(self, group: Group) -> bool:
        """Whether the table has had a group; always true if a part of the archive cannot be read."""
        facts = self.subject.facts
        is_deleted = any(name.lstrip(".").startswith(f"{group[1]}_") for name in facts.deleted)
        return group in self.known or is_deleted or bool(facts.problems)

    @cached_property
    def known(self) -> frozenset[Group]:
        """Groups with a file that exists, or that an active or archived commit names."""
        facts = self.subject.facts
        paths = {*self.subject.present, *facts.named, *facts.archived_sizes, *facts.planned}
        return frozenset(group for path in paths if (group := _group(path)) is not None)

    def _overwritten(self, commit: Commit) -> set[Group]:
        """Groups of active commits that an INSERT_OVERWRITE or similar operation must replace."""
        partitions = {partition for partition, _ in commit.stats}
        if commit.operation not in {"INSERT_OVERWRITE", "INSERT_OVERWRITE_TABLE", _DELETE}:
            return set()
        if commit.operation == _DELETE:
            partitions = set(commit.replaced_partitions)
        time, facts = commit.instant.time, self.subject.facts
        before = (c for c in facts.commits if (c.instant.completion_time or c.instant.time) < time)
        written = {(p, str(stat.get("fileId"))) for c in before for p, stat in c.stats if stat.get("path")}
        earlier = {group for c in facts.commits if c.instant.time < time for group in c.replaced or ()}
        is_all = commit.operation == "INSERT_OVERWRITE_TABLE"
        return {group for group in written - earlier if is_all or group[0] in partitions}


def _group(path: str) -> Group | None:
    folder, _, file = path.rpartition("/")
    name = BaseFileName.of_path(path) or log_name(file)
    return None if name is None else (folder, name.file_id)


def _shown(group: Group) -> str:
    return f"{group[1]} of {group[0]!r:.80}" if group[0] else group[1]
