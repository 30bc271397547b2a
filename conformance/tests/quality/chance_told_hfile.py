# SPDX-License-Identifier: Apache-2.0
"""All that a check tells of HFiles with one wrong part, for mutants drawn by chance.

    drawn:told-hfile-NAME     the findings of a written HFile: rule, code and place of each, and no other
    drawn:trailer-numbers-N   each number of a trailer at the bounds of its width

Places are those of the layout in `spec/hfile*.md`: blocks are found by their magic, fields of the trailer by
the rules of Protocol Buffers, cells by their lengths.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from chance_asked import Asked, Failure, imported
from chance_drawn import ask
from chance_layout import LEN_HEADER, Block, blocks_of

if TYPE_CHECKING:
    from chance_questions import World

Told = tuple[str, str, str | None]
_PLAIN: dict[str, Any] = {
    "major": 3, "minor": 3, "mvcc": False, "tags": False, "compression": "NONE", "encoding": "NONE",
    "checksum": "CRC32", "block_size": 60, "bytes_per_checksum": 100,
    "meta": [{"name_text": "m", "value": "01"}, {"name_text": "n", "value": "02"}],
    "cells": [
        {"row": f"6b{at:02d}", "family": "66", "qualifier": "71", "value": "ab", "timestamp": "7", "type": 4}
        for at in range(6)
    ],
}  # fmt: skip
_NUMBERS = {  # numbers of the message, names and widths of what readers take [hfile.trailer.fields]
    1: ("file_info_offset", 64), 2: ("load_on_open_data_offset", 64), 3: ("uncompressed_data_index_size", 64),
    4: ("total_uncompressed_bytes", 64), 5: ("data_index_count", 32), 6: ("meta_index_count", 32),
    7: ("entry_count", 64), 8: ("num_data_index_levels", 32), 9: ("first_data_block_offset", 64),
    10: ("last_data_block_offset", 64), 12: ("compression_codec", 32),
}  # fmt: skip
# Rules that a reading does not come by.
CHECKED_ALONE = frozenset({
    "hfile.block.prev-offset", "hfile.bloom.meta", "hfile.checksum.chunk-size-min", "hfile.file.empty",
    "hfile.info.reserved", "hfile.info.value-widths", "hfile.meta.order", "hfile.trailer.file-info-offset",
    "hfile.trailer.first-last-data", "hfile.trailer.padding", "hudi.hfile.bloom-filter",
    "hudi.hfile.index-keys", "hudi.hfile.schema",
})  # fmt: skip
_CASES: dict[str, tuple[dict[str, Any], tuple[Told, ...]]] = {}


class Places:
    """Offsets by name: `DATA 1`, `DATA 1 + 16`, `end of DATA 1`, `cell 4`, `trailer entry_count`."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._blocks = blocks_of(data)
        self.trailer = self._blocks[-1].ofs
        self.fields: dict[str, int] = {}
        length, at = _varint(data, self.trailer + 8)
        self.end = at + length
        while at < self.end:
            key, at = _varint(data, at)
            name = _NUMBERS.get(key >> 3, ("", 0))[0]
            if key & 7 == 0:
                self.fields[name] = at
            value, at = _varint(data, at)
            at += value if key & 7 == 2 else 0

    def block(self, name: str) -> Block:
        """A block by its kind and number."""
        kind, _, number = name.partition(" ")
        return [one for one in self._blocks if one.kind == kind][int(number or 0)]

    def of(self, name: str | None) -> str | None:
        """An offset as text."""
        if name is None:
            return None
        if name.startswith("trailer "):
            return str(self.fields[name.partition(" ")[2]])
        if name.startswith("padding "):
            return str(self.end + int(name.partition(" ")[2]))
        if name.startswith("cell "):
            number = int(name.partition(" ")[2])
            return str(self._cells()[number])
        if name.startswith("end of "):
            block = self.block(name.removeprefix("end of "))
            return str(block.ofs + len(block.data) - 4 * block.num_words)
        head, _, more = name.partition(" + ")
        return str(self.block(head).ofs + int(more or 0))

    def _cells(self) -> list[int]:
        """Where keys of cells begin, of files whose cells have no tags and numbers."""
        places = []
        for block in self._blocks:
            at = block.ofs + LEN_HEADER
            while block.kind == "DATA" and at < block.ofs + len(block.data) - 4 * block.num_words:
                places.append(at + 8)
                lengths = self._data[at : at + 8]
                at += 8 + int.from_bytes(lengths[:4], "big") + int.from_bytes(lengths[4:], "big")
        return places


def _varint(data: bytes, at: int) -> tuple[int, int]:
    number = shift = 0
    while True:
        number |= (data[at] & 127) << shift
        at, shift = at + 1, shift + 7
        if data[at - 1] < 128:
            return number, at


def _told(name: str, change: dict[str, Any], *expected: Told) -> None:
    assert name not in _CASES, name
    _CASES[name] = {**_PLAIN, **change}, expected


def _knobs(name: str, knobs: dict[str, Any], *expected: Told) -> None:
    _told(name, {"knobs": knobs}, *expected)


def _trailer(name: str, value: str, *expected: Told) -> None:
    _knobs(f"trailer-{name}-{value}", {"trailer": {name: value}}, *expected)


def _block(name: str, block: str, member: str, value: Any, *expected: Told) -> None:
    _knobs(f"{name}-{value}", {"blocks": {block: {member: value}}}, *expected)


def _wrong(rule: str, at: str | None, code: str = "bad-value") -> Told:
    return f"hfile.{rule}", code, at


_told("plain", {})
for _name, _rule in {
    "file_info_offset": "trailer.file-info-offset", "uncompressed_data_index_size": "trailer.index-size",
    "total_uncompressed_bytes": "trailer.total-bytes", "entry_count": "trailer.entry-count",
    "first_data_block_offset": "trailer.first-last-data", "last_data_block_offset": "trailer.first-last-data",
}.items():  # fmt: skip
    for _value in ("1", "2"):
        _trailer(_name, _value, _wrong(_rule, f"trailer {_name}"))
for _name in ("uncompressed_data_index_size", "total_uncompressed_bytes"):
    _trailer(_name, "0")  # not stated
_trailer("entry_count", "5", _wrong("trailer.entry-count", "trailer entry_count"))
_trailer("entry_count", "7", _wrong("trailer.entry-count", "trailer entry_count"))
_trailer("entry_count", "6")
for _zeros in (0, 1, 9):
    _knobs(f"padding-{_zeros}", {"trailer_padding": "00" * _zeros + "01"},
           _wrong("trailer.padding", f"padding {_zeros}"))  # fmt: skip

# --- blocks ----------------------------------------------------------------------------------------------

for _number in range(2):
    _block(f"previous-{_number}", f"DATA[{_number}]", "prev_block_offset", 7,
           _wrong("block.prev-offset", f"DATA {_number} + 16", "bad-reference"))  # fmt: skip
_told("chunk-33", {"bytes_per_checksum": 33})
_knobs("null-words", {"blocks": {"DATA[1]": {"checksum_type": 0}}},
       _wrong("checksum.type", "end of DATA 1"))  # fmt: skip
_knobs("null-words-of-info", {"blocks": {"FILE_INFO[0]": {"checksum_type": 0}}},
       _wrong("checksum.type", "end of FILE_INFO"))  # fmt: skip
_told("null", {"checksum": "NULL"})

for _number in range(2):
    _knobs(f"checksum-of-meta-{_number}", {"blocks": {f"META[{_number}]": {"checksums": "00000007"}}},
           _wrong("checksum.mismatch", f"META {_number}", "bad-checksum"))  # fmt: skip
    _knobs(f"inflated-meta-{_number}", {"blocks": {f"META[{_number}]": {"uncompressed_size": 9}}},
           _wrong("block.inflated-exact", f"META {_number} + 12", "length-mismatch"),
           _wrong("trailer.total-bytes", "trailer total_uncompressed_bytes"))  # fmt: skip

# --- cells -----------------------------------------------------------------------------------------------


def _cells(name: str, cells: dict[int, dict[str, Any]], *expected: Told, **change: Any) -> None:
    """Cells with other members; sums in the file info are those of what is written."""
    made = [{**cell, **cells.get(at, {})} for at, cell in enumerate(_PLAIN["cells"])]
    _told(f"cells-{name}", {"cells": made, **change}, *expected)


for _type in (4, 8, 10, 12, 14):
    _cells(f"type-{_type}", {2: {"type": _type}})
for _type in (0, 3, 5, 9, 11, 13, 15, 255):
    _cells(f"type-{_type}", {2: {"type": _type}}, _wrong("cell.type", "cell 2", "bad-type"),
           knobs={"unsorted": True})  # fmt: skip
for _time, _is_right in (("0", True), ("1", True), ("-1", False), ("-9223372036854775808", False)):
    _cells(f"time-{_time}", {3: {"timestamp": _time}},
           *[_wrong("cell.timestamp", "cell 3")] * (not _is_right))  # fmt: skip
_SAME = {1: _PLAIN["cells"][0], 4: _PLAIN["cells"][3]}
_cells("same", _SAME, knobs={"unsorted": True})
_cells("same-over-blocks", {3: _PLAIN["cells"][2]}, _wrong("cell.equal-keys", "cell 3", "bad-order"),
       _wrong("index.key", f"ROOT_INDEX + {LEN_HEADER + 12 + 1 + 16}", "bad-order"),
       knobs={"unsorted": True, "boundaries": [3]})  # fmt: skip
for _name, _earlier in {
    "qualifier": {"qualifier": "70"}, "family": {"family": "65"}, "time": {"timestamp": "8"},
    "type": {"type": 8},
}.items():  # fmt: skip
    _row = _PLAIN["cells"][0]["row"]
    _cells(f"order-{_name}", {0: {"row": _row}, 1: {"row": _row, **_earlier}},
           _wrong("cell.order", "cell 1", "bad-order"), knobs={"unsorted": True})  # fmt: skip
    _cells(f"in-order-{_name}", {0: {"row": _row, **_earlier}, 1: {"row": _row}},
           knobs={"unsorted": True})  # fmt: skip

# --- file info -------------------------------------------------------------------------------------------

for _name, _width, _true in (
    ("hfile.AVG_KEY_LEN", 4, 16), ("hfile.AVG_VALUE_LEN", 4, 1), ("hfile.LEN_OF_BIGGEST_CELL", 8, None),
):  # fmt: skip
    for _value in (0, 15, 17, 99):
        _knobs(f"info-{_name}-{_value}", {"info": {_name: _value.to_bytes(_width, "big").hex()}},
               _wrong("info.cells", "FILE_INFO"))  # fmt: skip
    if _true is not None:
        _knobs(f"info-{_name}", {"info": {_name: _true.to_bytes(_width, "big").hex()}})
_KEY = "00026b05" + "0166" + "71" + "0000000000000007" + "04"
_knobs("last-key", {"info": {"hfile.LASTKEY": _KEY}})
_knobs("last-key-of-row", {"info": {"hfile.LASTKEY": "00026b05"}})
for _text in (_KEY.replace("6b05", "6b04"), _KEY[:-2], _KEY + "00", "00026b04"):
    _knobs(f"last-key-{_text}", {"info": {"hfile.LASTKEY": _text}},
           _wrong("info.last-key-true", "FILE_INFO"))  # fmt: skip
_knobs("no-last-key", {"info": {"hfile.LASTKEY": None}})
_knobs("reserved", {"info": {"hfile.NOTHING": "00"}}, _wrong("info.reserved", "FILE_INFO"))
_knobs("not-reserved", {"info": {"hfil.NOTHING": "00"}})
for _name, _width in {
    "hfile.MAX_TAGS_LEN": 4, "KEY_VALUE_VERSION": 4, "hfile.TAGS_COMPRESSED": 1, "hfile.CREATE_TIME_TS": 8,
}.items():  # fmt: skip
    for _other in (_width - 1, _width + 1):
        if _name == "hfile.CREATE_TIME_TS":
            _knobs(f"width-{_name}-{_other}", {"info": {_name: "00" * _other}},
                   _wrong("info.value-widths", "FILE_INFO", "length-mismatch"))  # fmt: skip
_MVCC = {"mvcc": True, "cells": [{**cell, "mvcc": at} for at, cell in enumerate(_PLAIN["cells"])]}
_told("mvcc", _MVCC)
for _value, _is_right in ((5, True), (4, False), (6, False)):
    _told(f"most-mvcc-{_value}", {**_MVCC, "knobs": {"info": {"MAX_MEMSTORE_TS_KEY": f"{_value:016x}"}}},
          *[_wrong("cell.max-mvcc", "FILE_INFO")] * (not _is_right))  # fmt: skip
_told("no-most-mvcc", {**_MVCC, "knobs": {"info": {"MAX_MEMSTORE_TS_KEY": None}}},
      _wrong("cell.max-mvcc", "FILE_INFO", "missing-field"))  # fmt: skip
_knobs("meta-reversed", {"meta_reversed": True}, _wrong("meta.order", "ROOT_INDEX 1", "bad-order"))

# --- files of Hudi, files without cells --------------------------------------------------------------------

_HUDI = "org.apache.hudi.io.storage.HoodieHBaseKVComparator"
_SCHEMA = b'{"type":"record","name":"r","fields":[]}'.hex()
_ODD = ("hudi.hfile.cell", "bad-value", "cell 0")
_SOME = ("hudi.hfile.bloom-filter", "missing-field", "FILE_INFO")
_KEYS = f"ROOT_INDEX + {LEN_HEADER}"
_knobs("schema", {"info": {"schema": _SCHEMA}}, _ODD)
_knobs("schema-text", {"info": {"schema": b"text".hex()}}, _ODD,
       ("hudi.hfile.schema", "bad-schema", "FILE_INFO"))  # fmt: skip
for _low, _high in (("6b00", "6b05"), ("6b01", "6b05"), ("6b00", "6b04")):
    _knobs(f"least-{_low}-{_high}", {"info": {"schema": _SCHEMA, "minRecordKey": _low,
    "maxRecordKey": _high}},
           _ODD, _SOME,
           *[("hudi.hfile.min-max", "bad-value", "FILE_INFO")] * ((_low, _high) != ("6b00",
           "6b05")))  # fmt: skip
    _knobs(f"least-of-others-{_low}-{_high}", {"info": {"minRecordKey": _low, "maxRecordKey": _high}})
_told("comparator", {"comparator": _HUDI})
_told("comparator-of-30", {"comparator": _HUDI, "minor": 0}, ("hudi.hfile.index-keys", "bad-value", _KEYS))
_told("comparator-of-rows", {"comparator": _HUDI, "index_keys": "row_only"},
      ("hudi.hfile.index-keys", "length-mismatch", _KEYS))  # fmt: skip
_told("rows-of-others", {"index_keys": "row_only"})
_knobs("sum-of-hudi", {"trailer": {"total_uncompressed_bytes": "1"}, "info": {"schema": _SCHEMA}}, _ODD)
_EMPTY: dict[str, Any] = {"cells": []}
_told("empty", _EMPTY)
for _name, _value, _is_told in (
    ("num_data_index_levels", "2", True), ("first_data_block_offset", "0", True),
    ("last_data_block_offset", "0", False), ("last_data_block_offset", "1", True),
):  # fmt: skip
    _told(f"empty-{_name}-{_value}", {**_EMPTY, "knobs": {"trailer": {_name: _value}}},
          *[_wrong("file.empty", f"trailer {_name}")] * _is_told)  # fmt: skip
_knobs("encoding", {"info": {"DATA_BLOCK_ENCODING": b"DIFFF".hex()}},
       _wrong("encoding.unknown", "FILE_INFO", "bad-type"))  # fmt: skip
_told("encoding-none", {"knobs": {"info": {"DATA_BLOCK_ENCODING": b"NONE".hex()}}})

# --- filters ---------------------------------------------------------------------------------------------

for _kind in ("ROW", "ROWCOL"):
    _told(f"bloom-{_kind}", {"bloom": {"type": _kind}})
_told("bloom-last-key", {"bloom": {"type": "ROW"}, "knobs": {"info": {"LAST_BLOOM_KEY": "6b04"}}},
      _wrong("bloom.keys", "FILE_INFO"))  # fmt: skip


def told_hfile_questions() -> Iterator[Asked]:
    """All of them."""
    for name, (description, expected) in _CASES.items():
        yield f"drawn:told-hfile-{name}", f"{expected} beside", partial(_fault, description, expected)
    for number in _NUMBERS:
        yield f"drawn:trailer-numbers-{number}", "", partial(_number_fault, number)


def _fault(description: dict[str, Any], expected: tuple[Told, ...], _: World) -> Failure:
    data: bytes = imported("encode.hfile.write").encode_hfile_description(description).data
    places = Places(data)
    wanted = sorted(((rule, code, places.of(at)) for rule, code, at in expected), key=str)
    answer = ask("hfile.check", data)
    if answer["answer"] != "value":
        return f"{answer!r:.300}"
    found = sorted(
        ((one["requirement"], one["code"], one["at"]) for one in answer["value"]["findings"]), key=str
    )
    if found != wanted:
        return f"found {found}, expected {wanted}"
    return _beside_fault(data, wanted)


def _beside_fault(data: bytes, wanted: list[Told]) -> Failure:
    """Beside cells, and beside what is looked up, the same is told that a check tells of them."""
    if any(one[0] in {"hfile.checksum.mismatch", "hfile.block.inflated-exact"} for one in wanted):
        return None  # of blocks that are not read for cells
    expected = {one for one in wanted if one[0] not in CHECKED_ALONE}
    for command, args in (("hfile.cells", {}), ("hfile.get", {"keys": ["6b03"]})):
        answer = ask(command, data, **args)
        if answer["answer"] == "reject":
            if answer["requirement"] == "hfile.lookup.proven" and any(
                one[1] == "bad-order" for one in wanted
            ):
                continue  # a lookup relies on the order
            if (answer["code"], answer["at"]) not in {(code, at) for _, code, at in wanted}:
                return f"{command}: {answer!r:.300}"
            continue
        told = {(one["requirement"], one["code"], one["at"]) for one in answer.get("findings", ())}
        if told != expected:
            return f"{command} tells {sorted(told ^ expected, key=str)}"
    return None


# Numbers that no file may have, and the rule.
_REFUSED = {
    "data_index_count": "hfile.trailer.index-counts", "meta_index_count": "hfile.trailer.index-counts",
    "entry_count": "hfile.trailer.entry-count", "num_data_index_levels": "hfile.index.levels",
    "load_on_open_data_offset": "hfile.trailer.load-on-open-range",
    "compression_codec": "hfile.codec.unknown",
}  # fmt: skip
_CODECS = range(8)


def _number_fault(number: int, _: World) -> Failure:
    """The last field of a number counts; it is cut to its width, and signed."""
    name, width = _NUMBERS[number]
    write = imported("encode.hfile.write").encode_hfile_description
    ofs_trailer = Places(write(_PLAIN).data).trailer
    near = {1 << bits for bits in (0, 1, 7, 31, 32, 33, 62, 63)} | {0, ofs_trailer}
    for value in sorted({one + by for one in near for by in (-1, 0, 1, 5) if 0 <= one + by < 1 << 64}):
        raw, rest = bytes([number << 3]), value
        while rest > 127:
            raw, rest = raw + bytes([rest & 127 | 128]), rest >> 7
        answer = ask(
            "hfile.trailer", write({**_PLAIN, "knobs": {"trailer_unknown": (raw + bytes([rest])).hex()}}).data
        )
        cut = value & (1 << width) - 1
        cut -= cut >> (width - 1) << width
        is_refused = {
            "num_data_index_levels": cut < 1, "load_on_open_data_offset": not 0 <= cut < ofs_trailer,
            "compression_codec": cut not in _CODECS,
        }.get(name, name in _REFUSED and cut < 0)  # fmt: skip
        if is_refused != (answer["answer"] == "reject"):
            return f"{name} {value}: {answer!r:.200}"
        if is_refused and answer["requirement"] != _REFUSED[name]:
            return f"{name} {value} is refused under {answer['requirement']}"
        if not is_refused and str(answer["value"][name]) != str(cut):
            return f"{name} {value} is {answer['value'][name]}"
    return None
