# SPDX-License-Identifier: Apache-2.0
"""File slices of a group by their names and the timeline, and what a view reads of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hudi_conformance.semantics.slices.files import (
    BaseFile,
    FileSlice,
    SliceLog,
    TimelineFacts,
    file_slices,
    is_replaced,
    merged_slice,
    read_optimized_file,
    visible_slices,
)

GROUP = ("p", "f")
T1, T2, T3, T4 = "001", "002", "003", "004"
FACTS = TimelineFacts(8, {T1: "0011", T2: "0021", T3: "0031"})


def base(instant: str, token: str = "0-0-0") -> BaseFile:
    return BaseFile(*GROUP, token, instant, f"base-{instant}-{token}")


def log(instant: str, version: int = 1, token: str | None = "0-0-0", suffix: str = "") -> SliceLog:
    return SliceLog(*GROUP, instant, version, token, suffix, f"log-{instant}-{version}-{token}{suffix}")


def shown(slices: list[FileSlice]) -> list[tuple[str, str | None, list[str]]]:
    """Instant, base file and log files of each slice, by their instants and versions."""
    return [
        (
            item.base_instant,
            item.base_file and item.base_file.instant,
            [f"{log.instant}.{log.version}" for log in item.log_files],
        )
        for item in slices
    ]


def slices_of(files: list[BaseFile | SliceLog], facts: TimelineFacts) -> list[FileSlice]:
    bases = [file for file in files if isinstance(file, BaseFile)]
    logs = [file for file in files if isinstance(file, SliceLog)]
    found = file_slices(bases, logs, facts)
    assert set(found) == {GROUP}
    return found[GROUP]


SLICES: dict[str, Any] = {
    "by-completion": (
        [base(T1), log(T2), base(T3), log(T1)],
        {},
        [(T3, T3, []), (T1, T1, ["001.1", "002.1"])],
    ),
    "on-the-same": ([base(T1), base(T3), log(T3)], {}, [(T3, T3, ["003.1"]), (T1, T1, [])]),
    "logs-alone": ([log(T2), log(T1)], {}, [(T1, None, ["001.1", "002.1"])]),
    "log-alone-not-completed": ([log(T4)], {}, [(T4, None, ["004.1"])]),
    "not-completed": ([base(T1), base(T2), log(T4)], {}, [(T2, T2, ["004.1"]), (T1, T1, [])]),
    "archived": ([base(T1), log("000")], {"first_active": T1}, [(T1, T1, []), ("000", None, ["000.1"])]),
    "planned": (
        [base(T1), log(T3)],
        {"pending_compactions": {GROUP: T2}},
        [(T2, None, ["003.1"]), (T1, T1, [])],
    ),
    "by-name": ([base(T1), base(T3), log(T1)], {"table_version": 6}, [(T3, T3, []), (T1, T1, ["001.1"])]),
    "downgraded": ([base(T1), log(T3)], {"table_version": 6}, [(T1, T1, ["003.1"])]),
    "versions-are-numbers": (
        [base(T1), log(T1, 2), log(T1, 1), log(T1, 10)],
        {"table_version": 6},
        [(T1, T1, ["001.1", "001.2", "001.10"])],
    ),
    "two-tokens": ([base(T1, "1-0-1"), base(T1)], {}, [(T1, T1, [])]),
}


@pytest.mark.parametrize("name", SLICES)
def test_slices_of_a_group(name: str) -> None:
    files, facts, expected = SLICES[name]
    assert shown(slices_of(files, replace(FACTS, **facts))) == expected


def test_the_later_token_and_the_order_of_log_files() -> None:
    assert slices_of([base(T1, "1-0-1"), base(T1)], FACTS)[0].base_file == base(T1, "1-0-1")
    logs = [log(T1, 1, None), log(T1), log(T1, 1, "0-0-0", ".cdc"), log(T1, 1, "0-1-0"), log(T2)]
    assert list(slices_of([*reversed(logs)], FACTS)[0].log_files) == logs


VIEWS: dict[str, Any] = {
    "base-and-log": ([base(T1), log(T2)], {}, None, (T1, T1, ["002.1"]), T1),
    "newest": ([base(T1), base(T3)], {}, None, (T3, T3, []), T3),
    "as-of": ([base(T1), base(T3)], {}, T2, (T1, T1, []), T1),
    "as-of-itself": ([base(T1), base(T3)], {}, T3, (T3, T3, []), T3),
    "as-of-before": ([base(T3)], {}, T2, None, None),
    "not-committed": ([base(T1), base(T4)], {}, None, (T1, T1, []), T1),
    "log-not-committed": ([base(T1), log(T4)], {}, None, (T1, T1, []), T1),
    "nothing-committed": ([log(T4)], {}, None, None, None),
    "downgraded": ([base(T1), log(T2)], {"table_version": 6}, None, (T1, T1, ["002.1"]), T1),
    "planned": (
        [base(T1), log(T1), log(T3)],
        {"pending_compactions": {GROUP: T2}},
        None,
        (T1, T1, ["001.1", "003.1"]),
        T1,
    ),
    "planned-with-a-file": (
        [base(T1), base(T2), log(T3)],
        {"pending_compactions": {GROUP: T2}},
        None,
        (T1, T1, ["003.1"]),
        T1,
    ),
    "planned-alone": ([log(T3)], {"pending_compactions": {GROUP: T2}}, None, (T2, None, ["003.1"]), None),
    "clustering": ([base(T1), base(T2)], {"pending_clusterings": frozenset({T2})}, None, (T1, T1, []), T1),
    "archived": ([base("000")], {"first_active": T1}, None, ("000", "000", []), "000"),
    "pending": ([base("000")], {"first_active": T1, "pending": frozenset({"000"})}, None, None, None),
}


@pytest.mark.parametrize("name", VIEWS)
def test_what_a_view_reads(name: str) -> None:
    files, facts, as_of, expected, optimised = VIEWS[name]
    own = replace(FACTS, **facts)
    slices = slices_of(files, own)
    item = merged_slice(slices, own, as_of)
    assert shown([item] if item else []) == ([expected] if expected else [])
    assert item is None or (item.partition, item.file_id) == GROUP
    file = read_optimized_file(slices, own, as_of)
    assert (file and file.instant) == optimised


def test_a_slice_of_no_committed_instant_is_not_visible() -> None:
    item = FileSlice(*GROUP, T4, None, (log(T2),))
    assert visible_slices([item], FACTS, None) == []
    assert visible_slices([replace(item, base_instant=T1)], FACTS, None) == [replace(item, base_instant=T1)]


@pytest.mark.parametrize(("as_of", "expected"), [(None, True), (T3, True), (T2, True), (T1, False)])
def test_a_group_is_replaced_as_of_its_replacing_instant_and_later(as_of: str | None, expected: bool) -> None:
    facts = replace(FACTS, replaced={GROUP: T2})
    assert is_replaced(GROUP, facts, as_of) is expected
    assert not is_replaced(("p", "other"), facts, as_of)
    assert (facts.latest, replace(facts, completed={}).latest) == (T3, None)
