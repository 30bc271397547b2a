# SPDX-License-Identifier: Apache-2.0
"""Salvage: all of what is whole, more than readers see of what is not, and every byte accounted for."""

from __future__ import annotations

import json
import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import whole_suite
from hudi_conformance import resources
from hudi_conformance.canonical.hfile import canonical_hfile_cell
from hudi_conformance.canonical.json import dumps
from hudi_conformance.canonical.log import canonical_content
from hudi_conformance.cli import run_cli
from hudi_conformance.decode.avro.schema import parse_schema
from hudi_conformance.decode.bulk.rows import canonical_rows
from hudi_conformance.decode.bulk.shape import row_shape
from hudi_conformance.decode.hfile.cells import CellReader
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.hfile.records import decode_record, read_schema
from hudi_conformance.decode.log.content import read_contents
from hudi_conformance.decode.log.salvage import salvage_log
from hudi_conformance.decode.log.scan import scan_log
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.model.block_type import BlockType
from hudi_conformance.model.hfile import HFileCell
from hudi_conformance.model.log import BlockContent
from hudi_conformance.salvage import Salvage, salvage_file
from hudi_conformance.salvage.tables import ORIGIN
from sampling import is_sampled

FIXTURES = resources.fixtures_dir()
LOGS = sorted(FIXTURES.rglob("*.log"))
HFILES = sorted(FIXTURES.rglob("*.hfile"))
ABC = FIXTURES / "log" / "three_avro.log"


def name_of(path: Path) -> str:
    return str(path.relative_to(FIXTURES))


def rows_of(out: Path, table: str) -> list[dict[str, Any]]:
    files = [out / f"{table}.parquet"] if (out / f"{table}.parquet").is_file() else []
    files += sorted((out / table).glob("*.parquet"))
    return [row for file in files for row in pq.ParquetFile(file).read().to_pylist()]


def records_of(out: Path) -> list[tuple[int, str, str]]:
    """Block, how it was found, canonical row of all records."""
    found = []
    for file in sorted(out.glob("records/*/*.parquet")):
        table = pq.ParquetFile(file).read()
        shape = row_shape(parse_schema(table.schema.metadata[b"hudi.avro.schema"].decode()).tree)
        own = table.select(list(range(len(shape.names)))) if shape.names else pa.table({})
        batches = own.combine_chunks().to_batches() if shape.names else []
        rows = [row for batch in batches for row in canonical_rows(batch, shape)] or [{}] * table.num_rows
        names = table.schema.names[len(shape.names) :]
        assert [name.rstrip("_") for name in names] == ORIGIN.names
        origins = zip(table[names[0]].to_pylist(), table[names[3]].to_pylist(), strict=True)
        found += [(ofs, how, dumps(row)) for (ofs, how), row in zip(origins, rows, strict=True)]
    return found


def account(done: Salvage) -> None:
    report = done.report
    assert report["kept"]["bytes"] + report["lost"]["bytes"] == report["size"]
    assert all(0 <= loss["ofs"] <= loss["ofs"] + loss["len"] <= report["size"] for loss in report["losses"])


def decoded(path: Path) -> list[BlockContent]:
    try:
        return list(read_contents(path)[0])
    except (LimitExceeded, UnsupportedInput):
        return []


def cells_of(path: Path) -> tuple[list[HFileCell], bool]:
    """What `hfile.cells` says, and whether it is all of the file."""
    cells: list[HFileCell] = []
    try:
        for cell in CellReader.of(HFile(path.read_bytes())).scan():
            cells.append(cell)  # noqa: PERF402 - what came before a refusal counts
    except (Reject, LimitExceeded, UnsupportedInput):
        return cells, False
    return cells, True


def check_log(path: Path, out: Path) -> Salvage:
    """A salvage has all that the decoder has, and, of a whole file, nothing else."""
    contents = decoded(path)
    scan = scan_log(path)
    done = salvage_file(path, out, "log")
    account(done)
    found = {row["block_ofs"]: row["found"] for row in rows_of(out, "blocks")}
    for block in scan.blocks:
        if block.type is not BlockType.CORRUPT_BLOCK:
            assert found[block.span.ofs] in {"scan", "salvage"}
    for block in salvage_log(path):
        assert found[block.span.ofs] in {"scan", "salvage"}
    shown = [canonical_content(content) for content in contents]
    wanted = Counter((int(b["ofs"]), dumps(row)) for b in shown for row in b.get("records", ()))
    salvaged = records_of(out)
    have = Counter((ofs, row) for ofs, _, row in salvaged)
    assert not wanted - have
    deletes = [d for b in shown for d in b.get("deletes", ())]
    kept = rows_of(out, "deletes")
    commands = sum("command" in b for b in shown)
    is_whole = not (
        scan.rejection or scan.len_ignored or any(b.type is BlockType.CORRUPT_BLOCK for b in scan.blocks)
    ) and not any(content.rejection for content in contents)
    if is_whole:
        assert have == wanted
        assert [row["record_key"] for row in kept] == [
            d["record_key"] if isinstance(d["record_key"], str | None) else dumps(d["record_key"])
            for d in deletes
        ]
        assert [row["ordering"] for row in kept] == [
            d["ordering"] and dumps(d["ordering"]["value"]) for d in deletes
        ]
        assert len(rows_of(out, "commands")) == commands
        assert done.exit_code == (1 if done.report["losses"] else 0)
        assert {loss["code"] for loss in done.report["losses"]} <= {"trailing-bytes"}
    else:
        assert len(kept) >= len(deletes)
        assert done.exit_code in {1, 3}
        assert done.report["losses"]
    return done


def shown_cell(row: dict[str, Any]) -> str:
    cell = HFileCell(**{name: value for name, value in row.items() if name != "block_ofs"})
    return dumps(canonical_hfile_cell(cell))


def check_hfile(path: Path, out: Path) -> Salvage | None:
    cells, is_whole = cells_of(path)
    try:
        done = salvage_file(path, out, "hfile")
    except UnsupportedInput:
        assert not cells
        return None
    account(done)
    # A cell that a scan returns last, before it fails, may have sizes that lie: others begin inside of it.
    lies = {loss["ofs"] for loss in done.report["losses"] if loss["what"] == "cell"}
    wanted = [dumps(canonical_hfile_cell(cell)) for cell in cells if cell.ofs_key - 8 not in lies]
    assert len(wanted) >= len(cells) - 1
    have = [shown_cell(row) for row in rows_of(out, "cells")]
    assert not Counter(wanted) - Counter(have)
    if is_whole:
        assert have == wanted
        assert {loss["what"] for loss in done.report["losses"]} <= {"index", "record", "schema"}
    else:
        assert done.exit_code in {1, 3}
    return done


@pytest.mark.sampled(4)
@pytest.mark.parametrize("path", LOGS, ids=name_of)
def test_every_log_fixture(path: Path, tmp_path: Path) -> None:
    check_log(path, tmp_path)


def test_an_intact_archive_without_instants_in_its_blocks(tmp_path: Path) -> None:
    with zipfile.ZipFile(FIXTURES / "real-timeline" / "0.15.0" / "cow_archive.zip") as archive:
        names = [name for name in archive.namelist() if "/.commits_.archive." in name]
        assert {salvaged(archive.read(name), tmp_path / Path(name).name).exit_code for name in names} == {0}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("path", HFILES, ids=name_of)
def test_every_hfile_fixture(path: Path, tmp_path: Path) -> None:
    done = check_hfile(path, tmp_path)
    if done is None or done.report["losses"]:
        return
    file = HFile(path.read_bytes())
    try:
        _, schema = read_schema(file)
    except Reject:
        assert "records" not in done.report["kept"]
        return
    from hudi_conformance.canonical.rows import RowMapper

    row_of = RowMapper(schema.tree)
    wanted = [dumps(row_of(decode_record(cell, schema))) for cell in CellReader.of(file).scan()]
    assert [row for _, _, row in records_of(tmp_path)] == wanted


def damaged(surface: str) -> Iterator[tuple[str, bytes]]:
    """Inputs of cases, each once; a twelfth of them, unless HUDI_CONFORMANCE_WHOLE is set."""
    seen = set()
    for ready in whole_suite.opened()[1]:
        data = ready.data
        if ready.case.surface != surface or data is None or len(data) >= 1 << 20 or ready.digest in seen:
            continue
        seen.add(ready.digest)
        if is_sampled(ready.digest, 12):
            yield ready.case.id, data


@pytest.mark.parametrize(("surface", "check"), [("log", check_log), ("hfile", check_hfile)])
def test_no_case_loses_what_readers_see(surface: str, check: Any, tmp_path: Path) -> None:
    num = 0
    for ident, data in damaged(surface):
        path = tmp_path / f"{num}.bin"
        path.write_bytes(data)
        try:
            check(path, tmp_path / str(num))
        except AssertionError as error:
            raise AssertionError(ident) from error
        num += 1
    assert num > 40


# --- more than readers see ---------------------------------------------------------------------------------


def salvaged(data: bytes, out: Path, kind: str | None = None) -> Salvage:
    path = out.with_suffix(".in")
    path.write_bytes(data)
    return salvage_file(path, out, kind)


def test_a_torn_block_gives_its_first_records(tmp_path: Path) -> None:
    path = FIXTURES / "real" / "1.2.1" / "life.log"
    data = path.read_bytes()
    first = next(c for c in decoded(path) if len(c.records or ()) > 1)
    last, whole = first.block, first.records
    assert whole is not None
    done = salvaged(data[: last.content.end - 3], tmp_path / "o")
    torn = [row for row in records_of(tmp_path / "o") if row[1] == "torn"]
    assert len(torn) == len(whole) - 1
    assert {ofs for ofs, _, _ in torn} == {last.span.ofs}
    (loss,) = done.report["losses"]
    assert (loss["what"], loss["code"], loss["num_records"]) == ("block", "truncated", 1)
    assert loss["ofs"] > last.content.ofs
    assert done.exit_code == 1
    assert any("torn" in note for note in done.report["notes"])


def plain_hfiles() -> list[Path]:
    """HFiles that are whole and have checksums."""
    found = []
    for path in HFILES:
        cells, is_whole = cells_of(path)
        data = path.read_bytes()
        if (
            is_whole
            and len(cells) > 2
            and not path.name.startswith("bad_")
            and HFile(data).trailer.major == 3
        ):
            found.append(path)
    return found


@pytest.mark.sampled(4)
@pytest.mark.parametrize("path", plain_hfiles(), ids=name_of)
def test_an_hfile_without_trailer_gives_its_cells(path: Path, tmp_path: Path) -> None:
    data = path.read_bytes()
    wanted = [dumps(canonical_hfile_cell(cell)) for cell in cells_of(path)[0]]
    done = salvaged(data[: len(data) - 2000], tmp_path / "o")
    assert done.report["kind"] == "hfile"
    assert done.exit_code == 1
    assert {loss["what"] for loss in done.report["losses"]} >= {"trailer"}
    assert any("trailer" in note for note in done.report["notes"])
    assert [shown_cell(row) for row in rows_of(tmp_path / "o", "cells")] == wanted
    account(done)


def test_a_damaged_block_of_an_hfile_costs_only_itself(tmp_path: Path) -> None:
    done = salvaged((FIXTURES / "hfile" / "bad_checksum_word.hfile").read_bytes(), tmp_path / "o")
    (loss,) = done.report["losses"]
    assert (loss["what"], loss["requirement"]) == ("block", "hfile.checksum.mismatch")
    assert len(rows_of(tmp_path / "o", "cells")) == 2


def test_nothing_of_nothing(tmp_path: Path) -> None:
    assert salvaged(b"", tmp_path / "a").exit_code == 0
    done = salvaged(b"\0" * 5000, tmp_path / "b")
    assert done.exit_code == 3
    assert done.report["lost"]["bytes"] == 5000


def test_a_magic_in_every_byte_range(tmp_path: Path) -> None:
    done = salvaged(b"#HUDI#" * 3000, tmp_path / "b")
    assert done.exit_code == 3
    assert done.report["lost"]["places"] == 3000
    assert len(done.report["losses"]) == 1000
    assert len(rows_of(tmp_path / "b", "lost")) == 3000
    assert "2,900 more" in (tmp_path / "b" / "report.md").read_text()


# --- the command -------------------------------------------------------------------------------------


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    assert run_cli(["salvage", str(ABC), "--out", str(out)]) == 0
    assert "Nothing is lost." in capsys.readouterr().out
    assert json.loads((out / "report.json").read_text())["kept"]["records"] == 6
    assert run_cli(["salvage", str(ABC), "--out", str(out)]) == 2
    assert run_cli(["salvage", str(ABC)]) == 2
    assert run_cli(["salvage", str(tmp_path / "none"), "--out", str(tmp_path / "x")]) == 3
    assert (
        run_cli(["salvage", str(FIXTURES / "hfile/encrypted_claim.hfile"), "--out", str(tmp_path / "y")]) == 3
    )
    assert not (tmp_path / "y").exists()
    short = FIXTURES / "log/short_tail.log"
    capsys.readouterr()
    assert run_cli(["salvage", str(short), "--out", str(tmp_path / "z"), "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert [(loss["what"], loss["len"]) for loss in report["losses"]] == [("tail", 5)]
