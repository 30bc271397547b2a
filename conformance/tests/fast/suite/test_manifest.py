# SPDX-License-Identifier: Apache-2.0
"""Manifests: what is refused and how it is said; tokens, addresses and files of expectations; the lock."""

from __future__ import annotations

import hashlib
import json
import tomllib
from pathlib import Path

import jsonschema
import pytest
import suite_factory as factory
import whole_suite
from hudi_conformance import edits, resources
from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.suite import inputs, manifest
from hudi_conformance.suite.addresses import AddressError, Addresses
from hudi_conformance.suite.expectation import ExpectationError
from hudi_conformance.suite.manifest import SuiteDamaged
from sampling import is_sampled


@pytest.fixture
def fixtures(tmp_path: Path) -> inputs.Fixtures:
    return factory.fixtures(tmp_path / "fixtures")


def schema() -> jsonschema.Draft202012Validator:
    path = resources.schemas_dir() / "manifest.schema.json"
    return jsonschema.Draft202012Validator(json.loads(path.read_text(encoding="utf-8")))


# --- form --------------------------------------------------------------------------------------------


def test_a_case_as_it_should_be() -> None:
    text = factory.manifest_text(
        factory.case_text(
            edit='[{ op = "set", at = "blocks[1].len_block", value = 0 }]',
            recount="true",
            needs='["header-key.8"]',
            budget="{ ms = 1 }",
            note='"n"',
            bug='{ class = "KNOWN_BUG", effect = "e", seen = ["apache/hudi#1"] }',
        ),
        factory.case_text(
            "two", base="None", edit="None", hex='"""23 48 # magic\n 55"""', expect="{ robust = true }"
        ),
    )
    cases, problems = manifest.parse_manifest(text, "log/test.toml")
    assert problems == []
    first, second = cases
    assert (first.id, first.surface, first.topic, first.kind, first.line) == (
        "log/test/one",
        "log",
        "test",
        "blocks",
        5,
    )
    assert first.budget == manifest.Budget(1, 512)
    assert first.recount
    assert second.data == b"\x23\x48\x55"
    assert second.kind == "robust"
    schema().validate(tomllib.loads(text))


REFUSED = tomllib.loads(Path(__file__).with_name("refused_cases.toml").read_text("utf-8"))["refused"]


@pytest.mark.parametrize(("change", "sentence"), REFUSED)
def test_what_is_refused(change: dict[str, str], sentence: str) -> None:
    text = factory.manifest_text(factory.case_text(**change))
    cases, problems = manifest.parse_manifest(text, "log/test.toml")
    assert cases == []
    assert any(sentence in problem.message for problem in problems), problems
    assert problems[0].file == "log/test.toml"
    if "begin with" not in sentence:  # the one rule that spans two places, which a schema cannot say
        with pytest.raises(jsonschema.ValidationError):
            schema().validate(tomllib.loads(text))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("surface = ", "not TOML"),
        ('surface = "log"\ntopic = "t"\nabout = "a"\n', "at least one"),
        ('surface = "log"\ntopic = "t"\n[[case]]\n', "about must be a string"),
        ('surface = "log"\ntopic = "t"\nabout = "a"\nmood = "b"\n[[case]]\n', "unknown keys ['mood']"),
    ],
)
def test_manifests_that_are_none(text: str, sentence: str) -> None:
    cases, problems = manifest.parse_manifest(text, "x.toml")
    assert cases == []
    assert sentence in str(problems[0])


def test_all_problems_at_once_and_ids_are_unique(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(
        factory.manifest_text(factory.case_text(), factory.case_text(title='""'))
    )
    (tmp_path / "b.toml").write_text(factory.manifest_text(factory.case_text()))
    with pytest.raises(SuiteDamaged) as damaged:
        manifest.load_manifests(tmp_path)
    told = [str(problem) for problem in damaged.value.problems]
    assert "title must be a string" in told[0]
    assert told[1] == "b.toml:5 log/test/one: id is taken at a.toml:5"


def test_select() -> None:
    text = factory.manifest_text(
        factory.case_text("one"), factory.case_text("two", req='["log.map.form", "limits.depth"]')
    )
    cases, _ = manifest.parse_manifest(text, "x.toml")

    def ids(**how: list[str]) -> list[str]:
        return [case.id.rpartition("/")[2] for case in manifest.select(cases, **how)]

    assert ids() == ["one", "two"]
    assert ids(globs=["log/test/o*"]) == ["one"]
    assert ids(globs=["log/test"]) == ids(globs=["log/test/"]) == ids(globs=["log"]) == ["one", "two"]
    assert ids(globs=["log/te"]) == []
    assert ids(requirements=["log.map"]) == ids(requirements=["limits.*"]) == ["two"]
    assert ids(requirements=["log.ma"]) == []
    assert ids(surfaces=["name"]) == []
    assert ids(globs=["log/test/o*"], requirements=["log.map"]) == []


# --- addresses ---------------------------------------------------------------------------------------


def locate(path: str) -> tuple[int, int]:
    known = {
        "blocks[0]": (0, 100),
        "blocks[1]": (100, 50),
        "blocks[1].content": (130, 7),
        "blocks[1].len_block": (106, 8),
    }
    if path not in known:
        raise AddressError(f"no {path}")
    return known[path]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("12", 12),
        ("@12", 12),
        ("0x10", 16),
        ("$0", 0),
        ("$1", 100),
        ("$1+6", 106),
        ("$end", 150),
        ("$end-1", 149),
        ("$len1", 50),
        ("$content1", 7),
        ("$1+$len1-$content1 + 3", 146),
        ("blocks[1].len_block", 106),
        ("blocks[1].len_block+4", 110),
        (" $1 ", 100),
    ],
)
def test_points(text: str, value: int) -> None:
    assert Addresses(locate, 150).point(text) == value


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("$1+1..$end", (101, 49)),
        ("5..5", (5, 0)),
        ("@3+4", (3, 4)),
        ("$1+$len1", (100, 50)),
        ("$1", (100, 50)),
        ("blocks[1].len_block", (106, 8)),
        ("blocks[1].len_block+2..blocks[1].len_block+3", (108, 1)),
        ("$0+$content1", (0, 7)),
    ],
)
def test_spans(text: str, span: tuple[int, int]) -> None:
    assert Addresses(locate, 150).span(text) == span


@pytest.mark.parametrize(
    "text", ["", "+1", "$", "$x", "$1+", "$1 6", "blocks[2]", "$2", "1;2", "Blocks", "$end+$end$end"]
)
def test_points_that_are_none(text: str) -> None:
    with pytest.raises(AddressError):
        Addresses(locate, 150).point(text)


@pytest.mark.parametrize("text", ["$1+6", "12", "$end", "9..3", "blocks[1].len_block+2", "$len1"])
def test_spans_without_a_length(text: str) -> None:
    with pytest.raises(AddressError):
        Addresses(locate, 150).span(text)


# --- expectations ------------------------------------------------------------------------------------

LEN0, LEN1 = 81, 91  # bytes on disk of the two blocks of log/two.log


def blocks(*tokens: str) -> str:
    return "{ blocks = [" + ", ".join(f"'{token}'" for token in tokens) + "] }"


def test_tokens(fixtures: inputs.Fixtures) -> None:
    base = fixtures.view("log/two.log", "scan")["blocks"]
    got = factory.expect(
        fixtures,
        blocks(
            "=0",
            "=1@$1+5",
            '=1 {"header":{"INSTANT_TIME":null,"SCHEMA":"${blocks[0].header.INSTANT_TIME}"},'
            '"len":"${blocks[1].len+10}"}',
            "corrupt $1..$end",
            '{"kind":"COMMAND_BLOCK","ofs":"$1+1"}',
            '=1@0 {"len":"${blocks[1].len-1}"}',
            "corrupt 0..6",
        ),
        edit='[{ op = "append", hex = "00", repeat = 5 }]',
    ).value["blocks"]
    assert got[0] == base[0]
    assert got[1] == {**base[1], "ofs": str(LEN0 + 5), "content": {"ofs": str(LEN0 + 5 + 59), "len": "20"}}
    assert got[2] == {**base[1], "header": {"SCHEMA": "20260101000000000"}, "len": str(LEN1 + 10)}
    assert got[3] == {
        "kind": "CORRUPT_BLOCK",
        "ofs": str(LEN0),
        "len": str(LEN1 + 5),
        "content": {"ofs": str(LEN0 + 6), "len": str(LEN1 - 1)},
        "header": {},
        "footer": {},
    }
    assert got[4] == {"kind": "COMMAND_BLOCK", "ofs": str(LEN0 + 1)}
    assert (got[5]["ofs"], got[5]["len"]) == ("0", str(LEN1 - 1))
    assert got[6]["len"] == "6"


def test_tokens_of_records(fixtures: inputs.Fixtures) -> None:
    got = factory.expect(
        fixtures,
        blocks(
            "=0",
            '=1 {"records":["${blocks[1].records[0]}"],"reject":{"code":["truncated"],"at":"$1+9"}}',
            "corrupt $1..$end",
        ),
        cmd='"log.records"',
    ).value["blocks"]
    assert got[1] == {
        "kind": "AVRO_DATA_BLOCK",
        "ofs": str(LEN0),
        "records": [{"a": 1}],
        "reject": {"code": ["truncated"], "at": str(LEN0 + 9)},
    }
    assert got[2] == {"kind": "CORRUPT_BLOCK", "ofs": str(LEN0)}


@pytest.mark.parametrize(
    ("expectation", "sentence"),
    [
        ('{ blocks = ["=2"] }', "the base has 2 blocks"),
        ('{ blocks = ["blocks[0]"] }', "is not a token"),
        ('{ blocks = ["corrupt $1..$1+5"] }', "no room for a magic"),
        ('{ blocks = ["corrupt $7..$end"] }', "the base has 2 blocks, there is no blocks[7]"),
        ("""{ blocks = ['=0 {"len":"${blocks[0].size}"}'] }""", "is not in the base's view"),
        ("""{ blocks = ['=0 {"reject":{"code":["bad-luck"]}}'] }""", "['bad-luck'] are not codes"),
        ("""{ blocks = ['=0 {"len":1,"len":2}'] }""", "duplicate key 'len'"),
        ('{ value = "log/none.json" }', "fixtures/log/none.json does not exist"),
        ('{ value = "../secret.json" }', "is not below fixtures"),
        ('{ bytes = "log/none.bin" }', "does not exist"),
        ('{ reject = ["truncated"], at = "blocks[0].nothing" }', "no field 'blocks[0].nothing'"),
    ],
)
def test_expectations_that_mean_nothing(fixtures: inputs.Fixtures, expectation: str, sentence: str) -> None:
    with pytest.raises(ExpectationError) as wrong:
        factory.expect(fixtures, expectation)
    assert sentence in str(wrong.value)


def test_other_kinds(fixtures: inputs.Fixtures) -> None:
    reject = factory.expect(fixtures, '{ reject = ["truncated"], at = "$1+6", blocks = ["=0"] }')
    assert (reject.codes, reject.at, len(reject.blocks or [])) == (("truncated",), (str(LEN0 + 6),), 1)
    assert reject.statement["at"] == str(LEN0 + 6)
    reject = factory.expect(fixtures, '{ reject = ["truncated"], at = ["$1+6", "0"] }')
    assert reject.statement["at"] == reject.to_json()["at"] == [str(LEN0 + 6), "0"]
    inner = factory.expect(fixtures, '{ value = \'{"a":"$1"}\' }')
    assert inner.value == {"a": str(LEN0)}
    assert factory.expect(fixtures, '{ value = { a = "$1" } }').value == {"a": str(LEN0)}
    assert factory.expect(fixtures, '{ value = "log/two.scan.json" }').value == fixtures.view(
        "log/two.log", "scan"
    )
    assert factory.expect(fixtures, '{ bytes = "log/two.log" }').data == fixtures.bytes("log/two.log")
    assert factory.expect(fixtures, '{ open = "why" }').question == "why"
    found = factory.expect(fixtures, '{ findings = [["log.b", "truncated", "$1"], ["log.a", "bad-value"]] }')
    assert found.value["findings"] == [
        {"requirement": "log.a", "code": "bad-value", "at": None},
        {"requirement": "log.b", "code": "truncated", "at": str(LEN0)},
    ]
    both = factory.expect(fixtures, '{ any = [{ blocks = ["=0"] }, { reject = ["truncated"] }] }')
    assert [option.kind for option in both.options] == ["blocks", "reject"]


def test_write_reads_its_description(fixtures: inputs.Fixtures) -> None:
    (fixtures.root / "log/two.write.json").write_text('{"blocks":[]}', encoding="utf-8")
    ready = factory.one(
        fixtures,
        cmd='"log.write"',
        base="None",
        edit="None",
        args='{ write = "log/two.write.json" }',
        expect='{ reads-back = ["=0"] }',
    )
    assert ready.args == {"write": {"blocks": []}}
    assert ready.data is None
    assert ready.digest == hashlib.sha256(b'{"write":{"blocks":[]}}').hexdigest()
    assert ready.expectation.value["blocks"][0]["records"] == [{"a": 0}, {"a": 0}]


# --- lock --------------------------------------------------------------------------------------------


def test_lock(fixtures: inputs.Fixtures, tmp_path: Path) -> None:
    cases, _ = manifest.parse_manifest(factory.manifest_text(factory.case_text()), "x.toml")
    ready = inputs.prepare_all(cases, fixtures, edits)
    assert ready[0].digest == hashlib.sha256(fixtures.bytes("log/two.log")).hexdigest()
    digests = {prepared.case.id: prepared.digest for prepared in ready}
    (tmp_path / inputs.LOCK).write_text(canonical_json.pretty(digests), encoding="utf-8")
    lock = inputs.load_lock(tmp_path)
    assert inputs.unlocked_ids(cases, lock) == []
    assert inputs.prepare_all(cases, fixtures, edits, lock)
    with pytest.raises(SuiteDamaged, match="its input has changed"):
        inputs.prepare_all(cases, fixtures, edits, {cases[0].id: "0" * 64})
    assert inputs.unlocked_ids(cases, {}) == [cases[0].id]
    (tmp_path / inputs.LOCK).write_text("[]", encoding="utf-8")
    with pytest.raises(SuiteDamaged, match="must map"):
        inputs.load_lock(tmp_path)
    (tmp_path / inputs.LOCK).write_text('{"a":"1","a":"2"}', encoding="utf-8")
    with pytest.raises(SuiteDamaged, match="duplicate"):
        inputs.load_lock(tmp_path)
    assert inputs.load_lock(tmp_path / "nowhere") == {}


def test_cases_digest_covers_inputs_and_expectations(fixtures: inputs.Fixtures) -> None:
    one = factory.one(fixtures)
    other = factory.one(fixtures, expect='{ blocks = ["=1", "=0"] }')
    edited = factory.one(fixtures, edit='[{ op = "append", hex = "00" }]')
    digests = {inputs.cases_digest([prepared]) for prepared in (one, other, edited)}
    assert len(digests) == 3


def test_the_suite_itself() -> None:
    """Every manifest of the project is valid, and its schema agrees: a sample, all by `tox -e slow`."""
    suite, ready = whole_suite.opened()
    assert len(ready) == len(suite.cases) > 500
    validator = schema()
    manifests = [path for path in resources.cases_dir().glob("**/*.toml") if is_sampled(path.name, 8)]
    assert len(manifests) > 20
    for path in manifests:
        assert [
            e.message for e in validator.iter_errors(tomllib.loads(path.read_text(encoding="utf-8")))
        ] == []
    views = json.loads((resources.schemas_dir() / "views.schema.json").read_text(encoding="utf-8"))
    for path in resources.fixtures_dir().glob("**/*.json"):
        view = path.name.split(".")[-2]
        if "hfile" not in str(path.parent) and view in {"scan", "records", "positions"}:
            value = canonical_json.loads(path.read_bytes())
            found = jsonschema.Draft202012Validator({**views, "$ref": f"#/$defs/log.{view}"}).iter_errors(
                value
            )
            assert [error.message for error in found] == [], path
