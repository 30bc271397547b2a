# SPDX-License-Identifier: Apache-2.0
"""The HFile examples inside the specification's text: every byte and value, sums, checksums, what decodes.

An example names the grammar that reads it. Its printed values are recomputed from the bytes alone and then
looked up in what the grammar gives. The encodings are decoded by a few lines of this test, which share
nothing with the project, and must all mean the cells of the plain example.
"""

from __future__ import annotations

import base64
import importlib
import io
import json
import re
import struct
import zlib
from dataclasses import dataclass
from typing import Any

import pytest
from hudi_conformance import resources
from hudi_conformance.adapters.kaitai import python as kaitai_python
from hudi_parsers.hfile import Hfile
from kaitaistruct import KaitaiStream
from spec_examples import BLOCK, Line, parse_lines

PAGES = ("bloom_filter.md", "hfile.md", "hfile_cells.md", "hfile_hudi.md", "hfile_index.md")
_AS = re.compile(r"^as=(?P<name>\w+)(?:\((?P<params>[\w,]*)\))?$")


@dataclass(frozen=True)
class Example:
    """Bytes in the text, the grammar that reads them, and the answers printed after them."""

    id: str
    grammar: str
    params: tuple[Any, ...]
    lines: tuple[Line, ...]
    answers: dict[str, Any]

    @property
    def data(self) -> bytes:
        return b"".join(line.data for line in self.lines)


def load_examples() -> dict[str, Example]:
    found: dict[str, Example] = {}
    for page in PAGES:
        last = ""
        for block in BLOCK.finditer((resources.spec_dir() / page).read_text(encoding="utf-8")):
            info = block["info"].split()
            if info[0] == "hexl":
                last = info[1].removeprefix("id=")
                named = _AS.match(info[2])
                assert named, info
                assert last not in found
                params = tuple(json.loads(word) for word in (named["params"] or "").split(",") if word)
                found[last] = Example(last, named["name"], params, parse_lines(block["body"]), {})
            elif info[0] == "json":
                found[last].answers[info[1]] = json.loads(block["body"])
    return found


EXAMPLES = load_examples()
each = pytest.mark.parametrize("example", EXAMPLES.values(), ids=EXAMPLES)


def test_there_are_the_promised_examples() -> None:
    assert len(EXAMPLES) >= 10
    assert {example.grammar for example in EXAMPLES.values()} >= {
        "hfile",
        "hfile_trailer",
        "hfile_data_block",
        "hfile_encoded_block",
        "hfile_root_index",
        "hfile_leaf_index",
        "hfile_file_info",
        "hfile_file_info_old",
        "hudi_bloom_filter",
        "hudi_bloom_filter_dynamic",
    }


@each
def test_offsets_and_values_are_those_of_the_bytes(example: Example) -> None:
    at = 0
    for line in example.lines:
        assert line.ofs == at, f"{line.path or line.remark} is printed at {line.ofs:#x}, stands at {at:#x}"
        at += len(line.data)
        if line.path:
            assert printed(line) == line.value, f"{line.path} at {line.ofs:#x}"
    assert any(line.path for line in example.lines)


def printed(line: Line) -> str:
    """The bytes of a line in the notation that its value is printed in."""
    word = line.value.split(" ")[0]
    if word == "varint":
        assert read_varint(line.data, 0)[1] == len(line.data)
        return f"varint {read_varint(line.data, 0)[0]}"
    if word == "vlong":
        assert read_vlong(line.data, 0)[1] == len(line.data)
        return f"vlong {read_vlong(line.data, 0)[0]}"
    if word == "unsigned":
        return f"unsigned {int.from_bytes(line.data, 'big')}"
    if word.startswith('"'):
        return f'"{line.data.decode()}"'
    return str(int.from_bytes(line.data, "big", signed=True))


@each
def test_the_grammar_finds_the_printed_values(example: Example) -> None:
    module = importlib.import_module(f"hudi_parsers.{example.grammar}")
    name = example.grammar.title().replace("_", "")
    stream = KaitaiStream(io.BytesIO(example.data))
    root = getattr(module, name)(*example.params, stream)
    for line in example.lines:
        if not line.path:
            continue
        found: Any = root
        for step in re.findall(r"\w+", line.path):
            found = found[int(step)] if step.isdigit() else getattr(found, step)
        assert shown(found, line) == line.value, line.path
    # a part is read to its end
    assert example.grammar == "hfile" or stream.is_eof()


def shown(found: Any, line: Line) -> str:
    """A value of a parser in the notation of a line."""
    word = line.value.split(" ")[0]
    if word in {"varint", "vlong"}:
        return f"{word} {found.value}"
    if isinstance(found, bytes):
        return f'"{found.decode()}"'
    if isinstance(found, str):
        return f'"{found}"'
    number = found if isinstance(found, int) else found.value
    return f"unsigned {number}" if word == "unsigned" else str(number)


def test_sizes_and_checksums_of_the_whole_file() -> None:
    data = EXAMPLES["hfile-two-cells"].data
    found = Hfile.from_bytes(data)
    at, sizes = 0, []
    for block in found.blocks:
        _magic, stored, plain, _, kind, chunk, with_header = struct.unpack_from(">8siiqBii", data, at)
        assert (kind, chunk, with_header, stored) == (2, 16384, 33 + plain, plain + 4)
        words = [
            crc32c(data[at + start : at + min(start + chunk, with_header)])
            for start in range(0, with_header, chunk)
        ]
        assert list(struct.unpack_from(f">{len(words)}I", data, at + with_header)) == words == block.checksums
        sizes.append(33 + stored)
        at += sizes[-1]
    assert sizes == [89, 63, 37, 211]
    assert at == found.ofs_trailer == 400 == len(data) - 4096
    fields = found.trailer.message.fields[-1]
    assert (fields.ofs_load_on_open, fields.ofs_file_info) == (89, 152 + 37)
    page = (resources.spec_dir() / "hfile.md").read_text(encoding="utf-8")
    for word in found.blocks[0].checksums + found.blocks[2].checksums:
        assert f"`{word.to_bytes(4, 'big').hex(' ')}`" in page


def crc32c(data: bytes) -> int:
    """CRC-32C bit by bit."""
    state = 0xFFFFFFFF
    for byte in data:
        state ^= byte
        for _ in range(8):
            state = state >> 1 ^ (0x82F63B78 if state & 1 else 0)
    return state ^ 0xFFFFFFFF


def test_a_checksum_is_not_that_of_zlib() -> None:
    assert crc32c(b"123456789") == 0xE3069283 != zlib.crc32(b"123456789")


def read_varint(data: bytes, at: int) -> tuple[int, int]:
    number = shift = 0
    while True:
        number |= (data[at] & 127) << shift
        shift += 7
        at += 1
        if data[at - 1] < 128:
            return number, at


def read_vlong(data: bytes, at: int) -> tuple[int, int]:
    first = data[at] - 256 if data[at] > 127 else data[at]
    if first >= -112:
        return first, at + 1
    count = -120 - first if first < -120 else -112 - first
    magnitude = int.from_bytes(data[at + 1 : at + 1 + count], "big")
    return (~magnitude if first < -120 else magnitude), at + 1 + count


Cell = tuple[bytes, bytes, bytes, int]
"""Key, value, tags, mvcc."""


def read_plain(data: bytes) -> list[Cell]:
    cells, at = [], 0
    while at < len(data):
        len_key, len_value = struct.unpack_from(">ii", data, at)
        key = data[at + 8 : at + 8 + len_key]
        at += 8 + len_key + len_value
        value = data[at - len_value : at]
        (len_tags,) = struct.unpack_from(">H", data, at)
        mvcc, end = read_vlong(data, at + 2 + len_tags)
        cells.append((key, value, data[at + 2 : at + 2 + len_tags], mvcc))
        at = end
    return cells


class Encoded:
    """A cursor over an encoded block with tags and mvcc."""

    def __init__(self, data: bytes, at: int) -> None:
        self.data, self.at = data, at
        self.cells: list[Cell] = []

    def varint(self) -> int:
        number, self.at = read_varint(self.data, self.at)
        return number

    def take(self, count: int) -> bytes:
        self.at += count
        return self.data[self.at - count : self.at]

    def end(self, key: bytes, value: bytes) -> None:
        tags = self.take(self.varint())
        mvcc, self.at = read_vlong(self.data, self.at)
        self.cells.append((key, value, tags, mvcc))

    def shared_front(self, last: bytes, family: bytes, len_key: int) -> bytes:
        """Row length, row, family length, family and qualifier, by the rule of DIFF and FAST_DIFF."""
        shared = self.varint()
        if last and shared >= 2 + int.from_bytes(last[:2], "big"):
            return last[:shared] + self.take(len_key - 9 - shared)
        front = last[:shared] + self.take(max(0, 2 - shared))
        front += self.take(2 + int.from_bytes(front[:2], "big") - len(front))
        front += bytes([len(family)]) + family
        return front + self.take(len_key - 9 - len(front))


def read_prefix(data: bytes) -> list[Cell]:
    block, last = Encoded(data, 6), b""
    while block.at < len(data):
        len_rest, len_value, shared = block.varint(), block.varint(), block.varint()
        last = last[:shared] + block.take(len_rest)
        block.end(last, block.take(len_value))
    return block.cells


def read_diff(data: bytes) -> list[Cell]:
    block = Encoded(data, 6)
    family = block.take(block.take(1)[0])
    last, len_value, time, kind = b"", 0, 0, b""
    while block.at < len(data):
        flags = block.take(1)[0]
        len_key = len(last) if flags & 1 else block.varint()
        len_value = len_value if flags & 2 else block.varint()
        front = block.shared_front(last, family, len_key)
        number = int.from_bytes(block.take((flags >> 4 & 7) + 1), "little")
        number = -number if flags & 128 else number
        time = time - number if flags & 8 else number
        kind = kind if flags & 4 else block.take(1)
        last = front + struct.pack(">q", time) + kind
        block.end(last, block.take(len_value))
    return block.cells


def read_fast_diff(data: bytes) -> list[Cell]:
    block, last, value = Encoded(data, 6), b"", b""
    while block.at < len(data):
        flags = block.take(1)[0]
        len_key = len(last) if flags & 8 else block.varint()
        len_value = len(value) if flags & 16 else block.varint()
        if not last:
            assert (flags, block.varint()) == (0, 0)
            last = block.take(len_key)
        else:
            start = 2 + int.from_bytes(last[:2], "big")
            front = block.shared_front(last, last[start + 1 : start + 1 + last[start]], len_key)
            time = last[-9:-1][: flags & 7] + block.take(8 - (flags & 7))
            last = front + time + (last[-1:] if flags & 32 else block.take(1))
        value = value if flags & 64 else block.take(len_value)
        block.end(last, value)
    return block.cells


def read_row_index(data: bytes) -> list[Cell]:
    (len_cells,) = struct.unpack_from(">i", data, len(data) - 4)
    (num_rows,) = struct.unpack_from(">i", data, 2 + len_cells)
    assert 2 + len_cells + 4 + 4 * num_rows + 4 == len(data)
    return read_plain(data[2 : 2 + len_cells])


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("hfile-prefix", read_prefix),
        ("hfile-diff", read_diff),
        ("hfile-fast-diff", read_fast_diff),
        ("hfile-row-index", read_row_index),
    ],
)
def test_all_encodings_mean_the_same_cells(name: str, read: Any) -> None:
    plain = EXAMPLES["hfile-cells"].data
    assert len(read_plain(plain)) == 3
    assert read(EXAMPLES[name].data) == read_plain(plain)
    if name != "hfile-row-index":
        assert struct.unpack_from(">i", EXAMPLES[name].data, 2) == (len(plain),)


def test_numbers_in_the_table_are_their_bytes() -> None:
    page = (resources.spec_dir() / "hfile_cells.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+|−\d+|2⁶³ − 1) \| `([0-9a-f ]+)` \| (?:`([0-9a-f ]+)`)?", page, re.MULTILINE)
    assert len(rows) == 11
    for number, vlong, varint in rows:
        meant = 2**63 - 1 if number.startswith("2⁶³") else int(number.replace("−", "-"))
        assert read_vlong(bytes.fromhex(vlong), 0) == (meant, len(bytes.fromhex(vlong)))
        if varint:
            assert read_varint(bytes.fromhex(varint), 0) == (meant, len(bytes.fromhex(varint)))


def test_index_examples_agree() -> None:
    leaf, root = EXAMPLES["hfile-leaf-index"].data, EXAMPLES["hfile-root-index"].data
    (count, *offsets) = struct.unpack_from(">5i", leaf)
    assert (count, offsets[-1]) == (3, len(leaf) - 20)
    first_key = leaf[20 + 12 : 20 + offsets[1]]
    len_key, at = read_vlong(root, 12)
    assert root[at : at + len_key] == first_key
    assert struct.unpack(">qii", root[-16:])[:2] == struct.unpack_from(">qi", root)
    # the leaf block stands behind its three data blocks, and has header, payload and one checksum
    assert struct.unpack_from(">qi", root) == (3 * 345, 33 + len(leaf) + 4)


@each
def test_our_reader_answers_as_printed(example: Example) -> None:
    known = kaitai_python.answer({"v": 1, "seq": "0", "cmd": "hello", "suite": "0"})["value"]["commands"]
    for cmd, expected in example.answers.items():
        if cmd not in known:
            pytest.skip(f"the reader has no {cmd}")
        data = {"b64": base64.b64encode(example.data).decode()}
        got = kaitai_python.answer({"v": 1, "seq": "0", "cmd": cmd, "in": data, "args": {}})
        assert (got["answer"], got.get("value")) == ("value", expected)
