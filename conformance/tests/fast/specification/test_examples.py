# SPDX-License-Identifier: Apache-2.0
"""The examples inside the specification's text: every byte, offset and value, and what our reader answers.

A `hexl` block is compiled without any decoder of the project. Its named values are recomputed from its bytes,
and the lengths of its blocks from the places where its fields stand. Only then is the reader asked.
"""

from __future__ import annotations

import base64
import json
import re
import struct
from dataclasses import dataclass
from typing import Any

import pytest
from hudi_conformance import resources
from hudi_conformance.adapters.kaitai import python as kaitai_python
from spec_examples import BLOCK, Line, parse_lines


@dataclass(frozen=True)
class Example:
    """A file in the text, with the answers printed after it."""

    id: str
    lines: tuple[Line, ...]
    answers: dict[str, Any]

    @property
    def data(self) -> bytes:
        return b"".join(line.data for line in self.lines)


def load_examples() -> list[Example]:
    found: list[Example] = []
    for page in sorted(resources.spec_dir().glob("*.md")):
        if page.name.startswith(("hfile", "bloom")):  # test_hfile_examples looks after those
            continue
        for block in BLOCK.finditer(page.read_text(encoding="utf-8")):
            info = block["info"].split()
            if info[0] == "hexl":
                found.append(Example(info[1].removeprefix("id="), parse_lines(block["body"]), {}))
            elif info[0] == "properties":  # text that is the file
                text = Line(0, block["body"].encode("latin-1"), "", "", "")
                found.append(Example(info[1].removeprefix("id="), (text,), {}))
            elif info[0] == "json":
                found[-1].answers[info[1]] = json.loads(block["body"])
    return found


EXAMPLES = load_examples()
each = pytest.mark.parametrize("example", EXAMPLES, ids=[example.id for example in EXAMPLES])


def test_there_are_the_promised_examples() -> None:
    assert len({example.id for example in EXAMPLES}) == len(EXAMPLES) >= 20
    assert all(example.answers for example in EXAMPLES)
    kinds = {block["kind"] for e in EXAMPLES for block in e.answers.get("log.scan", {}).get("blocks", [])}
    assert kinds >= {"AVRO_DATA_BLOCK", "DELETE_BLOCK", "COMMAND_BLOCK", "CORRUPT_BLOCK"}


@each
def test_offsets_are_those_of_the_bytes(example: Example) -> None:
    at = 0
    for line in example.lines:
        assert line.ofs == at, f"{line.path or line.remark} is printed at {line.ofs:#x}, stands at {at:#x}"
        at += len(line.data)


@each
def test_values_are_those_of_the_bytes(example: Example) -> None:
    for line in example.lines:
        if line.path:
            assert decoded(line) == line.value, f"{line.path} at {line.ofs:#x}"


def decoded(line: Line) -> str:
    """The bytes of a line in the notation that its value is printed in."""
    word, _, rest = line.value.partition(" ")
    if line.value.startswith('"'):
        return f'"{line.data.decode()}"'
    if line.value == "text":
        line.data.decode()
        return "text"
    if word == "zigzag":
        number = sum((byte & 0x7F) << 7 * i for i, byte in enumerate(line.data))
        assert all(byte & 0x80 for byte in line.data[:-1])
        assert not line.data[-1] & 0x80
        return f"zigzag {(number >> 1) ^ -(number & 1)}"
    if word == "double":
        return f"double {struct.unpack('<d', line.data)[0]}"
    if word == "kryo":
        assert line.data[-1] & 0x80
        return 'kryo "' + (line.data[:-1] + bytes([line.data[-1] & 0x7F])).decode("ascii") + '"'
    assert re.fullmatch(r"-?\d+", line.value), f"unknown notation {rest or word!r}"
    return str(int.from_bytes(line.data, "big", signed=True))


@each
def test_lengths_are_what_they_measure(example: Example) -> None:
    """S, T, C, value lengths, counts: from the places of the fields, unless the line says it is wrong."""
    by_path = {line.path: line for line in example.lines if line.path}
    ends = {line.path: line.ofs + len(line.data) for line in example.lines if line.path}
    for path, line in by_path.items():
        block = path.split(".")[0]
        true: int | None = None
        if path.endswith(".len_block") and f"{block}.len_trailing" in by_path:
            true = ends[f"{block}.len_trailing"] - ends[path]
        elif path.endswith(".len_trailing"):
            true = line.ofs - by_path[f"{block}.magic"].ofs
        elif path.endswith(".len_content") and f"{block}.footer.num_entries" in by_path:
            true = by_path[f"{block}.footer.num_entries"].ofs - ends[path]
        elif path.endswith(".len_value"):
            true = len(by_path[path.replace("len_value", "value")].data)
        elif path.endswith(".header.num_entries"):
            true = sum(
                name.startswith(f"{block}.header.entries") and name.endswith(".key") for name in by_path
            )
        elif path.endswith(".num_records"):
            true = sum(name.startswith(f"{block}.content.records") for name in by_path)
        elif path.endswith(".len_payload"):
            true = by_path[f"{block}.footer.num_entries"].ofs - ends[path]
        if true is not None:
            wrong = line.remark.startswith("wrong")
            assert (int(line.value) != true) is wrong, f"{path} is {line.value}, measures {true}"
            if wrong:
                assert line.remark == f"wrong, {true} is right"


@each
def test_our_reader_answers_as_printed(example: Example) -> None:
    for cmd, expected in example.answers.items():
        request = {
            "v": 1,
            "seq": "0",
            "cmd": cmd,
            "in": {"b64": base64.b64encode(example.data).decode()},
            "args": {},
        }
        got = kaitai_python.answer(request)
        if "reject" in expected:
            assert got["answer"] == "reject", got
            assert {"code": got["code"], "at": got["at"]} == expected["reject"]
            assert got["partial"] == expected["partial"]
        else:
            assert got["answer"] == "value", got
            assert got["value"] == expected


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ("0000  23 4  # ; odd", "not bytes"),
        ("0000  23\n", "no note"),
        ("0000  23  # magic is this", "neither path"),
        ("zz  23  # ; no offset", "not a line"),
    ],
)
def test_a_sloppy_example_is_refused(body: str, complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        parse_lines(body)


def test_a_wrong_value_is_seen() -> None:
    (line,) = parse_lines("0000  00 00 00 02  # blocks[0].format_version = 1")
    assert decoded(line) == "2"


def test_positions_in_the_table_are_those_of_their_bitmaps() -> None:
    page = (resources.spec_dir() / "log_content.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([\w, ]+) \| `([A-Za-z0-9+/]+=*)` \|$", page, re.MULTILINE)
    meant = {"none": [], "0": [0], "1, 2, 3": [1, 2, 3], "0 to 99": list(range(100))}
    assert [name for name, _ in rows] == list(meant)
    for name, text in rows:
        assert small_bitmap(base64.b64decode(text, validate=True)) == meant[name]


def small_bitmap(data: bytes) -> list[int]:
    """Positions of a bitmap of at most one bucket and one container, by struct alone."""
    if struct.unpack_from("<Q", data)[0] == 0:
        return []
    (buckets, high, cookie) = struct.unpack_from("<QIH", data)
    assert (buckets, high) == (1, 0)
    if cookie == 0x303B:
        (containers, flags, key, cardinality, runs) = struct.unpack_from("<HBHHH", data, 14)
        assert (containers, flags, key, runs) == (0, 1, 0, 1)
        start, length = struct.unpack_from("<HH", data, 23)
        assert length == cardinality
        return list(range(start, start + length + 1))
    assert cookie == 0x303A
    (containers, key, cardinality, _) = struct.unpack_from("<IHHI", data, 16)
    assert (containers, key) == (1, 0)
    return list(struct.unpack_from(f"<{cardinality + 1}H", data, 28))


def name_rows() -> list[tuple[str, str]]:
    page = (resources.spec_dir() / "names.md").read_text(encoding="utf-8")
    (block,) = (found["body"] for found in BLOCK.finditer(page) if found["info"] == "names")
    return [tuple(row.split()) for row in block.splitlines()]


def test_names_in_the_text_obey_the_pattern_in_the_text() -> None:
    page = (resources.spec_dir() / "names.md").read_text(encoding="utf-8")
    (pattern,) = re.findall(r"^\| 1\.1\.1 – 1\.2\.1 \| `(.+?)` \| entire name \|", page, re.MULTILINE)
    for word, name in name_rows():
        matches = re.fullmatch(pattern.replace("\\|", "|"), name) is not None
        assert matches is (word == "accept"), name


@pytest.mark.parametrize(("word", "name"), name_rows())
def test_our_reader_parses_names_as_printed(word: str, name: str) -> None:
    got = kaitai_python.answer({"v": 1, "seq": "0", "cmd": "name.parse", "args": {"name": name}})
    assert got["answer"] == ("value" if word == "accept" else "reject"), got
