# SPDX-License-Identifier: Apache-2.0
"""All that a check tells of log files with one wrong part, for mutants drawn by chance.

    drawn:told-log-NAME    the findings of a written log: rule, code and place of each, and no other

Places are those of the layout in `spec/log_format.md`, found here by `struct`; codes are those of the pages.
"""

from __future__ import annotations

import copy
import json
import struct
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from chance_asked import Asked, Failure, imported
from chance_drawn import ask

if TYPE_CHECKING:
    from chance_questions import World

T1, T2 = "20260101000000000", "20260101000100000"
_SCHEMA = json.dumps({"type": "record", "name": "r", "fields": [{"name": "n", "type": "long"}]})
_HEADER = {"INSTANT_TIME": T1, "SCHEMA": _SCHEMA}
_RECORDS = [{"n": "1"}, {"n": "2"}]
_PLAIN: dict[str, Any] = {"kind": "AVRO_DATA_BLOCK", "header": _HEADER, "records": _RECORDS}
_ROLLBACK: dict[str, Any] = {
    "kind": "COMMAND_BLOCK",
    "header": {"INSTANT_TIME": T1, "TARGET_INSTANT_TIME": T2, "COMMAND_BLOCK_TYPE": "0"},
}
_DELETE: dict[str, Any] = {
    "kind": "DELETE_BLOCK", "header": {"INSTANT_TIME": T1, "SCHEMA": _SCHEMA},
    "deletes": [{"record_key": "k", "partition_path": "p", "ordering": None}],
}  # fmt: skip
_KEYED = json.dumps({"type": "record", "name": "r", "fields": [{"name": "key", "type": "string"}]})
_KEYED_LOG: dict[str, Any] = {
    "kind": "HFILE_DATA_BLOCK", "header": {"INSTANT_TIME": T1, "SCHEMA": _KEYED},
    "records": [{"key": "a"}, {"key": "b"}],
}  # fmt: skip
_NAME = f".f1-0_{T1}.log.1_0-1-0"
_CASES: dict[str, tuple[list[dict[str, Any]], dict[str, Any], tuple[tuple[str, str, str | None], ...]]] = {}


class Places:
    """Places of one block: its map entries by index, and its parts."""

    def __init__(self, data: bytes, start: int) -> None:
        self._data = data
        self.type, self.header = start + 18, start + 22
        end, self.entries = self._map(self.header)
        (len_content,) = struct.unpack_from(">q", data, end)
        self.content = end + 8
        self.footer = self.content + len_content
        self.end = self._map(self.footer)[0] + 8

    def _map(self, ofs: int) -> tuple[int, list[int]]:
        """End of a map, and where the keys of its entries are."""
        (num,) = struct.unpack_from(">i", self._data, ofs)
        at, entries = ofs + 4, []
        for _ in range(num):
            entries.append(at)
            at += 8 + struct.unpack_from(">i", self._data, at + 4)[0]
        return at, entries

    def of(self, name: str | None) -> str | None:
        """A place by its name: `key 2` is that of the third entry of the header, `value 2` behind it."""
        if name is None:
            return None
        word, _, number = name.partition(" ")
        if number:
            return str(self.entries[int(number)] + (8 if word == "value" else 0))
        return str(getattr(self, word))


def _told(
    name: str, change: dict[str, Any], *expected: tuple[str, str, str | None], of: dict[str, Any] = _PLAIN,
    more: tuple[dict[str, Any], ...] = (), **args: Any,
) -> None:  # fmt: skip
    """Register a block with a change; places of findings are those of the last block."""
    assert name not in _CASES, name
    _CASES[name] = [*more, {**copy.deepcopy(of), **change}], args, expected


def _entries(*entries: Any) -> dict[str, Any]:
    return {"knobs": {"header_entries": [[0, T1], [2, _SCHEMA], *entries]}}


# --- header and frame ------------------------------------------------------------------------------------

for _kind, _block in {"avro": _PLAIN, "command": _ROLLBACK, "delete": _DELETE, "hfile": _KEYED_LOG}.items():
    _told(f"whole-{_kind}", {}, of=_block)
    _told(f"footer-{_kind}", {"knobs": {"footer_entries": [[0, "x"]]}},
          ("log.footer.empty", "bad-value", "footer"), of=_block)  # fmt: skip
_TWICE = ("log.map.unique-keys", "duplicate", "key 2")
_told("twice", _entries([0, T1]), _TWICE)
_told("three-times", _entries([0, T1], [0, T1]), _TWICE)
_told("two-twice", _entries([0, T1], [2, _SCHEMA]), _TWICE, ("log.map.unique-keys", "duplicate", "key 3"))
_NO_TEXT = ("log.map.utf8-write", "bad-utf8", "value 2")
_told("no-text", _entries([1, {"hex": "ff"}]), _NO_TEXT)
_told("half-text", _entries([1, {"hex": "c3"}]), _NO_TEXT)
_told("text", _entries([1, {"hex": "c3bc"}]))
_told("no-text-twice", _entries([1, {"hex": "ff"}], [1, {"hex": "fe"}]), _NO_TEXT,
      ("log.map.unique-keys", "duplicate", "key 3"))  # fmt: skip
for _text, _is_right in (("true", True), ("false", False), ("TRUE", False), ("", False)):
    _told(f"partial-{_text}", _entries([7, _text]),
          *(() if _is_right else (("log.header.partial", "bad-value", "value 2"),)))  # fmt: skip
for _text, _is_right in (
    (T1, True), (f"{T1},{T2}", True), ("", False), (",", False), (f"{T1},", False), (f",{T1}", False),
    (f"{T1},,{T2}", False), (f"{T1} {T2}", False), (f"{T1}, {T2}", False),
):  # fmt: skip
    _told(f"compacted-{_text}", _entries([4, _text]),
          *(() if _is_right else (("log.header.compacted-times", "bad-value", "value 2"),)))  # fmt: skip
_told("no-instant", {"knobs": {"header_entries": [[2, _SCHEMA]]}},
      ("log.header.instant-time", "missing-field", "header"))  # fmt: skip
_told("no-instant-of-archive", {"knobs": {"header_entries": [[2, _SCHEMA]]}},
      file_name=".commits_.archive.1_1-0-1")  # fmt: skip
for _version, _since in ((key, since) for key, since in ((4, 5), (6, 6), (7, 8))):
    for _table in (_since - 1, _since):
        _text = {4: T1, 6: "0,1", 7: "true"}[_version]
        _found = [("log.header.table-version", "bad-type", "key 2")] * (_table < _since)
        _told(f"key-{_version}-{_table}", _entries([_version, _text]), *_found, table_version=_table)
for _initial, _is_old in ((None, False), (9, False), (8, False), (7, True), (6, True)):
    _found = [] if _is_old else [("log.header.block-identifier", "bad-type", "key 2")]
    _told(f"identifier-{_initial}", _entries([6, "0,1"]), *_found, table_version=9,
          **({} if _initial is None else {"initial_version": _initial}))  # fmt: skip

# --- the file among others -------------------------------------------------------------------------------

_told("named", {}, file_name=_NAME)
_told("cdc-suffix", {}, ("log.cdc.file", "bad-type", "type"), file_name=f"{_NAME}.cdc")
_told("cdc-suffix-of-command", {}, of=_ROLLBACK, file_name=f"{_NAME}.cdc")
_told(
    "first-version",
    {},
    ("name.log.first-version", "bad-value", None),
    file_name=_NAME.replace("log.1", "log.0"),
)
for _number, _is_right in ((2**31 - 1, True), (2**31, False), (2**40, False)):
    _told(f"version-{_number}", {}, *(() if _is_right else (("name.log.version-range", "bad-value", None),)),
          file_name=_NAME.replace("log.1", f"log.{_number}"))  # fmt: skip
_LATER = {**_PLAIN, "header": {**_HEADER, "INSTANT_TIME": T2}}
for _version in (7, 8, 9):
    _late = [("log.file.no-append-tv8", "bad-state", "value 0")] * (_version >= 8)
    _told(f"two-instants-{_version}", {}, *_late, of=_LATER, more=(_PLAIN,), table_version=_version,
          file_name=_NAME)  # fmt: skip
    _other = [("name.log.instant-tv8", "bad-reference", "value 0")] * (_version >= 8)
    _told(f"other-instant-{_version}", {}, *_other, of=_LATER, table_version=_version, file_name=_NAME)
    _base = [("name.log.instant-tv6", "bad-reference", None)] * (_version < 8)
    _told(f"other-base-{_version}", {}, *_base, table_version=_version, file_name=_NAME, base_instant=T2)
    _told(f"same-base-{_version}", {}, table_version=_version, file_name=_NAME, base_instant=T1)
_told("two-instants-unknown", {}, of=_LATER, more=(_PLAIN,), file_name=_NAME)
_told("two-instants-upgraded", {}, of=_LATER, more=(_PLAIN,), file_name=_NAME, table_version=9,
      initial_version=7)  # fmt: skip
_told("same-instant", {}, more=(_PLAIN,), file_name=_NAME, table_version=9)
_told("no-name", {}, of=_LATER, more=(_PLAIN,), table_version=7, base_instant=T1)

# --- content ---------------------------------------------------------------------------------------------

for _content in (1, 2, 3):
    for _table, _initial in ((5, None), (6, None), (9, None), (9, 5), (9, 6)):
        for _kind, _block in (("avro", _PLAIN), ("delete", _DELETE)):
            _is_told = _content < 3 and min(_table, _initial or _table) >= 6
            _told(f"content-{_kind}-{_content}-{_table}-{_initial}", {"content_version": _content},
                  *[("log.content.version-write", "bad-version", "content")] * _is_told, of=_block,
                  table_version=_table,
                  **({} if _initial is None else {"initial_version": _initial}))  # fmt: skip
_ARRAY = {"type": "array", "value": [{"type": "int", "value": 1}, {"type": "long", "value": "2"}]}


def _ordered(ordering: Any) -> dict[str, Any]:
    """The second delete has the ordering value."""
    return {"deletes": [*_DELETE["deletes"], {**_DELETE["deletes"][0], "ordering": ordering}]}


for _table in (6, 8, 9):
    _told(f"array-{_table}", _ordered(_ARRAY),
          *[("log.delete.array-wrapper", "bad-type", "content")] * (_table < 9), of=_DELETE,
          table_version=_table)  # fmt: skip
_told("array", _ordered(_ARRAY), of=_DELETE)
_TARGET = ("log.command.form", "missing-field", "header")
_told("command-without-target", {"knobs": {"header_entries": [[0, T1], [3, "0"]]}}, _TARGET, of=_ROLLBACK)
_told("command-with-content", {"knobs": {"content_trailing_hex": "00"}},
("log.command.form", "trailing-bytes", "content"),
      of=_ROLLBACK)  # fmt: skip
for _table, _initial in ((7, None), (8, None), (9, None), (9, 7), (9, 8)):
    _is_told = min(_table, _initial or _table) >= 8
    _told(f"command-{_table}-{_initial}", {}, *[("log.command.no-tv8", "bad-type", "type")] * _is_told,
          of=_ROLLBACK, table_version=_table,
          **({} if _initial is None else {"initial_version": _initial}))  # fmt: skip

# --- positions -------------------------------------------------------------------------------------------

_BASE = {"BASE_FILE_INSTANT_TIME_OF_RECORD_POSITIONS": T1}
_WITH_BASE = {"header": {**_HEADER, **_BASE}}
_told("positions", {**_WITH_BASE, "positions": ["0", "7"]})
_told("positions-of-deletes", {"header": {**_HEADER, **_BASE}, "positions": ["3"]}, of=_DELETE)


def _positions(*positions: int) -> str:
    """`RECORD_POSITIONS` as the writer has them, of a block that has as many records."""
    block = {
        **_PLAIN,
        **_WITH_BASE,
        "records": [{"n": "1"}] * len(positions),
        "positions": list(map(str, positions)),
    }
    data: bytes = imported("encode").encode_log({"blocks": [block]}).data
    places = Places(data, 0)
    at = next(at for at in places.entries if data[at : at + 4] == (5).to_bytes(4, "big"))
    (length,) = struct.unpack_from(">i", data, at + 4)
    return data[at + 8 : at + 8 + length].decode()


def told_log_questions() -> Iterator[Asked]:
    """All of them."""
    for name, (blocks, args, expected) in _CASES.items():
        yield f"drawn:told-log-{name}", f"{expected}", partial(_fault, blocks, args, expected)
    yield "drawn:told-log-number-of-positions", "", _numbers


def _numbers(_: World) -> Failure:
    """As many positions as records, in blocks that have records."""
    for num in (1, 2, 3):
        text = _positions(*range(num))
        entries = {"knobs": {"header_entries": [[0, T1], [2, _SCHEMA], [5, text], [8, T1]]}}
        found = _findings([{**_PLAIN, **entries}], {})
        wrong = [("log.positions.records", "length-mismatch", "value 2")] * (num != 2)
        if fault := _compared(found, [{**_PLAIN, **entries}], tuple(wrong)):
            return f"{num} positions of 2 records: {fault}"
        bare = {**_PLAIN, "knobs": {"header_entries": [[0, T1], [2, _SCHEMA], [5, _positions(0, 7)]]}}
        missing = ("log.positions.base-instant", "missing-field", "value 2")
        if fault := _compared(_findings([bare], {}), [bare], (missing,)):
            return f"positions in no base file: {fault}"
        for block in (_ROLLBACK, _KEYED_LOG):
            header = [[0, T1], [1, T2], [2, _KEYED], [3, "0"], [5, text], [8, T1]]
            odd = {**block, "knobs": {"header_entries": header}}
            if fault := _compared(
                _findings([odd], {}), [odd], (("log.positions.records", "bad-type", "value 4"),)
            ):
                return f"positions of {block['kind']}: {fault}"
    return None


def _findings(blocks: list[dict[str, Any]], args: dict[str, Any]) -> list[tuple[str, str, str | None]] | str:
    data = imported("encode").encode_log({"blocks": blocks}).data
    if "initial_version" in args:  # known to audits alone
        check = imported("decode.log.check")
        rows = check.check_log(data, check.CheckContext(**args))
        return sorted(
            ((row.requirement, row.code, None if row.at is None else str(row.at)) for row in rows), key=str
        )
    answer = ask("log.check", data, **args)
    if answer["answer"] != "value":
        return f"{answer!r:.300}"
    return sorted(
        ((one["requirement"], one["code"], one["at"]) for one in answer["value"]["findings"]), key=str
    )


def _compared(
    found: list[tuple[str, str, str | None]] | str, blocks: list[dict[str, Any]],
    expected: tuple[tuple[str, str, str | None], ...],
) -> Failure:  # fmt: skip
    data: bytes = imported("encode").encode_log({"blocks": blocks}).data
    start = 0
    for _ in blocks[:-1]:
        start = Places(data, start).end
    places = Places(data, start)
    wanted = sorted(((rule, code, places.of(at)) for rule, code, at in expected), key=str)
    return None if found == wanted else f"found {found}, expected {wanted}"


def _fault(
    blocks: list[dict[str, Any]], args: dict[str, Any], expected: tuple[tuple[str, str, str | None], ...],
    _: World,
) -> Failure:  # fmt: skip
    return _compared(_findings(blocks, args), blocks, expected)
