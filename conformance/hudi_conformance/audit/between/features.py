# SPDX-License-Identifier: Apache-2.0
"""Unknown features of a table: they are not checked and do not count as findings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from hudi_conformance.audit.between.subject import Subject
from hudi_conformance.audit.gaps import Gap
from hudi_conformance.errors import Reject, UnsupportedInput
from hudi_conformance.model.base_file import BaseFileName
from hudi_conformance.semantics.merge.payloads import payload_strategy
from hudi_conformance.semantics.merge.rules import Mode, line_of_version, rules_of
from hudi_conformance.table.features import check_files
from hudi_conformance.table.files import data_files_of
from hudi_conformance.table.state import is_merge_on_read

_LIKE_A_BASE_FILE = re.compile(r"[^_]+_[0-9]+-[0-9]+-[0-9]+_[0-9]+\.(?P<suffix>[a-z0-9]{1,16})")


def check_known(subject: Subject) -> Iterator[Gap]:
    """Features that the reader of rows rejects, and data files of an unknown kind."""
    if subject.is_metadata_table:
        return
    facts, paths = subject.facts, list(subject.data_files())
    unknown: Counter[str] = Counter()
    for file in (path.rpartition("/")[2] for path in paths):
        if BaseFileName.parse(file) is None and (match := _LIKE_A_BASE_FILE.fullmatch(file)):
            unknown[match["suffix"]] += 1
    for suffix, number in sorted(unknown.items()):
        yield Gap("data files", number, f"names end in .{suffix}, an unknown format")
    properties = facts.timeline.properties
    written = [str(stat.get("path") or "") for commit in facts.commits for _, stat in commit.stats]
    try:
        check_files(properties, data_files_of(paths).base_files, written)
        rules = rules_of(properties, line_of_version(subject.version))
        if rules.mode is Mode.PAYLOAD and is_merge_on_read(properties):
            payload_strategy(rules.payload)
    except UnsupportedInput as error:
        yield Gap("tables", 1, f"rows cannot be read: {error}")
    except Reject:
        return  # a value of a property, which is a finding
