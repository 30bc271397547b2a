# SPDX-License-Identifier: Apache-2.0
"""`audit.between.bootstrap`: skeletons against the index and the source files."""

from __future__ import annotations

import shutil
import tomllib
import zipfile
from functools import reduce
from pathlib import Path
from typing import Any

import pytest
from hudi_conformance import resources
from hudi_conformance.model.bootstrap import FILE_IDS_FILE, PARTITIONS_FILE
from instruments.writer.bootstrap_index import IndexKnobs, Pointer, encode_index
from strategies.damage import audit, lines

A, B = (f"{letter * 8}-0000-4000-8000-000000000000" for letter in "ab")
NAMES = {"$A": f"{A}_0-0-0_00000000000001.parquet", "$PARTITIONS": PARTITIONS_FILE, "$IDS": FILE_IDS_FILE}
TEXT = Path(__file__).parents[1].joinpath("bootstrap.toml").read_text("utf-8")
CHANGES = tomllib.loads(reduce(lambda text, name: text.replace(*name), NAMES.items(), TEXT))["change"]


def unpacked(name: str, folder: Path) -> Path:
    """The table of a fixture; its sources are beside it."""
    with zipfile.ZipFile(resources.fixtures_dir() / "bootstrap" / f"{name}.zip") as archive:
        archive.extractall(folder / "table")
    shutil.move(folder / "table" / ".hoodie" / ".source", folder / "source")
    return folder / "table"


def index(table: Path, groups: str = "ab", num_keys: int | None = None, **lengths: int) -> dict[str, bytes]:
    """Files of an index of the sources where they are, which the properties name."""
    base = table.parent / "source"
    properties = table / ".hoodie" / "hoodie.properties"
    kept = [line for line in properties.read_text().splitlines() if "bootstrap.base.path" not in line]
    properties.write_text("\n".join([*kept, f"hoodie.bootstrap.base.path={base}", ""]))
    pointers = []
    for group in (group for group in (A, B) if group[0] in groups):
        file = base / f"part-{group[0]}.parquet"
        pointers.append(Pointer("", group, f"file:{file}", lengths.get(group[0], file.stat().st_size), None))
    return encode_index(str(base), pointers, is_old=True, knobs=IndexKnobs(num_keys=num_keys))


def change_file(table: Path, step: dict[str, str]) -> None:
    match step:
        case {"remove": path}:
            (table / path).unlink()
        case {"zero": path}:
            (table / path).write_bytes(bytes((table / path).stat().st_size))
        case {"copy": path, "to": target}:
            shutil.copy(table / path, table / target)
        case {"put": text, "property": name}:
            path = table / ".hoodie" / "hoodie.properties"
            path.write_text(path.read_text().replace(f"{name}=", f"{name}={text}"))


@pytest.mark.parametrize("change", [pytest.param(change, id=change["id"]) for change in CHANGES])
def test_findings_about_skeletons(change: dict[str, Any], tmp_path: Path) -> None:
    table = unpacked("plain-v6", tmp_path)
    for step in change.get("before", ()):
        change_file(table, step)
    files = index(table, **change["index"]) if "index" in change else {}
    if "ids" in change:
        files[FILE_IDS_FILE] = index(table, **change["ids"])[FILE_IDS_FILE]
    for name, data in files.items():
        (table / name).write_bytes(data)
    for step in change.get("do", ()):
        change_file(table, step)
    found = [line for line in lines(audit(table), table) if "table.check.bootstrap" in line]
    assert found == [f"{line} @00000000000001" for line in change["expect"]]
