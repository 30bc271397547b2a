# SPDX-License-Identifier: Apache-2.0
"""What the kernels prove about a history is so: findings and facts are those of the careful decoder alone."""

from __future__ import annotations

import io
import json
import random
import shutil
import sys
import zipfile
from collections.abc import Callable
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

import fastavro
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from archives import unpacked
from fastavro.schema import SchemaParseException
from hudi_conformance import resources
from hudi_conformance.canonical.rows import RowMapper
from hudi_conformance.decode.avro.container import decode_container
from hudi_conformance.decode.avro.schema import parse_schema
from hudi_conformance.decode.bulk.containers import ContainerReader
from hudi_conformance.decode.bulk.framing import has_kernels
from hudi_conformance.decode.bulk.program import compile_program
from hudi_conformance.decode.bulk.rows import canonical_rows
from hudi_conformance.decode.bulk.shape import row_shape
from hudi_conformance.decode.timeline import history_proof
from hudi_conformance.decode.timeline.content import decode_one_record
from hudi_conformance.decode.timeline.history import history_folder, read_history
from hudi_conformance.decode.timeline.history_check import check_history
from hudi_conformance.errors import Reject
from sampling import at_length
from timeline_answers import answers

pytestmark = pytest.mark.skipif(not has_kernels(), reason="without the kernels nothing is proven")
SEED = 20261123
NUM_TABLES = at_length(150, 60)
Row = dict[str, Any]
COLUMNS = pa.schema(
    [(name, pa.string()) for name in ("instantTime", "completionTime", "action")]
    + [(name, pa.binary()) for name in ("metadata", "plan")]
)


# --- rows of real writers, damaged --------------------------------------------------------------------------


@cache
def pool() -> list[Row]:
    """Rows of the histories of all fixtures: dozens of actions and writers."""
    rows: list[Row] = []
    for path in sorted(resources.fixtures_dir().rglob("*.zip")):
        with zipfile.ZipFile(path) as archive:
            for name in archive.namelist():
                if "/history/" in name and name.endswith(".parquet"):
                    try:
                        found = pq.read_table(pa.BufferReader(archive.read(name)))
                    except pa.ArrowException:
                        continue
                    if set(COLUMNS.names) <= set(found.schema.names):
                        rows += found.select(COLUMNS.names).to_pylist()
    return [row for row in rows if row["instantTime"] and row["action"]]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table of one history file."""
    folder = tmp_path_factory.mktemp("table")
    return unpacked("minimal/history-v9.zip", folder)


def set_byte(data: bytes, rng: random.Random) -> bytes:
    changed = bytearray(data)
    # Half of the time behind the head, which is most of a container.
    first = max(0, data.rfind(data[-16:], 0, len(data) - 16)) if rng.random() < 0.5 else 0
    at = rng.randrange(first, len(data))
    changed[at] = rng.choice([changed[at] ^ 1 << rng.randrange(8), rng.randrange(256), 0])
    return bytes(changed)


def insert_byte(data: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(data))
    return data[:at] + bytes([rng.randrange(256)]) + data[at:]


def two_records(data: bytes, rng: random.Random) -> bytes:
    return data + data[data.rfind(data[-16:], 0, len(data) - 16) + 16 :]


def deflated(data: bytes, rng: random.Random) -> bytes:
    try:
        reader = fastavro.reader(io.BytesIO(data))
    except SchemaParseException:  # damaged before
        return data
    target = io.BytesIO()
    assert reader.writer_schema is not None
    fastavro.writer(target, reader.writer_schema, list(reader), codec="deflate")
    return target.getvalue()


def twice_in_a_map(data: bytes, rng: random.Random) -> bytes:
    """The last partition has the name of the one before it, where there are two."""
    tree, record = decode_one_record(data)
    if not isinstance(record, dict) or not isinstance(record.get("partitionToWriteStats"), dict):
        return data
    stats = record["partitionToWriteStats"]
    stat = next((stat for group in stats.values() for stat in group or ()), None)
    if stat is None:
        return data
    both = {"pq1": [{**stat, "path": "x/one"}], "pq2": [{**stat, "path": "x/two"}], "": []}
    target = io.BytesIO()
    fastavro.writer(target, tree, [{**record, "partitionToWriteStats": both}])
    return target.getvalue().replace(b"pq2", b"pq1", 1) if rng.random() < 0.7 else target.getvalue()


CONTAINERS: list[Callable[[bytes, random.Random], bytes]] = [
    set_byte,
    set_byte,
    set_byte,
    insert_byte,
    two_records,
    deflated,
    twice_in_a_map,
    twice_in_a_map,
    lambda data, rng: data[: rng.randrange(len(data))],
    lambda data, rng: data + rng.randbytes(rng.randrange(1, 20)),
    lambda data, rng: b"",
]


def change(rows: list[Row], rng: random.Random) -> None:
    """One damage to one row."""
    number = rng.randrange(len(rows))
    row = rows[number] = dict(rows[number])
    kind = rng.randrange(20)
    if kind == 0:
        rows.insert(rng.randrange(len(rows)), dict(row))
    elif kind == 1:
        row["completionTime"] = None
    elif kind == 2:
        row[rng.choice(["instantTime", "action"])] = None
    elif kind == 3:
        row["action"] = rng.choice(["commit", "clean", "rollback", "x", "replacecommit"])
    elif kind == 4:
        row["plan"], row["metadata"] = row["metadata"], row["plan"]
    elif kind == 5:
        row["plan"] = row["metadata"]
    else:
        name = rng.choice(["metadata", "metadata", "metadata", "plan"])
        if row[name]:
            with suppress(Reject, ValueError, EOFError):  # what is damaged already cannot be written anew
                row[name] = rng.choice(CONTAINERS)(row[name], rng)


def history_bytes(rows: list[Row], rng: random.Random) -> bytes:
    """A history file of the rows, sometimes with other columns or damaged as a whole."""
    made = pa.Table.from_pylist(rows, COLUMNS)
    kind = rng.randrange(30)
    if kind == 0:
        made = made.drop_columns([rng.choice(COLUMNS.names)])
    elif kind == 1:
        at = rng.randrange(len(COLUMNS))
        made = made.set_column(at, COLUMNS.names[at], made.column(at).cast(pa.large_binary()))
    elif kind == 2:
        at = rng.randrange(3)
        texts = [None if text is None else text.encode() for text in made.column(at).to_pylist()]
        texts[rng.randrange(len(texts))] = b"2024\xff"
        wrong = pa.array(texts, pa.binary())
        column = pa.Array.from_buffers(pa.string(), len(wrong), wrong.buffers())
        made = made.set_column(at, COLUMNS.names[at], column)
    target = io.BytesIO()
    pq.write_table(
        made,
        target,
        compression=rng.choice(["gzip", "none"]),
        row_group_size=rng.choice([3, 1000]),
        write_page_checksum=rng.random() < 0.5,
    )
    data = bytearray(target.getvalue())
    if kind in {3, 4}:
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    elif kind == 5:
        del data[rng.randrange(len(data)) :]
    return bytes(data)


# --- quick and careful --------------------------------------------------------------------------------------


@contextmanager
def careful(monkeypatch: pytest.MonkeyPatch) -> Any:
    with monkeypatch.context() as patch:
        patch.setattr(history_proof.HistoryProof, "plain", lambda self, batch: None)
        yield


@pytest.mark.own_job
def test_damaged_histories(table: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    rng = random.Random(SEED)
    assert len({row["action"] for row in pool()}) > 4
    monkeypatch.setattr(history_proof, "_LITTLE", 0)
    proven: list[bool] = []
    original = history_proof.HistoryProof.accepted

    def accepted(self: Any, *arguments: Any) -> Any:
        found = original(self, *arguments)
        proven.extend(found.tolist())
        return found

    monkeypatch.setattr(history_proof.HistoryProof, "accepted", accepted)
    kinds = {"sound": 0, "found": 0, "sizes": 0}
    for number in range(NUM_TABLES):
        folder = tmp_path / str(number)
        shutil.copytree(table, folder)
        rows = rng.sample(pool(), rng.randrange(1, min(40, len(pool()))))
        if rng.random() < 0.7:  # mostly each instant once
            rows = list({(row["instantTime"], row["action"]): row for row in rows}.values())
        for _ in range(rng.randrange(5)):
            change(rows, rng)
        [path] = history_folder(folder).glob("*.parquet")
        path.write_bytes(history_bytes(rows, rng))
        got = answers(check_history, folder)
        with careful(monkeypatch):
            want = answers(check_history, folder)
        assert got == want, f"table {number} of seed {SEED}"
        codes = {finding.code for finding in want[0]} if isinstance(want[0], list) else {"raised"}
        kinds["found" if codes - {"length-mismatch", "bad-value"} else "sound"] += 1
        kinds["sizes"] += len(want[1][1]) > 0 if len(want[1]) > 2 else 0
        shutil.rmtree(folder)
    assert min(kinds.values()) > NUM_TABLES // 10, kinds
    assert sum(proven) > len(proven) // 2


def outcome(data: bytes) -> Any:
    try:
        tree, record = decode_one_record(data)
    except Reject:
        return None
    return RowMapper(tree)(record)


_LIKE = pytest.mark.whole("metadata of the same schema as those of a commit")


@pytest.mark.parametrize(
    "action",
    [
        "commit",
        pytest.param("deltacommit", marks=_LIKE),
        "clean",
        "rollback",
        pytest.param("replacecommit", marks=_LIKE),
    ],
)
def test_a_bit_in_each_byte_of_a_container(action: str) -> None:
    """Nothing that is refused is accepted, and what is accepted has the value of the careful decoder."""
    rng = random.Random(SEED)
    containers = [
        row[name] for row in pool() for name in ("metadata", "plan") if row["action"] == action and row[name]
    ]
    data = max(containers, key=lambda one: len(one) - decode_container(one).ofs_blocks)
    values = [data]
    for at in range(0, len(data), at_length(1, 4)):
        changed = bytearray(data)
        changed[at] ^= 1 << rng.randrange(8)
        values += [bytes(changed), data[:at]]
    reader = ContainerReader()
    num_accepted = num_refused = 0
    done = set()
    for first, batch, shape in reader.runs(pa.array(values, pa.binary())):
        for number, row in enumerate(canonical_rows(batch, shape), first):
            done.add(number)
            assert row == outcome(values[number]), number
            num_accepted += 1
    for number in set(range(len(values))) - done:
        num_refused += outcome(values[number]) is None
    assert 0 in done
    assert num_accepted > 10
    assert num_refused > at_length(1000, 250)


def test_records_that_values_of_no_bytes_pay_for() -> None:
    """The careful decoder counts values of zero bytes, the kernels do not: such schemas are not theirs."""
    nulls = [{"name": f"n{number}", "type": "null"} for number in range(5)]
    for num, is_theirs in ((4, True), (5, False)):
        item = {"type": "record", "name": "i", "fields": [{"name": "x", "type": "int"}, *nulls[:num]]}
        array = {
            "type": "record",
            "name": "r",
            "fields": [{"name": "a", "type": {"type": "array", "items": item}}],
        }
        for tree in (item, array):
            shape = row_shape(parse_schema(json.dumps(tree)).tree)
            assert (compile_program(shape) is not None) is is_theirs


def test_little_is_read_without_kernels(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A small history does not start them."""
    monkeypatch.delitem(sys.modules, "numba", raising=False)
    monkeypatch.setattr(ContainerReader, "runs", lambda *_: pytest.fail("the kernels were asked"))
    assert list(check_history(table)) is not None
    assert len(read_history(table).rows) > 0


@pytest.mark.parametrize(
    ("name", "is_plain"), [("instantTime", False), ("action", False), ("completionTime", True)]
)
def test_rows_without_time_or_action_are_for_the_careful_reader(name: str, is_plain: bool) -> None:
    row: Row = {"instantTime": "1", "completionTime": "2", "action": "commit", "metadata": None, "plan": None}
    batch = pa.RecordBatch.from_pylist([row, {**row, name: None}], COLUMNS)
    assert (history_proof.HistoryProof().plain(batch) is not None) == is_plain
