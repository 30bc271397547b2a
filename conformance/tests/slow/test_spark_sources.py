# SPDX-License-Identifier: Apache-2.0
"""Data sources on an embedded session: the decoder's answers, from SQL, pruned, cut, written again."""

from __future__ import annotations

import contextlib
import json
import shutil
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyspark", reason="needs the extra `spark`")

import pyarrow as pa
from hudi_conformance import resources
from hudi_conformance.canonical.hfile import canonical_hfile_cell
from hudi_conformance.canonical.json import dumps
from hudi_conformance.canonical.log import canonical_content, canonical_log_block
from hudi_conformance.canonical.rows import RowMapper
from hudi_conformance.decode.avro.schema import parse_schema
from hudi_conformance.decode.bulk.shape import row_shape
from hudi_conformance.decode.hfile.cells import CellReader
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.hfile.records import decode_record, read_schema
from hudi_conformance.decode.log.content import read_contents
from hudi_conformance.decode.log.scan import scan_log
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.lake import files, filesystem
from hudi_conformance.model.block_type import BlockType
from hudi_conformance.model.hfile import HFileCell
from hudi_conformance.model.log import HeaderKey
from hudi_conformance.spark import register
from hudi_conformance.spark.sources import SOURCES, avro_rows, log_records
from hudi_conformance.spark.sources.hfile import HudiHFile
from hudi_conformance.spark.sources.log_blocks import HudiLogBlocks
from hudi_conformance.spark.sources.log_records import HudiLogRecords
from hudi_conformance.spark.sources.log_sink import LogWriter, WriteOptions
from hudi_conformance.suite.adapter import ProcessAdapter
from hudi_conformance.toolchain.registry import load_implementations

pytestmark = pytest.mark.own_job

FIXTURES = resources.fixtures_dir()
REAL = FIXTURES / "real"
LIFE = REAL / "1.2.1" / "life.log"
INSTANT = "20240101000000001"
CELL = HFileCell._fields[:8]


@pytest.fixture(scope="module", autouse=True)
def registered(spark: Any) -> None:
    register(spark)


def logs(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.log"))


def table(spark: Any, name: str, path: Path | str, **options: str) -> list[dict[str, Any]]:
    frame = spark.read.format(name).options(**options).load(str(path))
    rows: list[dict[str, Any]] = frame.toArrow().to_pylist()
    return rows


def name_of(path: str) -> str:
    return path.removeprefix("file://")


# --- equal to the decoder -----------------------------------------------------------------------------


@pytest.mark.parametrize("folder", ["real", "log"])
def test_blocks_are_those_of_a_scan(spark: Any, folder: str) -> None:
    rows = table(spark, "hudi_log_blocks", FIXTURES / folder)
    for path in logs(FIXTURES / folder):
        scan = scan_log(path)
        mine = sorted((r for r in rows if name_of(r["path"]) == str(path)), key=lambda r: r["block"])
        blocks = [row for row in mine if row["verdict"] in {"intact", "corrupt"}]
        assert [row["block"] for row in mine] == list(range(len(mine)))
        assert len(blocks) == len(scan.blocks), path
        for row, block in zip(blocks, scan.blocks, strict=True):
            shown = canonical_log_block(block)
            assert [row["kind"], str(row["ofs"]), str(row["len"])] == [
                shown["kind"],
                shown["ofs"],
                shown["len"],
            ]
            assert [str(row["ofs_content"]), str(row["len_content"])] == [*shown["content"].values()]
            assert row["format_version"] == shown.get("format_version")
            assert {k: v if isinstance(v, str) else dumps(v) for k, v in shown["header"].items()} == dict(
                row["header"]
            )
            assert row["code"] == (block.why.code if block.why else None)
        ends = [(row["code"], row["at"]) for row in mine if row["verdict"] == "rejected"]
        assert ends == ([(scan.rejection.code, scan.rejection.at)] if scan.rejection else [])


@pytest.mark.parametrize("folder", ["real", "log"])
def test_contents_are_those_of_the_decoder(spark: Any, folder: str) -> None:
    rows = table(spark, "hudi_log_records", FIXTURES / folder)
    assert Counter(row["op"] for row in rows)["record"] > 100
    for path in logs(FIXTURES / folder):
        mine = [row for row in rows if name_of(row["path"]) == str(path)]
        try:
            contents, end = read_contents(path)
        except LimitExceeded:
            assert {row["code"] for row in mine if row["op"] == "refused"} == {"limit"}
            continue
        wanted = []
        for content in contents:
            shown = canonical_content(content)
            ofs = content.block.span.ofs
            wanted += [(ofs, "record", i, dumps(row)) for i, row in enumerate(shown.get("records", ()))]
            wanted += [(ofs, "delete", i, dumps(row)) for i, row in enumerate(shown.get("deletes", ()))]
            if "command" in shown:
                command = {name: shown[name] for name in ("command", "target_instant")}
                wanted.append((ofs, "command", 0, dumps(command)))
            if content.rejection is not None:
                wanted.append((ofs, "refused", None, content.rejection.code))
        if end.rejection is not None:
            wanted.append((end.rejection.at, "refused", None, end.rejection.code))
        have = [(row["ofs"], row["op"], row["i"], row["record"] or row["code"]) for row in mine]
        assert Counter(have) == Counter(wanted), path


def by_schema() -> dict[str, list[Path]]:
    """Real files by the schema of their first records."""
    found: dict[str, list[Path]] = {}
    for path in logs(REAL):
        if any(content.records for content in read_contents(path)[0]):
            found.setdefault(log_records.first_schema([str(path)]), []).append(path)
    return found


def test_typed_columns_hold_the_same_values(spark: Any) -> None:
    num = 0
    for text, paths in by_schema().items():
        shape = row_shape(parse_schema(text).tree)
        options = {"schema": text, "path": ",".join(map(str, paths))}
        frame = spark.read.format("hudi_log_records").options(**options).load()
        data = frame.where("op = 'record'").orderBy("path", "block", "i").toArrow()
        wanted, places = [], set()
        for path in paths:
            for content in read_contents(path)[0]:
                if content.records and content.block.header[HeaderKey.SCHEMA] == text:
                    places.add((str(path), content.block.span.ofs))
                    wanted += canonical_content(content)["records"]
        keys = zip(map(name_of, data["path"].to_pylist()), data["ofs"].to_pylist(), strict=True)
        own = data.filter(pa.array([key in places for key in keys])).select(list(range(12, data.num_columns)))
        arrays = [pa.concat_arrays(column.chunks) for column in own.columns]
        batch = pa.RecordBatch.from_arrays(arrays, names=list(shape.names))
        assert [dumps(row) for row in avro_rows.rows_of(batch, shape)] == [dumps(row) for row in wanted]
        num += len(wanted)
    assert num > 500


def test_cells_are_those_of_the_decoder(spark: Any) -> None:
    rows = table(spark, "hudi_hfile", FIXTURES / "hfile")
    records = table(spark, "hudi_hfile", FIXTURES / "hfile", records="true")
    num_records = 0
    for path in sorted((FIXTURES / "hfile").glob("*.hfile")):
        cells, refusal = [], None
        data = path.read_bytes()
        try:
            for cell in CellReader.of(HFile(data)).scan():
                cells.append(cell)  # noqa: PERF402 - those before a refusal count
        except (Reject, LimitExceeded, UnsupportedInput) as error:
            refusal = error.code if isinstance(error, Reject) else "unsupported"
            refusal = "limit" if isinstance(error, LimitExceeded) else refusal
        mine = sorted((r for r in rows if name_of(r["path"]) == str(path)), key=lambda r: r["cell"] or 0)
        have = [HFileCell(**{name: row[name] for name in CELL}) for row in mine if row["code"] is None]
        for cell, want in zip(have, cells, strict=True):
            shown, wanted = canonical_hfile_cell(cell), canonical_hfile_cell(want)
            assert shown | {"mvcc": wanted["mvcc"]} == wanted, path
        assert [row["code"] for row in mine if row["code"] is not None] == ([refusal] if refusal else []), (
            path
        )
        try:
            _, schema = read_schema(HFile(data))
        except (Reject, UnsupportedInput):
            continue
        if refusal is None:
            mapper = RowMapper(schema.tree)
            shown_rows = [dumps(mapper(decode_record(cell, schema))) for cell in cells]
            mine = sorted((r for r in records if name_of(r["path"]) == str(path)), key=lambda r: r["cell"])
            assert [row["record"] for row in mine] == shown_rows, path
            num_records += len(shown_rows)
    assert num_records > 0


# --- SQL, columns, filters ----------------------------------------------------------------------------


def test_sql(spark: Any) -> None:
    spark.sql(
        f"CREATE OR REPLACE TEMPORARY VIEW life USING hudi_log_records OPTIONS (path '{LIFE}', schema 'auto')"
    )
    found = spark.sql("SELECT key, ts, note FROM life WHERE op = 'record' AND instant > '20240101000000001'")
    assert [tuple(row) for row in found.collect()] == [("a", 3, "two")]
    spark.sql(f"CREATE OR REPLACE TEMPORARY VIEW frames USING hudi_log_blocks OPTIONS (path '{REAL}')")
    kinds = spark.sql("SELECT kind, count(*) AS num FROM frames GROUP BY kind").collect()
    wanted = Counter(block.type.name for path in logs(REAL) for block in scan_log(path).blocks)
    assert {row.kind: row.num for row in kinds} == wanted


def test_a_named_schema_is_a_choice_of_columns(spark: Any) -> None:
    frame = spark.read.format("hudi_log_blocks").schema("kind string, ofs bigint").load(str(LIFE))
    assert frame.columns == ["kind", "ofs"]
    assert [tuple(row) for row in frame.collect()] == [
        (block.type.name, block.span.ofs) for block in scan_log(LIFE).blocks
    ]
    with pytest.raises(Exception, match="has no column nonsense"):
        spark.read.format("hudi_log_blocks").schema("nonsense string").load(str(LIFE)).collect()


def test_path_filters_leave_files_unopened(spark: Any) -> None:
    """With `pushdown`, and the option that does the same without it."""

    def frame(**options: str) -> Any:
        return spark.read.format("hudi_log_blocks").options(splitSize="1000", **options).load(str(REAL))

    ending = f"{LIFE.parent.name}/{LIFE.name}"
    num = len(scan_log(LIFE).blocks)
    assert frame().rdd.getNumPartitions() > 20
    for one in (frame(pushdown="true").where(f"path LIKE '%{ending}'"), frame(pathGlob=f"*/{ending}")):
        assert one.count() == num
        assert one.rdd.getNumPartitions() == 1
    assert frame().where(f"path LIKE '%{ending}'").count() == num


def test_without_pushdown_a_frame_may_be_asked_twice(spark: Any) -> None:
    frame = spark.read.format("hudi_log_blocks").load(str(REAL))
    some = frame.where("kind = 'DELETE_BLOCK'").count()
    assert 0 < some < frame.count()
    assert frame.where("kind <> 'DELETE_BLOCK'").count() == frame.count() - some


def test_options_choose_blocks(spark: Any) -> None:
    every = spark.read.format("hudi_log_records").load(str(REAL))
    kinds, first, last = ("AVRO_DATA_BLOCK", "DELETE_BLOCK"), "20240101000000002", "20240101000000003"
    options = {"kinds": ", ".join(kinds), "since": first, "until": last}
    condition = f"instant BETWEEN '{first}' AND '{last}' AND kind IN {kinds}"
    chosen = spark.read.format("hudi_log_records").options(**options).load(str(REAL))
    order = ["path", "block", "op", "i"]
    assert chosen.orderBy(*order).toArrow() == every.where(condition).orderBy(*order).toArrow()
    assert 0 < chosen.count() < every.count()


def read_here(spark: Any, source: Any, path: Path, condition: str) -> list[Any]:
    """What a reader yields in this process when it is asked with a condition, before Spark looks at it."""
    from pyspark.sql import datasource

    reader = source.reader(spark.createDataFrame([], source.schema()).schema)
    reader._push([datasource.EqualTo(("kind",), condition)])
    return [row for part in reader.partitions() for batch in reader.read(part) for row in batch.to_pylist()]


def test_kind_filters_leave_contents_undecoded(spark: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    decoded: list[int] = []

    class Watched(log_records.ContentReader):
        def read(self, block: Any) -> Any:
            decoded.append(block.span.ofs)
            return super().read(block)

    monkeypatch.setattr(log_records, "ContentReader", Watched)
    rows = read_here(spark, HudiLogRecords({"path": str(LIFE)}), LIFE, "DELETE_BLOCK")
    blocks = scan_log(LIFE).blocks
    assert decoded == [block.span.ofs for block in blocks if block.type is BlockType.DELETE_BLOCK]
    assert {row["op"] for row in rows} == {"delete"}
    rows = read_here(spark, HudiLogBlocks({"path": str(LIFE)}), LIFE, "COMMAND_BLOCK")
    assert [row["kind"] for row in rows] == ["COMMAND_BLOCK"]


def test_filters_do_not_change_answers(spark: Any) -> None:
    rows = table(spark, "hudi_log_records", REAL)
    for condition, test in {
        "op = 'delete'": lambda row: row["op"] == "delete",
        "op <> 'record'": lambda row: row["op"] != "record",
        "instant >= '20240101000000003' AND kind IN ('AVRO_DATA_BLOCK', 'CDC_DATA_BLOCK')": lambda row: (
            row["instant"] is not None
            and row["instant"] >= "20240101000000003"
            and row["kind"] in {"AVRO_DATA_BLOCK", "CDC_DATA_BLOCK"}
        ),
        "code IS NOT NULL": lambda row: row["code"] is not None,
        "op = 'refused'": lambda row: row["op"] == "refused",
    }.items():
        wanted = Counter(str(sorted(row.items())) for row in rows if test(row))
        frame = spark.read.format("hudi_log_records").option("pushdown", "true").load(str(REAL))
        found = frame.where(condition).toArrow().to_pylist()
        assert Counter(str(sorted(row.items())) for row in found) == wanted, condition
        assert wanted, condition


# --- what cannot be read ------------------------------------------------------------------------------


def test_one_file_does_not_end_a_query(spark: Any, tmp_path: Path) -> None:
    shutil.copy(LIFE, tmp_path / "a.log")
    (tmp_path / "b.log").write_bytes(b"no log at all")
    (tmp_path / "c.log").write_bytes(LIFE.read_bytes()[:-3])
    (tmp_path / "d.hfile").write_bytes(b"no HFile")
    rows = table(spark, "hudi_log_blocks", tmp_path)
    verdicts = Counter((Path(row["path"]).name, row["verdict"]) for row in rows)
    num = len(scan_log(LIFE).blocks)
    assert verdicts == {
        ("a.log", "intact"): num,
        ("b.log", "rejected"): 1,
        ("c.log", "intact"): num - 1,
        ("c.log", "corrupt"): 1,
    }
    assert [row["code"] for row in table(spark, "hudi_hfile", tmp_path)] == ["bad-version"]


def test_remote_files_give_the_same(spark: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Buffers that read ranges, which the kernels cannot take, instead of mappings."""

    def rows_of(source: Any) -> list[Any]:
        reader = source.reader(spark.createDataFrame([], source.schema()).schema)
        return [
            row for part in reader.partitions() for batch in reader.read(part) for row in batch.to_pylist()
        ]

    sources = [
        HudiLogBlocks({"path": str(REAL)}),
        HudiLogRecords({"path": str(REAL / "1.2.1"), "splitSize": "700"}),
        HudiLogRecords({"path": str(LIFE), "schema": "auto"}),
        HudiHFile({"path": str(FIXTURES / "hfile")}),
    ]
    mapped = [rows_of(source) for source in sources]
    opened = []

    def open_ranged(ref: Any) -> Any:
        opened.append(ref.path)
        return filesystem.RangedBuffer(pa.OSFile(ref.path), page=512, max_pages=4)

    monkeypatch.setattr(files, "open_ranged", open_ranged)
    for source, rows in zip(sources, mapped, strict=True):
        assert rows_of(source) == rows
        assert rows
    assert len(opened) > 100


def test_wrong_options_are_named(spark: Any) -> None:
    for name, options, said in [
        ("hudi_log_blocks", {}, "needs the option `path`"),
        ("hudi_hfile", {"path": "x", "records": "maybe"}, "not true or false"),
        ("hudi_log_records", {"path": str(LIFE), "schema": "{"}, "option schema"),
    ]:
        with pytest.raises(Exception, match=said):
            spark.read.format(name).options(**options).load().collect()


# --- the sink -----------------------------------------------------------------------------------------

ROWS = (
    "SELECT id, concat('k', id) AS key, id / 7 AS x, id % 3 = 0 AS flag, CAST(id AS INT) AS num, "
    "CAST(id * 1.25 AS DECIMAL(12, 2)) AS price, date_add(DATE '2024-01-01', CAST(id AS INT)) AS day, "
    "timestamp_micros(id * 1000003) AS at_time, IF(id % 5 = 0, NULL, array(id, NULL)) AS list, "
    "map('m', id) AS map, struct(id AS inner, 'x' AS text) AS nested, "
    "encode(concat('b', id), 'utf-8') AS raw "
    "FROM range(0, {num}, 1, {parts})"
)


def written(
    spark: Any, out: Path, num: int = 2500, parts: int = 3, mode: str = "append", **options: str
) -> Any:
    frame = spark.sql(ROWS.format(num=num, parts=parts))
    frame.write.format("hudi_log").options(**({"instant": INSTANT} | options)).mode(mode).save(str(out))
    return frame


def test_what_is_written_is_read_again(spark: Any, tmp_path: Path) -> None:
    frame = written(spark, tmp_path, blockRows="400")
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == [f".f-{i:05d}_{INSTANT}.log.1_{i}-0-0" for i in range(3)]
    back = spark.read.format("hudi_log_records").option("schema", "auto").load(str(tmp_path))
    assert back.where("op <> 'record'").count() == 0
    columns = ["id", *[column for column in frame.columns if column != "id"]]
    have = back.select(*columns).orderBy("id").toArrow().to_pylist()
    assert have == frame.select(*columns).orderBy("id").toArrow().to_pylist()
    blocks = [block for path in sorted(tmp_path.iterdir()) for block in scan_log(path).blocks]
    assert len(blocks) == 3 * 3
    assert {block.header[HeaderKey.INSTANT_TIME] for block in blocks} == {INSTANT}


def test_large_files_are_cut_at_blocks(spark: Any, tmp_path: Path) -> None:
    written(spark, tmp_path, num=6000, parts=1, blockRows="100")
    [path] = tmp_path.iterdir()
    whole = spark.read.format("hudi_log_records").option("splitSize", "0").load(str(tmp_path))
    cut = spark.read.format("hudi_log_records").option("splitSize", "50000").load(str(tmp_path))
    assert whole.rdd.getNumPartitions() == 1
    num = cut.rdd.getNumPartitions()
    assert num == pytest.approx(path.stat().st_size / 50000, rel=0.3)
    assert num > 5
    assert cut.orderBy("block", "i").toArrow() == whole.orderBy("block", "i").toArrow()
    frames = spark.read.format("hudi_log_blocks").option("splitSize", "50000").load(str(tmp_path))
    assert [row.block for row in frames.orderBy("ofs").select("block").collect()] == list(range(60))


def test_bulk_and_careful_give_the_same(spark: Any, tmp_path: Path) -> None:
    pytest.importorskip("numba", reason="needs the extra `fast`")
    written(spark, tmp_path, num=4000, parts=1, blockRows="2000")
    small = written(spark, tmp_path / "small", num=4000, parts=1, blockRows="50")
    assert (
        max(block.content.len for block in scan_log(next(tmp_path.glob(".f*"))).blocks)
        > log_records.BULK_BYTES
    )
    read = [
        spark.read.format("hudi_log_records").option("schema", "auto").load(str(path)).select(*small.columns)
        for path in (next(tmp_path.glob(".f*")), tmp_path / "small")
    ]
    assert read[0].orderBy("id").toArrow() == read[1].orderBy("id").toArrow()


def test_schema_kind_and_roll_over(spark: Any, tmp_path: Path) -> None:
    schema = {
        "type": "record",
        "name": "r",
        "fields": [
            {"name": "key", "type": "string"},
            {"name": "id", "type": "long"},
            {"name": "at_time", "type": {"type": "long", "logicalType": "timestamp-millis"}},
            {"name": "num", "type": ["null", "int", "string"]},
        ],
    }
    frame = spark.sql(
        "SELECT lpad(id, 6, '0') AS key, id, timestamp_millis(id) AS at_time, "
        "concat('{\"int\":', id, '}') AS num FROM range(0, 300, 1, 1)"
    )
    for kind in ("HFILE_DATA_BLOCK", "PARQUET_DATA_BLOCK", "AVRO_DATA_BLOCK"):
        out = tmp_path / kind
        fields = schema["fields"] if kind == "AVRO_DATA_BLOCK" else schema["fields"][:3]
        options = {"kind": kind, "schema": json.dumps(schema | {"fields": fields}), "blockRows": "50"}
        frame.write.format("hudi_log").options(instant=INSTANT, maxFileBytes="4000", **options).mode(
            "append"
        ).save(str(out))
        files = sorted(out.iterdir(), key=lambda path: int(path.name.split(".log.")[1].split("_")[0]))
        assert len(files) > 1
        contents = [content for path in files for content in read_contents(path)[0]]
        assert {content.block.type.name for content in contents} == {kind}
        rows = [row for content in contents for row in canonical_content(content)["records"]]
        assert len(rows) == 300
        assert rows[7] == {"key": "000007", "id": "7", "at_time": "7"} | (
            {"num": {"int": 7}} if kind == "AVRO_DATA_BLOCK" else {}
        )


def test_a_failed_job_leaves_nothing(spark: Any, tmp_path: Path) -> None:
    query = "SELECT id, IF(id = 999, raise_error('stop'), 'x') AS text FROM range(0, 1000, 1, 2)"
    frame = spark.sql(query)
    with pytest.raises(Exception, match="stop"):
        frame.write.format("hudi_log").options(instant=INSTANT, blockRows="10").mode("append").save(
            str(tmp_path)
        )
    assert list(tmp_path.iterdir()) == []


def test_abort_removes_what_running_tasks_still_create(tmp_path: Path) -> None:
    writer = LogWriter(WriteOptions(str(tmp_path), INSTANT, '{"type":"record"}'), overwrite=False)
    job = tmp_path / writer.job
    start = threading.Barrier(4)

    def task(number: int) -> None:
        start.wait()
        with contextlib.suppress(OSError):
            for attempt in range(200):
                (job / f"{number}-{attempt}").mkdir()

    tasks = [threading.Thread(target=task, args=(number,)) for number in range(3)]
    for thread in tasks:
        thread.start()
    start.wait()
    writer.abort([])
    for thread in tasks:
        thread.join()
    assert list(tmp_path.iterdir()) == []


def test_append_and_overwrite(spark: Any, tmp_path: Path) -> None:
    written(spark, tmp_path, num=10, parts=2)
    (tmp_path / "mine.txt").write_text("kept")
    with pytest.raises(Exception, match="already"):
        written(spark, tmp_path, num=10, parts=1)
    written(spark, tmp_path, num=10, parts=1, fileId="g")
    assert len(list(tmp_path.glob(".*.log.*"))) == 3
    written(spark, tmp_path, num=20, parts=1, mode="overwrite")
    assert sorted(path.name for path in tmp_path.iterdir()) == [f".f-00000_{INSTANT}.log.1_0-0-0", "mine.txt"]
    assert spark.read.format("hudi_log_records").load(str(tmp_path)).count() == 20


def test_wrong_options_of_the_sink(spark: Any, tmp_path: Path) -> None:
    frame = spark.range(3)
    for options, said in [
        ({}, "needs the option `instant`"),
        ({"instant": INSTANT, "blockRow": "1"}, "no option blockrow"),
        ({"instant": INSTANT, "kind": "LOG"}, "option kind"),
        ({"instant": INSTANT, "blockRows": "0"}, "option blockrows"),
        ({"instant": INSTANT, "schema": '"long"'}, "no column"),
        ({"instant": "2024.1"}, "instant"),
    ]:
        with pytest.raises(Exception, match=said):
            frame.write.format("hudi_log").options(**options).mode("append").save(str(tmp_path / "o"))
    assert not (tmp_path / "o").exists() or list((tmp_path / "o").iterdir()) == []


def test_hudi_reads_what_is_written(spark: Any, tmp_path: Path) -> None:
    written(spark, tmp_path, num=200, parts=1, blockRows="60")
    [path] = tmp_path.iterdir()
    adapter = ProcessAdapter(load_implementations()["hudi-java-1.2.1"].command())
    try:
        answer = adapter.ask("log.records", path.read_bytes(), {}, ms=60_000, mib=700)
    finally:
        adapter.close()
    assert answer.answer == "value", answer
    assert answer.value == {"blocks": [canonical_content(content) for content in read_contents(path)[0]]}


def test_all_sources_are_registered(spark: Any, tmp_path: Path) -> None:
    files = {"hudi_log_blocks", "hudi_log_records", "hudi_hfile"}
    tables = {"hudi_timeline", "hudi_archive", "hudi_metadata", "hudi_reference"}
    assert set(SOURCES) == files | tables | {"hudi_log"}
    for name in files:
        assert spark.read.format(name).load(str(tmp_path)).count() == 0
