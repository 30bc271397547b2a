# SPDX-License-Identifier: Apache-2.0
"""`audit.between.bootstrap`: skeletons against the index and the source files."""

from __future__ import annotations

import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hudi_conformance import resources
from hudi_conformance.model.bootstrap import FILE_IDS_FILE, PARTITIONS_FILE
from instruments.writer.bootstrap_index import IndexKnobs, Pointer, encode_index
from strategies.damage import audit, lines

A, B = (f"{letter * 8}-0000-4000-8000-000000000000" for letter in "ab")
SKELETON = f"{A}_0-0-0_00000000000001.parquet"
INDEX = "table.check.bootstrap-index"


def unpacked(name: str, folder: Path) -> Path:
    """The table of a fixture; its sources are beside it."""
    with zipfile.ZipFile(resources.fixtures_dir() / "bootstrap" / f"{name}.zip") as archive:
        archive.extractall(folder / "table")
    shutil.move(folder / "table" / ".hoodie" / ".source", folder / "source")
    return folder / "table"


def index(table: Path, knobs: IndexKnobs | None = None, groups: str = "ab", **lengths: int) -> None:
    """Write an index of the sources where they are."""
    base = table.parent / "source"
    properties = table / ".hoodie" / "hoodie.properties"
    kept = [line for line in properties.read_text().splitlines() if "bootstrap.base.path" not in line]
    properties.write_text("\n".join([*kept, f"hoodie.bootstrap.base.path={base}", ""]))
    pointers = []
    for group in (group for group in (A, B) if group[0] in groups):
        file = base / f"part-{group[0]}.parquet"
        pointers.append(Pointer("", group, f"file:{file}", lengths.get(group[0], file.stat().st_size), None))
    for name, data in encode_index(str(base), pointers, is_old=True, knobs=knobs).items():
        (table / name).write_bytes(data)


def without(file: str, *, is_zeroed: bool = False) -> Callable[[Path], None]:
    """A table with an index, and without one of the files beside or in it, or without its bytes."""

    def change(table: Path) -> None:
        index(table)
        path = table / file
        path.write_bytes(bytes(path.stat().st_size)) if is_zeroed else path.unlink()

    return change


def shorter(table: Path) -> None:
    shutil.copy(table.parent / "source" / "part-b.parquet", table.parent / "source" / "part-a.parquet")
    index(table)


def other_pointers(table: Path) -> None:
    index(table, a=7)
    data = (table / FILE_IDS_FILE).read_bytes()
    index(table)
    (table / FILE_IDS_FILE).write_bytes(data)


def other_base(table: Path) -> None:
    index(table)
    path = table / ".hoodie" / "hoodie.properties"
    path.write_text(path.read_text().replace("bootstrap.base.path=", "bootstrap.base.path=/other"))


SOURCE, GONE = "table.check.bootstrap-source", "../source/part-a.parquet"
DAMAGES: dict[str, tuple[Callable[[Path], None], list[str]]] = {
    "healthy": (index, []),
    "source-gone": (without(GONE), [f"damage error {SOURCE} bad-reference {SKELETON}"]),
    "other-length": (lambda table: index(table, a=7), [f"damage error {SOURCE} length-mismatch {SKELETON}"]),
    "fewer-rows": (shorter, [f"damage error table.check.bootstrap-rows length-mismatch {SKELETON}"]),
    "half-an-index": (without(FILE_IDS_FILE), [f"damage error {INDEX} bad-reference {FILE_IDS_FILE}"]),
    "pending": (
        without(".hoodie/00000000000001.commit"),
        [f"violation warning {INDEX} bad-state {PARTITIONS_FILE}"],
    ),
    "other-count": (
        lambda table: index(table, IndexKnobs(num_keys=9)),
        [f"violation warning {INDEX} count-too-large {name}" for name in (FILE_IDS_FILE, PARTITIONS_FILE)],
    ),
    "damaged-index": (
        without(PARTITIONS_FILE, is_zeroed=True), [f"damage error {INDEX} bad-version {PARTITIONS_FILE}"],
    ),
    "damaged-source": (without(GONE, is_zeroed=True), [f"damage error {SOURCE} bad-value {SKELETON}"]),
    "damaged-skeleton": (without(SKELETON, is_zeroed=True), []),
    "no-pointer": (
        lambda table: index(table, groups="b"), [f"damage error {INDEX} missing-field {SKELETON}"],
    ),
    "other-pointers": (other_pointers, [f"violation warning {INDEX} bad-reference {FILE_IDS_FILE}"]),
    "other-base": (
        other_base,
        [f"violation warning {INDEX} bad-reference {name}" for name in (FILE_IDS_FILE, PARTITIONS_FILE)],
    ),
    "moved": (lambda _: None, [f"violation warning {SOURCE} bad-reference {PARTITIONS_FILE}"]),
}


@pytest.mark.parametrize(("change", "expected"), DAMAGES.values(), ids=DAMAGES)
def test_findings_about_skeletons(
    change: Callable[[Path], None], expected: list[str], tmp_path: Path
) -> None:
    table = unpacked("plain-v6", tmp_path)
    change(table)
    found = [line for line in lines(audit(table), table) if "table.check.bootstrap" in line]
    assert found == [f"{line} @00000000000001" for line in expected]
