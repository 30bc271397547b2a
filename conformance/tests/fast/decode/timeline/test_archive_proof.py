# SPDX-License-Identifier: Apache-2.0
"""What the kernels prove about an archive is so: findings and facts are those of the careful decoder."""

from __future__ import annotations

import random
import shutil
import zipfile
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from archives import unpacked
from hudi_conformance import resources
from hudi_conformance.audit.log_surface import LogSurface
from hudi_conformance.audit.surface import Context, Part
from hudi_conformance.decode.bulk import archive_records
from hudi_conformance.decode.bulk.framing import has_kernels
from hudi_conformance.decode.timeline import archive_check
from hudi_conformance.decode.timeline.archive_check import METADATA_FIELDS, check_archive
from hudi_conformance.decode.timeline.archive_entries import ARCHIVE_NAME
from hudi_conformance.lake.files import FileRef
from sampling import at_length
from timeline_answers import answers

pytestmark = pytest.mark.skipif(not has_kernels(), reason="without the kernels nothing is proven")
SEED = 20261123
NUM_TABLES = at_length(60, 30)


@cache
def tables() -> list[Path]:
    """Tables with archives that can be opened, of real writers and ours."""
    found = []
    for path in sorted(resources.fixtures_dir().rglob("*.zip")):
        with zipfile.ZipFile(path) as archive:
            if any(ARCHIVE_NAME.fullmatch(name.rpartition("/")[2]) for name in archive.namelist()):
                found.append(path)
    return found


def archives_of(table: Path) -> list[Path]:
    return [path for path in sorted(table.rglob("*archive*")) if ARCHIVE_NAME.fullmatch(path.name)]


@contextmanager
def careful(monkeypatch: pytest.MonkeyPatch) -> Any:
    with monkeypatch.context() as patch:
        patch.setattr(archive_records, "has_kernels", lambda: False)
        yield


def damage(path: Path, rng: random.Random) -> None:
    data = bytearray(path.read_bytes())
    if not data:
        return
    for _ in range(rng.choice([0, 1, 1, 1, 2, 5])):
        # Records lie behind the schema, which is long: half of the changes are in them.
        near = data.rfind(b"hoodie", 0, len(data)) if rng.random() < 0.5 else 0
        at = rng.randrange(max(near, 0), len(data))
        kind = rng.randrange(10)
        if kind < 7:
            data[at] ^= 1 << rng.randrange(8)
        elif kind == 7:
            data[at] = rng.randrange(256)
        elif kind == 8:
            del data[at:]
        else:
            data[at:at] = rng.randbytes(rng.randrange(1, 3))
        if not data:
            break
    if rng.random() < 0.2:
        data += bytes(data)  # each block twice
    path.write_bytes(bytes(data))


def test_damaged_archives(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    rng = random.Random(SEED)
    monkeypatch.setattr(archive_records, "_GROUP", 3)
    proven: list[bool] = []
    original = archive_records._read

    def read(*arguments: Any) -> archive_records.Blocks:
        blocks = original(*arguments)
        proven.extend(blocks.is_proven.tolist())
        return blocks

    monkeypatch.setattr(archive_records, "_read", read)
    kinds = {"sound": 0, "found": 0, "sizes": 0, "problems": 0}
    for number in range(NUM_TABLES):
        folder = tmp_path / str(number)
        unpacked(rng.choice(tables()), folder)
        for path in archives_of(folder):
            damage(path, rng)
        fields = METADATA_FIELDS
        if rng.random() < 0.3:  # rules that are broken more often than those of Hudi
            names = rng.sample([*METADATA_FIELDS, "commitTime", "stateTransitionTime", "version"], 5)
            fields = {name: METADATA_FIELDS.get(name, frozenset()) for name in names}
        with monkeypatch.context() as patch:
            patch.setattr(archive_check, "METADATA_FIELDS", fields)
            got = answers(check_archive, folder)
            with careful(monkeypatch):
                want = answers(check_archive, folder)
        assert got == want, f"table {number} of seed {SEED}"
        kinds["found" if want[0] else "sound"] += 1
        kinds["sizes"] += len(want[1]) > 2 and len(want[1][1]) > 0
        kinds["problems"] += len(want[1]) > 2 and len(want[1][4]) > 0
        shutil.rmtree(folder)
    assert min(kinds.values()) > NUM_TABLES // 15, kinds
    assert sum(proven) > len(proven) // 3


def test_archives_as_log_files(tmp_path: Path) -> None:
    """Blocks without an instant are proven as others are, and say the same."""
    rng = random.Random(SEED)
    num_found = 0
    for number in range(NUM_TABLES):
        folder = tmp_path / str(number)
        unpacked(rng.choice(tables()), folder)
        path = rng.choice(archives_of(folder))
        damage(path, rng)
        data, ref = path.read_bytes(), FileRef(str(path), path.stat().st_size)
        found = []
        for surface in (LogSurface(), LogSurface(quick=False)):
            parts = surface.plan(ref, data, Context()).parts or [Part(0, 0)]
            found.append([row for part in parts for row in surface.check(ref, data, part, Context())])
        assert found[0] == found[1], f"archive {number} of seed {SEED}"
        num_found += len(found[0]) > 0
        shutil.rmtree(folder)
    assert num_found > NUM_TABLES // 10
