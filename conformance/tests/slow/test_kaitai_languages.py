# SPDX-License-Identifier: Apache-2.0
"""The same grammars in every language: the same tree of every golden file, the same refusals of damaged ones.

A language without its tool is skipped with the reason. What it answers is compared with Python on pieces of
the fixtures that a grammar describes (`grammar_corpus`), on pieces with hostile numbers in them, and, for the
framing of log files, on whole files: some hundred pieces of each grammar, spread over all files, and all of
them with HUDI_CONFORMANCE_WHOLE set, as `tox -e slow` does.
"""

from __future__ import annotations

import base64
import json
import os
import random
import subprocess
import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from grammar_corpus import Piece, golden_files, pieces
from hudi_conformance import resources
from hudi_conformance.adapters.kaitai import python as kaitai_python
from hudi_conformance.toolchain import ToolMissing
from hudi_conformance.toolchain.registry import load_implementations

LANGUAGES = ["kaitai-java", "kaitai-javascript", "kaitai-go", "kaitai-cpp", "kaitai-rust"]
_SHORT = {"kaitai-java", "kaitai-go"}
EACH = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in _SHORT else pytest.mark.own_job) for name in LANGUAGES]
)
# compiler 0.11 writes no such check in Rust: what it would refuse goes on, and is mostly refused later
CHECKS_OF_ENUMS = {
    "/seq/3",  # hudi_log_block
    "/types/frame/seq/3",
    "/types/header_entry/seq/1",
    "/types/ordering/seq/0",
}
SCANS = ("log.scan", "log.reverse", "log.salvage")
IS_WHOLE = "HUDI_CONFORMANCE_WHOLE" in os.environ
MAX_PIECES = 10**6 if IS_WHOLE else 300  # of a grammar
NUM_HOSTILE = 6000 if IS_WHOLE else 2000
HOSTILE = [
    number.to_bytes(width, order)
    for width in (1, 2, 4, 8)
    for number in (0, 1, 2 ** (8 * width - 1) - 1, 2 ** (8 * width - 1), 2 ** (8 * width) - 1)
    for order in ("big", "little")
]
MAX_HOSTILE = 3000  # bytes of a piece that is damaged


def questions(asked: Iterable[Piece]) -> list[dict[str, Any]]:
    return [
        question("grammar.tree", piece.data, {"grammar": piece.grammar, "params": list(piece.params)})
        for piece in asked
    ]


def question(cmd: str, data: bytes, args: dict[str, Any]) -> dict[str, Any]:
    return {"v": 1, "cmd": cmd, "in": {"b64": base64.b64encode(data).decode()}, "args": args}


def command(name: str) -> list[str]:
    try:
        return load_implementations()[name].command()
    except ToolMissing as missing:
        pytest.skip(str(missing))


def ask(name: str, asked: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Answers of one process to all questions."""
    with subprocess.Popen(command(name), stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        stdin, stdout = process.stdin, process.stdout
        assert stdin is not None
        assert stdout is not None

        def feed() -> None:
            for number, each in enumerate(asked):
                stdin.write(
                    json.dumps({"seq": str(number), "budget": {"ms": 5000, "mib": 512}, **each}).encode()
                )
                stdin.write(b"\n")
            stdin.write(b'{"v":1,"seq":"end","cmd":"bye"}\n')
            stdin.close()

        feeder = threading.Thread(target=feed, daemon=True)
        feeder.start()
        for number in range(len(asked)):
            line = stdout.readline()
            assert line, f"{name} died of question {number}: {asked[number]}"
            answer = json.loads(line)
            assert answer.pop("seq") == str(number)
            yield answer
        assert json.loads(stdout.readline()) == {"seq": "end", "answer": "value", "value": {}}
        feeder.join()
        assert process.wait(timeout=10) == 0


def essence(answer: dict[str, Any]) -> dict[str, Any]:
    """What has to be the same: a value, or the code and the failed field of a refusal."""
    kept = {key: answer[key] for key in ("answer", "value", "code", "partial", "at") if key in answer}
    message = str(answer.get("message", ""))
    if answer["answer"] == "reject" and message.startswith("/"):
        kept["field"] = message
    return kept


@pytest.fixture(scope="module")
def golden() -> tuple[list[Piece], list[dict[str, Any]]]:
    """Pieces of all grammars, and what Python makes of them."""
    by_grammar: dict[str, list[Piece]] = {}
    for piece in pieces():
        by_grammar.setdefault(piece.grammar, []).append(piece)
    asked = [piece for each in by_grammar.values() for piece in each[:: -(-len(each) // MAX_PIECES)]]
    return asked, [essence(kaitai_python.answer(each)) for each in questions(asked)]


@pytest.fixture(scope="module")
def hostile(golden: tuple[list[Piece], list[dict[str, Any]]]) -> tuple[list[Piece], list[dict[str, Any]]]:
    """Pieces that Python accepts, with one to three numbers replaced, by the same share of each grammar."""
    rng = random.Random(8)
    by_grammar: dict[str, list[Piece]] = {}
    for piece, expected in zip(*golden, strict=True):
        if expected["answer"] == "value" and 0 < len(piece.data) <= MAX_HOSTILE:
            by_grammar.setdefault(piece.grammar, []).append(piece)
    damaged = []
    for number in range(NUM_HOSTILE):
        grammar = sorted(by_grammar)[number % len(by_grammar)]
        piece = rng.choice(by_grammar[grammar])
        data = bytearray(piece.data)
        for _ in range(rng.randint(1, 3)):
            bomb = rng.choice(HOSTILE)
            place = min(rng.randrange(len(data)), rng.choice((40, len(data))))
            data[place : place + len(bomb)] = bomb
        damaged.append(Piece(f"{piece.name} #{number}", grammar, piece.params, bytes(data)))
    return damaged, [essence(kaitai_python.answer(each)) for each in questions(damaged)]


def differences(
    name: str, asked: Sequence[Piece], expected: Sequence[dict[str, Any]]
) -> list[tuple[Piece, dict[str, Any], dict[str, Any]]]:
    found = []
    for piece, wanted, answer in zip(asked, expected, ask(name, questions(asked)), strict=True):
        got = essence(answer)
        if wanted["answer"] == "reject" and "field" not in wanted:
            got.pop("field", None)  # Python names no field where text is not ASCII
        if got != wanted:
            found.append((piece, wanted, got))
    return found


def test_every_grammar_is_among_the_golden_pieces(golden: tuple[list[Piece], list[dict[str, Any]]]):
    asked, expected = golden
    grammars = {path.stem for path in resources.ksy_dir().glob("*.ksy")}
    kinds = Counter((p.grammar, answer["answer"]) for p, answer in zip(asked, expected, strict=True))
    assert {grammar for grammar, answer in kinds if answer == "value"} == grammars
    assert {answer for _, answer in kinds} == {"value", "reject"}
    assert sum(kinds.values()) > (15000 if IS_WHOLE else 3000)


@EACH
def test_same_trees_of_golden_files(name: str, golden: tuple[list[Piece], list[dict[str, Any]]]):
    found = differences(name, *golden)
    if name == "kaitai-rust":
        found = [each for each in found if each[1].get("field") not in CHECKS_OF_ENUMS]
    assert found == []


@EACH
def test_hostile_numbers_are_refused_alike(name: str, hostile: tuple[list[Piece], list[dict[str, Any]]]):
    asked, expected = hostile
    assert sum(answer["answer"] == "reject" for answer in expected) > NUM_HOSTILE / 4
    found = differences(name, asked, expected)
    if name == "kaitai-javascript":
        # a parser in JavaScript cannot calculate with integers beyond 2^53, and says so
        found = [each for each in found if each[2]["answer"] != "limit"]
    if name == "kaitai-rust":
        found = [each for each in found if each[1].get("field") not in CHECKS_OF_ENUMS]
    if name == "kaitai-java":
        # in Java an ordinal that is not in its enum is null, its number is lost
        found = [each for each in found if without_unknown_hash(each[1]) != each[2]]
    assert found == []


def without_unknown_hash(answer: dict[str, Any]) -> dict[str, Any]:
    tree = dict(answer.get("value", {}).get("tree", {}))
    if int(tree.get("hash_type", "0")) not in {0, 1, 2}:
        del tree["hash_type"]
        return {**answer, "value": {**answer["value"], "tree": tree}}
    return answer


@pytest.fixture(scope="module")
def framing() -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Questions about whole files, and the answers of Python."""
    asked = [
        question(cmd, data, {})
        for path, data in golden_files()
        if ".log" in Path(path).name or ".archive." in path
        for cmd in SCANS
    ]
    return asked, [essence(kaitai_python.answer(each)) for each in asked]


@EACH
def test_same_framing_of_log_files(name: str, framing: tuple[list[dict[str, Any]], list[dict[str, Any]]]):
    asked, expected = framing
    assert len(asked) > 1000
    for each, wanted, answer in zip(asked, expected, ask(name, asked), strict=True):
        assert essence(answer) == wanted, each["cmd"]


@EACH
def test_lines_that_are_no_requests(name: str):
    lines = [b"", b"  ", b"{", b"[]", b"[" * 5000, b'"', b'{"seq":"1"}', b'{"seq":"1","cmd":"log.merged"}']
    lines += [
        b'{"seq":"1","cmd":"log.scan","in":%s}' % given
        for given in (b'{"b64":"#"}', b'{"path":"/does/not/exist"}', b"{}", b"null")
    ]
    lines += [b'{"seq":"1","cmd":"grammar.tree","in":{"b64":""},"args":{"grammar":"nothing"}}']
    lines += [b'{"seq":"9","cmd":"bye"}']
    done = subprocess.run(command(name), input=b"\n".join(lines), capture_output=True, check=True, timeout=60)
    said = [json.loads(line)["answer"] for line in done.stdout.splitlines()]
    assert said == ["error"] * 4 + ["unsupported"] * 2 + ["error"] * 5 + ["value"]


@EACH
@pytest.mark.parametrize(
    ("words", "data", "code", "answer"),
    [
        (["log.scan"], b"", 0, "value"),
        (["log.scan"], b"garbage", 1, "reject"),
        (["grammar.tree", "--args", '{"grammar":"varint"}'], b"\xac\x02", 0, "value"),
        (["grammar.tree", "--args", '{"grammar":"varint"}'], b"\xff", 1, "reject"),
        (["log.merged"], b"", 3, "unsupported"),
        (["grammar.tree", "--args", '{"grammar":"nothing"}'], b"", 5, "error"),
    ],
)
def test_once(name: str, words: list[str], data: bytes, code: int, answer: str):
    done = subprocess.run(
        [*command(name), "--once", *words], input=data, capture_output=True, check=False, timeout=60
    )
    assert json.loads(done.stdout)["answer"] == answer
    assert done.returncode == code


def test_trees_have_the_form_of_the_schema(golden: tuple[list[Piece], list[dict[str, Any]]]):
    views = json.loads((resources.schemas_dir() / "views.schema.json").read_text(encoding="utf-8"))
    validator = jsonschema.Draft202012Validator({**views, "$ref": "#/$defs/grammar.tree"})
    small = [
        answer for piece, answer in zip(*golden, strict=True) if "value" in answer and len(piece.data) < 400
    ]
    for answer in small[::50]:
        assert [error.message for error in validator.iter_errors(answer["value"])] == []


def test_the_tree_of_a_number():
    answer = kaitai_python.answer(question("grammar.tree", b"\xac\x02", {"grammar": "varint"}))
    assert answer["value"] == {"end": "2", "tree": {"b0": "172", "b1": "2", "has1": True, "value": "300"}}
