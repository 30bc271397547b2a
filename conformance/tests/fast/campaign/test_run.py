# SPDX-License-Identifier: Apache-2.0
"""Campaigns with toy readers: what is made, who is asked, what survives a crash, what is told."""

from __future__ import annotations

import hashlib
import json
import random
import shlex
import sys
from functools import partial
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hudi_conformance import edits, resources
from hudi_conformance.campaign import classes, generate, minimal_cases, pipe, report, run, verdicts
from hudi_conformance.campaign.classes import Class, Example, Key
from hudi_conformance.campaign.minimise import minimise, weight
from hudi_conformance.campaign.outcome import Outcome, OutcomeReader, agreement, effect
from hudi_conformance.campaign.plan import Base, Selection, fixture_bases, make_plan
from hudi_conformance.campaign.store import OtherCampaign, Store
from hudi_conformance.campaign.work import Settings, Team
from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.cli import run_cli
from hudi_conformance.edits import Change
from hudi_conformance.engine import local
from hudi_conformance.engine.session import SparkUnavailable
from hudi_conformance.suite import protocol
from hudi_conformance.suite.manifest import parse_manifest

LOG = (resources.fixtures_dir() / "log" / "three_avro.log").read_bytes()
HFILE = (resources.fixtures_dir() / "hfile" / "none.hfile").read_bytes()
TOY = Path(__file__).parents[2] / "support" / "campaign_adapter.py"
SILENT = lambda *_: None


def toy(faults: str = "") -> str:
    return shlex.join([sys.executable, str(TOY), faults])


def settings(**faults: str) -> Settings:
    named = (("good", toy()), *((name, toy(what)) for name, what in faults.items()))
    return Settings(named, {"log": ("log.scan",)}, ms=400)


# --- inputs ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("data", [LOG, HFILE], ids=["log", "hfile"])
@pytest.mark.parametrize("kind", generate.EXHAUSTIVE)
def test_a_number_makes_what_the_edit_it_names_makes(data: bytes, kind: str) -> None:
    num = generate.count(data, kind)
    for number in sorted({0, num - 1, *random.Random(1).sample(range(num), min(num, 40))}):
        change, made = generate.make(data, kind, number)
        assert made != data
        assert made == edits.apply(data, change.edits, change.recount, None, change.rechecksum)
    with pytest.raises(IndexError):
        generate.make(data, kind, num)


def test_exhaustive_inputs_are_all_there_and_all_different() -> None:
    made = [generate.make(LOG, "bits", number)[1] for number in range(generate.count(LOG, "bits"))]
    assert len(set(made)) == 8 * len(LOG)
    made = [generate.make(LOG, "lengths", number)[1] for number in range(generate.count(LOG, "lengths"))]
    assert [len(one) for one in made] == list(range(len(LOG)))


@pytest.mark.parametrize("data", [LOG, HFILE], ids=["log", "hfile"])
def test_random_inputs_come_again_from_their_number_alone(data: bytes) -> None:
    forwards = [generate.make(data, "random", number, 7) for number in range(60)]
    backwards = [generate.make(data, "random", number, 7) for number in reversed(range(60))]
    assert forwards == backwards[::-1]
    assert len({made for _, made in forwards}) > 55
    assert {len(change.edits) for change, _ in forwards} == {1, 2, 3}
    for change, made in forwards:
        assert made == edits.apply(data, change.edits, change.recount, None, change.rechecksum)
    other = [generate.make(data, "random", number, 8)[1] for number in range(60)]
    assert other != [made for _, made in forwards]


def test_hfile_bits_by_field_come_through_the_checksums() -> None:
    whole, chosen = generate.count(HFILE, "bits", "file"), generate.count(HFILE, "bits", "field")
    assert whole == 8 * len(HFILE) > 4 * chosen
    row = next(field for field in generate.grammar_of(HFILE).fields if field.path.endswith("cells[0].row"))
    number = generate.grammar_of(HFILE).bits.index((row.ofs, 0))
    change, made = generate.make(HFILE, "bits", number, scope="field")
    assert change.rechecksum
    assert sum(a != b for a, b in zip(HFILE, made, strict=True)) > 1


def test_fields_of_changes() -> None:
    at = generate.kind_at
    assert at(LOG, {"op": "xor", "at": "@0+1", "hex": "01"}) == "magic"
    assert at(LOG, {"op": "set", "at": "blocks[1].content.records[0].len_datum", "value": 1}) == (
        "content.records.len_datum"
    )
    assert at(LOG, {"op": "truncate", "at": f"@{len(LOG)}"}) == generate.OUTSIDE
    assert generate.field_of(LOG, Change(({"op": "append", "hex": "00"},) * 2)) == generate.SEVERAL
    assert generate.requirement_of(LOG, {"op": "set", "at": "blocks[1].block_type", "value": 9}) == (
        "log.block.type"
    )


# --- plan --------------------------------------------------------------------------------------------


def test_the_same_options_give_the_same_plan() -> None:
    bases = [Base("a.log", "log", LOG), Base("b.log", "log", LOG[:254])]
    selection = Selection(sample=900, num_random=1000, seed=5)
    one, other = (make_plan(bases, selection, settings()) for _ in range(2))
    assert one.digest == other.digest
    assert one.tasks.equals(other.tasks)
    assert one.num_inputs == 1900
    for changed in (
        Selection(sample=900, num_random=1000, seed=6),
        Selection(sample=900, num_random=999, seed=5),
    ):
        assert make_plan(bases, changed, settings()).digest != one.digest
    assert make_plan(bases[:1], selection, settings()).digest != one.digest


def test_tasks_cover_every_number_once() -> None:
    bases = [Base("a.log", "log", LOG)]
    plan = make_plan(bases, Selection(kinds=("bits", "numbers")), settings())
    for kind in ("bits", "numbers"):
        rows = [row for row in plan.tasks.to_pylist() if row["kind"] == kind]
        numbers = [n for row in rows for n in range(row["start"], row["stop"])]
        assert sorted(numbers) == list(range(generate.count(LOG, kind)))
    sampled = make_plan(bases, Selection(kinds=("bits",), sample=700, seed=2), settings())
    picks = [n for row in sampled.tasks.to_pylist() for n in row["picks"]]
    assert len(picks) == len(set(picks)) == 700
    assert max(picks) < generate.count(LOG, "bits")


def test_fixtures_are_found_once_each() -> None:
    bases = fixture_bases(["log", "hfile"])
    assert len({base.sha256 for base in bases}) == len(bases) > 100
    assert {base.surface for base in bases} == {"log", "hfile"}
    assert all(base.data.startswith(b"#HUDI#") for base in bases if base.surface == "log")


# --- asking ------------------------------------------------------------------------------------------


def requests(*inputs: bytes) -> list[bytes]:
    import base64

    texts = [base64.b64encode(data).decode() for data in inputs]
    return [pipe.request_line(seq, "log.scan", text, 400, 512) for seq, text in enumerate(texts)]


def test_a_request_line_is_the_protocols() -> None:
    line = requests(b"x", LOG)[1]
    assert line == canonical_json.dumps_line(protocol.request("1", "log.scan", LOG, {}, ms=400, mib=512))


def test_many_questions_in_one_go_are_answered_in_order() -> None:
    adapter = pipe.PipedAdapter(shlex.split(toy()), ms=5000, mib=512)
    inputs = [LOG[:size] for size in range(600)]
    replies = adapter.ask_all(requests(*inputs))
    adapter.close()
    assert [json.loads(reply.line)["seq"] for reply in replies] == [str(n) for n in range(600)]
    assert json.loads(replies[599].line)["value"]["blocks"][0]["len"] == "599"
    assert adapter.starts == 1


def test_the_culprit_is_named_and_the_rest_is_answered() -> None:
    dies, sleeps = bytearray(LOG), bytearray(LOG)
    dies[12], sleeps[13] = 0xFF, 0x7F
    adapter = pipe.PipedAdapter(shlex.split(toy("dies,sleeps")), ms=300, mib=512)
    replies = adapter.ask_all(requests(LOG, bytes(dies), LOG, bytes(sleeps), LOG))
    adapter.close()
    assert [reply.kind for reply in replies] == ["line", "crash", "line", "hang", "line"]
    assert "status 3" in replies[1].message
    assert adapter.starts == 5  # once, and for each culprit alone and behind it


def test_an_adapter_that_is_none_says_so() -> None:
    for words in (["/nonexistent"], [sys.executable, "-c", "print(1)"], [sys.executable, "-c", "pass"]):
        with pytest.raises(pipe.CannotStart):
            pipe.PipedAdapter(words, ms=400, mib=512)


# --- outcomes ----------------------------------------------------------------------------------------


def said(**answer: object) -> Outcome:
    return OutcomeReader().read(pipe.Reply("line", canonical_json.dumps_line({"seq": "3", **answer})), 3)


def value(*blocks: dict[str, object]) -> Outcome:
    return said(answer="value", value={"blocks": list(blocks)})


A = {"kind": "AVRO_DATA_BLOCK", "ofs": "0", "records": [1]}
B = {"kind": "AVRO_DATA_BLOCK", "ofs": "0", "records": [2]}
REFUSED = {**A, "records": [], "reject": {"code": "truncated", "at": "9"}}
FELL = {**A, "error": {"message": "NullPointerException: x is null"}}
REJECT = {"answer": "reject", "code": "bad-type", "at": "7"}


@pytest.mark.parametrize(
    ("reference", "other", "word"),
    [
        (value(A), value(A), "same"),
        (value(A), value(B), "differs"),
        (value(REFUSED), value(A), "accepts"),
        (value(A), value(REFUSED), "refuses"),
        (value(REFUSED), value({**REFUSED, "records": [1], "reject": {"code": "unspecified"}}), "same"),
        (value(REFUSED), value(FELL), "error"),
        (said(**REJECT), value(A), "accepts"),
        (said(**REJECT), said(answer="reject", code="unspecified"), "same"),
        (said(**REJECT, partial={"blocks": [A]}), said(**REJECT, partial={"blocks": []}), "partial"),
        (value(A), said(**REJECT), "refuses"),
        (value(A), said(answer="unsupported", what="x"), "unsupported"),
        (said(answer="limit", what="x"), value(A), "no-reference"),
        (value({"kind": "CORRUPT_BLOCK", "ofs": "0"}), value(A), "accepts"),
        (value(A), Outcome("hang", "hang"), "hang"),
    ],
)
def test_how_answers_stand_to_each_other(reference: Outcome, other: Outcome, word: str) -> None:
    assert agreement(reference, other) == word


def test_the_reference_is_called_so_unless_it_falls_over() -> None:
    one = value(A)
    assert agreement(one, one) == "reference"
    broken = said(answer="error", message="boom")
    assert agreement(broken, broken) == "error"


def test_effects_are_held_against_the_base() -> None:
    base = value(A)
    words = [
        effect(base, other) for other in (value(A), value(B), value(REFUSED), value(FELL), said(**REJECT))
    ]
    assert words == ["unseen", "changed", "refused", "failed", "refused"]
    assert effect(value(REFUSED), value(A)) == ""


def test_a_line_is_not_read_from_memory_when_it_answers_something_else() -> None:
    reader = OutcomeReader()
    line = canonical_json.dumps_line({"seq": "1", "answer": "value", "value": {"blocks": [A]}})
    assert reader.read(pipe.Reply("line", line), 1).answer == "value"
    assert reader.read(pipe.Reply("line", line), 2).answer == "garbled"
    assert reader.read(pipe.Reply("line", line.replace(b'"1"', b'"2"')), 2).answer == "value"


def test_messages_lose_their_numbers() -> None:
    first = said(answer="error", message="Index 12 out of bounds for length 9\n at x")
    assert first.reason == "Index N out of bounds for length N"


# --- a campaign --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def plan() -> object:
    selection = Selection(kinds=("bits", "lengths"), sample=2400, num_random=200, seed=3)
    return make_plan([Base("log/three_avro.log", "log", LOG)], selection, settings(lax="lax", blind="blind"))


def rows(store: Store) -> list[dict[str, object]]:
    names = [name for name in verdicts.SCHEMA.names if name != "ms"]
    table = store.table(names).sort_by([(name, "ascending") for name in ("task", "number", "implementation")])
    return table.to_pylist()


def test_plain_engine_writes_the_documented_table(plan, tmp_path: Path) -> None:
    store = Store(tmp_path)
    run.ask_all(plan, store, partial(local.run_tasks, jobs=1), resume=False, progress=SILENT)
    table = pq.read_table(next(store.verdicts.glob("*.parquet")))
    assert table.schema.names == verdicts.SCHEMA.names
    documented = (resources.schemas_dir() / "verdicts.md").read_text("utf-8")
    assert [name for name in verdicts.SCHEMA.names if f"| `{name}` |" not in documented] == []
    every = rows(store)
    assert len(every) == 3 * plan.num_inputs
    lax = [row for row in every if row["implementation"] == "lax" and row["agreement"] == "accepts"]
    assert lax
    for row in lax:
        change = Change(tuple(json.loads(row["edits"])), row["recount"], row["rechecksum"])
        made = edits.apply_change(LOG, change)
        assert hashlib.sha256(made).hexdigest() == row["sha256"]
        assert made[:6] != b"#HUDI#"
        assert row["expected"] == "reject:bad-magic"


@pytest.mark.own_job
def test_a_campaign_that_was_interrupted_goes_on(plan, tmp_path: Path) -> None:
    whole, halves = Store(tmp_path / "whole"), Store(tmp_path / "halves")
    run.ask_all(plan, whole, partial(local.run_tasks, jobs=1), resume=False, progress=SILENT)

    def interrupt(_stage: str, done: int, total: int) -> None:
        if done > total // 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run.ask_all(plan, halves, partial(local.run_tasks, jobs=1), resume=False, progress=interrupt)
    before = {path: path.stat().st_mtime_ns for path in halves.verdicts.iterdir()}
    assert 0 < len(halves.finished()) < plan.tasks.num_rows
    with pytest.raises(OtherCampaign):
        run.ask_all(plan, halves, partial(local.run_tasks, jobs=1), resume=False, progress=SILENT)
    run.ask_all(plan, halves, partial(local.run_tasks, jobs=2), resume=True, progress=SILENT)
    assert rows(halves) == rows(whole)
    assert all(path.stat().st_mtime_ns == when for path, when in before.items())
    other = make_plan(plan.bases, Selection(num_random=7), plan.settings)
    with pytest.raises(OtherCampaign):
        run.ask_all(other, halves, partial(local.run_tasks, jobs=1), resume=True, progress=SILENT)


def test_a_worker_that_dies_costs_its_task_only(plan, tmp_path: Path) -> None:
    store = Store(tmp_path)
    unlucky = plan.tasks["task"][2].as_py()

    def engine(tasks, func, _schema, *, on_batch, on_lost) -> None:
        for at in range(tasks.num_rows):
            task = tasks.slice(at, 1)
            if task["task"][0].as_py() == unlucky:
                on_batch(task, on_lost(task, "the worker died"))
            else:
                on_batch(task, list(func(iter(task.to_batches()))))

    run.ask_all(plan, store, engine, resume=False, progress=SILENT)
    lost = [row for row in rows(store) if row["answer"] == "absent"]
    assert {row["task"] for row in lost} == {unlucky}
    assert {row["implementation"] for row in lost} == {"good", "lax", "blind"}
    assert store.finished() == set(plan.tasks["task"].to_pylist())


def test_what_a_campaign_tells(plan, tmp_path: Path) -> None:
    store = Store(tmp_path)
    run.ask_all(plan, store, partial(local.run_tasks, jobs=1), resume=False, progress=SILENT)
    result = run.conclude(plan, store, [], ["good"], progress=SILENT)
    counts = result.summary["agreements"]
    assert counts["good"] == {"reference": plan.num_inputs}
    assert set(counts["lax"]) == {"same", "accepts"}
    magic = next(row for row in result.summary["fields"] if (row["kind"], row["field"]) == ("bits", "magic"))
    assert set(magic["implementations"]["good"]) <= {"refused", "changed"}
    assert set(magic["implementations"]["lax"]) <= {"changed", "unseen"}
    assert magic["implementations"]["lax"]["unseen"] > 0
    assert magic["nobody"] == 0
    assert result.exit_code == 1
    assert {one.key.implementation for one in result.cases} == {"lax", "blind"}
    for one in result.cases:
        assert len(one.change.edits) == 1
    page = (tmp_path / "report.html").read_text("utf-8")
    text = (tmp_path / "report.md").read_text("utf-8")
    for name in ("lax", "blind", "magic", "nobody notices"):
        assert name in page
        assert name in text
    manifest = (tmp_path / "cases" / "log" / "campaign.toml").read_text("utf-8")
    assert 'reject = ["bad-magic"], at = "0"' in manifest
    cases, problems = parse_manifest(manifest, "log/campaign.toml")
    assert problems == []
    assert len(cases) == len(result.cases)
    refused = next(case for case in cases if case.kind == "reject")
    assert refused.req[0] == "log.block.magic"

    known = tmp_path / "known.toml"
    known.write_text('[[class]]\nwhy = "a toy"\nimplementation = "*"\n', "utf-8")
    again = run.conclude(plan, store, classes.load_known(known), ["good"], progress=SILENT)
    assert again.exit_code == 0
    assert run.conclude(plan, store, classes.load_known(known), ["lax"], progress=SILENT).exit_code == 0


def test_ours_must_not_fall_over(tmp_path: Path) -> None:
    selection = Selection(kinds=("bits",), scope="file")
    plan = make_plan([Base("log/three_avro.log", "log", LOG[:20])], selection, settings(ours="dies"))
    data = bytearray(LOG[:20])
    data[12] = 0x7F  # one bit away
    plan = make_plan([Base("x.log", "log", bytes(data))], selection, settings(ours="dies"))
    store = Store(tmp_path)
    run.ask_all(plan, store, partial(local.run_tasks, jobs=1), resume=False, progress=SILENT)
    known = [classes.Known("it is known", {"implementation": "ours"})]
    result = run.conclude(plan, store, known, ["ours"], progress=SILENT)
    assert result.summary["answers"]["ours"]["crash"] == 1
    assert result.failed
    assert result.exit_code == 1
    assert run.conclude(plan, store, known, [], progress=SILENT).exit_code == 0


# --- making small ------------------------------------------------------------------------------------


def test_minimising_keeps_what_matters_only() -> None:
    change = Change(
        (
            {"op": "set", "at": "@40+6", "hex": "0102030405ff"},
            {"op": "set", "at": "blocks[0].block_type", "value": 77},
            {"op": "cut", "at": "@400+30"},
        ),
        recount=True,
    )

    def shows(data: bytes) -> bool:
        return len(data) > 45 and data[45] == 0xFF

    made = minimise(LOG, change, shows)
    assert made is not None
    base, small = made
    assert base == LOG
    assert small == Change(({"op": "set", "at": "@45+1", "hex": "ff"},))
    assert weight(small) < weight(change)


def test_minimising_finds_a_smaller_base_and_value() -> None:
    change = Change(({"op": "set", "at": "blocks[0].len_block", "value": -5_000_000_000},))
    made = minimise(LOG, change, lambda data: data[6] & 0x80 != 0, [LOG, LOG[:254]])
    assert made == (LOG[:254], Change(({"op": "set", "at": "blocks[0].len_block", "value": -1},)))


def test_what_does_not_show_again_is_not_made_small() -> None:
    asked = []
    change = Change(({"op": "cut", "at": "@4+9"},))
    assert minimise(LOG, change, lambda data: bool(asked.append(data))) is None
    assert len(asked) == 1


def test_classes_that_come_down_to_one_are_put_together() -> None:
    base = Base("log/three_avro.log", "log", LOG)
    several = Key("log", "lax", "accepts", generate.SEVERAL, "reject:bad-magic", "")
    magic = Key("log", "lax", "accepts", "magic", "reject:bad-magic", "")
    number = next(
        n
        for n in range(5000)
        if len((made := generate.make(LOG, "random", n, 1))[0].edits) > 1 and made[1][:6] != b"#HUDI#"
    )
    listed = [
        Class(several, 5, (Example(base.name, "random", number, 1, "log.scan", "value"),)),
        Class(magic, 7, (Example(base.name, "bits", 3, None, "log.scan", "value"),)),
    ]
    team = Team(settings(lax="lax"))
    small, gone = minimal_cases.minimise_classes(listed, [base], team)
    healthy = Class(magic, 1, (Example(base.name, "bits", 800, None, "log.scan", "value"),))
    assert minimal_cases.minimise_classes([healthy], [base], team) == ([], [healthy])
    team.close()
    assert gone == []
    assert sum(one.num for one in small) == 12
    assert all(len(one.change.edits) == 1 for one in small)


@pytest.mark.parametrize(
    ("before", "field"),
    [("accepts", "unedited"), ("differs", "unedited"), ("same", "magic"), ("error", "unedited")],
)
def test_what_was_so_before_any_edit_is_told_apart(plan, tmp_path: Path, before: str, field: str) -> None:
    store = Store(tmp_path)
    run.ask_all(plan, store, partial(local.run_tasks, jobs=1), resume=False, progress=SILENT)
    key = ("log/three_avro.log", "lax", "log.scan")
    listed = classes.classes(store, [], {key: before})
    fields = {one.key.field for one in listed if one.key.implementation == "lax"}
    assert field in fields
    assert (fields == {"unedited"}) == (field == "unedited")


def test_a_list_of_known_classes_is_checked(tmp_path: Path) -> None:
    path = tmp_path / "known.toml"
    for text in (
        '[[class]]\nwhy = "x"\n',
        '[[class]]\nfield = "x"\n',
        '[[class]]\nwhy = "x"\nfeld = "y"\n',
        "[",
    ):
        path.write_text(text, "utf-8")
        with pytest.raises(ValueError, match=r"known\.toml"):
            classes.load_known(path)
    assert all(entry.globs for entry in classes.load_known(classes.KNOWN_FILE))


def test_tables_of_a_summary_are_whole(plan, tmp_path: Path) -> None:
    store = Store(tmp_path)
    run.ask_all(plan, store, partial(local.run_tasks, jobs=1), resume=False, progress=SILENT)
    summary = report.summarise(store, plan.description(), [])
    for _, heads, lines in report.tables(summary):
        assert lines
        assert {len(line) for line in lines} == {len(heads)}
    total = sum(sum(counts.values()) for counts in summary["answers"].values())
    assert total == summary["rows"] == 3 * plan.num_inputs


# --- the command -------------------------------------------------------------------------------------


def ask(tmp_path: Path, *more: str) -> int:
    return run_cli(
        [
            "campaign",
            "--engine",
            "plain",
            "--jobs",
            "1",
            "--out",
            str(tmp_path / "out"),
            "--base",
            "log/three_avro.log",
            "--implementation",
            "kaitai-python",
            *more,
        ]
    )


@pytest.mark.own_job
def test_exit_codes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    few = ("--exhaustive", "lengths", "--sample", "20", "--command", "log.scan")
    assert ask(tmp_path, *few) == 0
    told = " ".join(capsys.readouterr().out.split())
    named = told.rpartition(": ")[2].split(", ")
    assert {"summary.json", "verdicts"} <= set(named) <= {path.name for path in (tmp_path / "out").iterdir()}
    assert ask(tmp_path, *few) == 2  # the folder is taken
    assert ask(tmp_path, *few, "--resume", "--json") == 0
    out = capsys.readouterr().out
    summary = json.loads(out[out.rindex('{\n "agreements"') :])
    assert summary["inputs"] == 20
    other = tmp_path / "other"
    assert ask(other, *few, "--adapter", f"lax={toy('lax')}") == 1
    assert ask(tmp_path / "third", *few, "--adapter", "gone=/nonexistent") == 3
    assert ask(tmp_path / "fourth", "--exhaustive", "none") == 2
    assert ask(tmp_path / "fourth", "--adapter", "nothing") == 2


@pytest.mark.own_job
def test_without_spark_the_other_engine_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_session(*_: object, **__: object) -> None:
        raise SparkUnavailable("PySpark is not installed")

    monkeypatch.setattr("hudi_conformance.engine.choice.choose_session", no_session)
    assert run_cli(["campaign", "--base", "log/three_avro.log", "--out", str(tmp_path / "out")]) == 3
    assert "PySpark is not installed, or use --engine plain" in capsys.readouterr().err


def test_the_plan_is_told_without_asking(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert ask(tmp_path, "--plan", "--random", "50") == 0
    told = json.loads(capsys.readouterr().out)
    assert ask(tmp_path, "--plan", "--random", "50") == 0
    assert json.loads(capsys.readouterr().out)["plan"] == told["plan"]
    assert not (tmp_path / "out").exists()


def test_inputs_of_cases_can_be_edited(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = run_cli(
        [
            "campaign",
            "--plan",
            "--cases",
            "log/recovery/stray-bytes-*",
            "--exhaustive",
            "bits",
            "--out",
            str(tmp_path),
        ]
    )
    assert code == 0
    told = json.loads(capsys.readouterr().out)
    assert {base["name"].partition(":")[0] for base in told["bases"]} == {"case"}
    assert told["inputs"] == sum(8 * base["len"] for base in told["bases"])


def test_rows_of_a_lost_task_fit_the_table() -> None:
    plan = make_plan([Base("a.log", "log", LOG)], Selection(kinds=("bits",), sample=5), settings())
    [batch] = verdicts.lost(plan.tasks.slice(0, 1), "died", ["good"], "log.scan")
    assert batch.schema == verdicts.SCHEMA
    assert pa.Table.from_batches([batch]).num_rows == 1
