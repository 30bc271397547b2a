# SPDX-License-Identifier: Apache-2.0
"""A small table with one thing changed in its metadata table or files: all findings, word by word, and gaps.

An entry `[[change]]` of the TOML file has

    id      of the test
    set     value by its place in the description, see `small_metadata`: "commits.0.rows.files.0"
    remove  places of the description
    files   what is written over files of the table, by a pattern of their path: text, "hex:…", "-" to remove
            it
    deep    whether values are read, true by default
    rows    whether rows of indexes are compared: by default where a finding is about one and values are read
    expect  VERDICT SEVERITY RULE CODE PATH | MESSAGE
    gaps    NUMBER WHAT | WHY, beside those of every audit that reads no values

$A and $B are the file groups, $FA and $FB their base files, $SIZE the bytes of the first; $BARE is that file
without a filter, and $LEN its length; $FILTER, $SOME, $MORE and $NONE are filters of the keys k1 and k2, of
k1, of these and k9, and of none. $NULL is a null.
"""

from __future__ import annotations

import json
import tomllib
import uuid
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from hudi_conformance.audit.findings import FindingRow
from hudi_conformance.audit.metadata.run import check_metadata
from hudi_conformance.audit.metadata.tasks import DATA_ROWS, INDEX_ROWS
from hudi_conformance.audit.surface import Context, TableRef
from hudi_conformance.engine import local
from hudi_conformance.lake.files import list_files
from strategies import small_metadata
from strategies.small_metadata import FILE_A, FILE_B, A, B

CHANGES = tomllib.loads(Path(__file__).with_name("changes.toml").read_text("utf-8"))["change"]
BARE = small_metadata.base_file("p", FILE_A, without_filter=True)
NAMES = {
    "$FA": FILE_A,
    "$FB": FILE_B,
    "$A": A,
    "$B": B,
    "$SIZE": f"{len(small_metadata.base_file('p', FILE_A)):,}",
    "$FILTER": small_metadata.filter_of(["k1", "k2"]),
    "$SOME": small_metadata.filter_of(["k1"]),
    "$MORE": small_metadata.filter_of(["k1", "k2", "k9"]),
    "$NONE": small_metadata.filter_of([]),
}
# What no audit without values checks.
SHALLOW = [
    f"1 indexes of records | keys of {index}; --deep reads them"
    for index in ("record_index", "secondary_index_b", "secondary_index_s")
]


def filled(value: Any) -> Any:
    text = (
        json.dumps(value)
        .replace('"$LEN"', str(len(BARE)))
        .replace("$BARE", BARE.hex())
        .replace('"$NULL"', "null")
    )
    for name, full in NAMES.items():
        text = text.replace(name, full)
    return json.loads(text)


def shown(row: FindingRow, folder: Path) -> str:
    """A finding as a line of `expect`; words of libraries are left out."""
    rule = str(row.requirement).removeprefix("table.check.")
    message = ": ".join(row.message.split(": ")[:2]) if row.verdict == "unreadable" else row.message
    path = row.path.removeprefix(f"{folder}/")
    return f"{row.verdict} {row.severity} {rule} {row.code} {path} | {message}"


def at(description: Any, place: str) -> tuple[Any, Any]:
    """What contains a place, and its key there."""
    *path, last = place.split("|") if "|" in place else place.split(".")
    for name in path:
        description = description[int(name) if isinstance(description, list) else name]
    return description, int(last) if isinstance(description, list) else last


def written(change: dict[str, Any], folder: Path) -> Path:
    description = small_metadata.description()
    for place, value in change.get("set", {}).items():
        inside, key = at(description, place)
        if isinstance(inside, list) and key == len(inside):
            inside.append(value)
        else:
            inside[key] = value
    for place in change.get("remove", ()):
        inside, key = at(description, place)
        del inside[key]
    small_metadata.write(folder, description)
    for pattern, content in change.get("files", {}).items():
        paths = list(folder.glob(pattern)) or [folder / pattern]
        for path in paths:
            if content == "-":
                path.rmdir() if path.is_dir() else path.unlink()
            else:
                is_hex = content.startswith("hex:")
                path.write_bytes(bytes.fromhex(content[4:]) if is_hex else content.encode())
    return folder


@pytest.mark.parametrize("change", [pytest.param(filled(entry), id=entry["id"]) for entry in CHANGES])
def test_findings_of_a_changed_table(change: dict[str, Any], tmp_path: Path) -> None:
    folder = written(change, tmp_path)
    table = TableRef(str(folder), list_files([folder]), Context(deep=change.get("deep", True)))
    kinds: set[str] = set()

    def engine(wanted: pa.Table, *args: Any, **options: Any) -> None:
        kinds.update(wanted.column("kind").to_pylist())
        local.run_tasks(wanted, *args, **options)

    result = check_metadata(table, uuid.uuid4().hex, engine)
    assert sorted(shown(row, folder) for row in result.findings) == sorted(change.get("expect", []))
    left = [] if change.get("deep", True) else SHALLOW
    gaps = [f"{gap.number} {gap.what} | {gap.why}" for gap in result.gaps]
    assert sorted(gaps) == sorted([*left, *change.get("gaps", [])])
    assert {(row.surface, row.kind, row.ofs, row.len, row.block, row.instant) for row in result.findings} <= {
        ("metadata", "metadata", None, None, None, None)
    }
    # Rows of an index are compared where sums differ, and nowhere else.
    about_rows = {"table.check.metadata-record-index", "table.check.metadata-secondary-index"}
    is_told = bool(about_rows & {row.requirement for row in result.findings})
    differs = change.get("rows", change.get("deep", True) and is_told)
    assert (DATA_ROWS in kinds, INDEX_ROWS in kinds) == (differs, differs)
