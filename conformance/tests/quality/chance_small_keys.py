# SPDX-License-Identifier: Apache-2.0
"""Audits of a record index against a small table, for mutants drawn by chance.

drawn:index-records-NAME    three keys in one file group: what is told of an index that says otherwise, by
                            its keys where they are read, and by their number where they are not
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chance_asked import Asked, Failure, imported
from chance_files import rows_of
from chance_small import VERSIONS
from chance_small_table import GROUPS, T1, base_file, base_name

if TYPE_CHECKING:
    from chance_questions import World

_RULE = "table.check.metadata-record-index"
_INDEX = ".hoodie/metadata/record_index"
_NUM_GROUPS = (1, 3)
_METAFILES = {
    f"p={number}/.hoodie_partition_metadata": f"commitTime={T1}\npartitionDepth=1\n".encode()
    for number in (1, 2)
}
_HERE, _THERE, _NOWHERE = ("p=1", GROUPS[0]), ("p=2", GROUPS[1]), ("p=1", GROUPS[0].replace("0000", "9999"))
_RIGHT = {"k0": _HERE, "k1": _HERE, "k2": _HERE}
# Places of keys in the index; codes of what is told of keys, and of numbers.
_CASES: dict[str, tuple[dict[str, tuple[str, str]], list[str], list[str]]] = {
    "right": (_RIGHT, [], []),
    "missing": ({"k0": _HERE, "k2": _HERE}, ["missing-field"], ["bad-value"]),
    "all-missing": ({}, ["missing-field"], ["bad-value"]),
    "extra": (_RIGHT | {"k9": _HERE}, ["missing-field"], ["bad-value"]),
    "extra-there": (_RIGHT | {"k9": _THERE}, ["missing-field"], ["bad-value"]),
    "elsewhere": (_RIGHT | {"k1": _THERE}, ["bad-reference"], ["bad-value", "bad-value"]),
    "all-elsewhere": (dict.fromkeys(_RIGHT, _THERE), ["bad-reference"], ["bad-value", "bad-value"]),
    "nowhere": (_RIGHT | {"k1": _NOWHERE}, ["bad-reference"], ["bad-reference", "bad-value"]),
    "extra-nowhere": (_RIGHT | {"k9": _NOWHERE}, ["missing-field"], ["bad-reference"]),
    "other": ({"k0": _HERE, "k1": _HERE, "k9": _HERE}, ["missing-field", "missing-field"], []),
}


def small_key_questions() -> Iterator[Asked]:
    """All of them."""
    for name, case in _CASES.items():
        for version in VERSIONS:
            yield f"drawn:index-records-{name}-{version}", f"{case}", partial(_fault, version, *case)


def _fault(
    version: int, places: dict[str, tuple[str, str]], by_keys: list[str], by_number: list[str], _: World
) -> Failure:
    data = {base_name(number): base_file(base_name(number), T1, 3 * (number == 0)) for number in range(2)}
    listed = [
        {"partition": path.partition("/")[0], "files": {path.partition("/")[2]: len(raw)}}
        for path, raw in data.items()
    ]
    located = [
        {"key": key, "partition": partition, "file_id": file_id, "instant_ms": 1_767_225_660_000}
        for key, (partition, file_id) in places.items()
    ]
    for num_groups in _NUM_GROUPS:
        made: dict[str, bytes] = imported("encode.metadata.table").encode_metadata({
            "table_version": version, "name": "t", "partition_field": "p",
            "indexes": {"files": {}, "record_index": {"groups": num_groups}},
            "instants": [{"time": T1, "action": "commit", "completion_time": str(int(T1) + 500)}],
            "commits": [{"time": T1, "completion_time": str(int(T1) + 400), "rows": {
                "files": [{"partitions": {"p=1": True, "p=2": True}}, *listed], "record_index": located}}],
        })  # fmt: skip
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place) / "t"
            for path, raw in {**made, **data, **_METAFILES}.items():
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                (folder / path).write_bytes(raw)
            for deep, codes in ((True, by_keys), (False, by_number)):
                rows: list[Any] = [row for row in rows_of(folder, deep=deep) if row.requirement == _RULE]
                if sorted(row.code for row in rows) != sorted(codes):
                    return f"deep {deep}, {num_groups} groups: {[(row.code, row.message) for row in rows]}"[
                        :390
                    ]
                wrong = {(row.path, row.verdict, row.severity) for row in rows}
                if wrong - {(f"{folder}/{_INDEX}", "damage", "error")}:
                    return f"{wrong}"
    return None
