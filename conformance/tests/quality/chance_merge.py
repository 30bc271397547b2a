# SPDX-License-Identifier: Apache-2.0
"""Drawn merges for mutants drawn by chance, with `minimal_merge` as the judge.

    drawn:merge-CLASS-N    two drawn versions by one payload class, on each release line that has it
    drawn:merge-MODE-N     the same by a merge mode, with and without partial updates
    drawn:modes            payload class and strategy that name different modes, in all table versions
    drawn:merged-log-N     log files of drawn data and delete blocks that the writer makes: the record of each
                           key is what the versions in their order come to

The values are few, so that ties, equal rows, nulls and deletes meet often.
"""

from __future__ import annotations

import base64
import json
import random
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import minimal_merge as model
from chance_asked import Asked, Failure, imported
from minimal_merge import DELETED, REFUSED, Table, UnknownError, Version

if TYPE_CHECKING:
    from chance_questions import World

_NUM_EACH, _NUM_LOGS, _LOGS_EACH = 300, 6, 12
_LINES = {
    "OverwriteWithLatestAvroPayload": ("0.9", "0.15", "1.0", "1.2"),
    "DefaultHoodieRecordPayload": ("0.9", "0.15", "1.0", "1.2"),
    "EventTimeAvroPayload": ("0.15", "1.0", "1.2"),
    "FirstValueAvroPayload": ("0.15",),
    "ReverseOrderHoodieRecordPayload": ("1.2",),
    "OverwriteNonDefaultsWithLatestAvroPayload": ("0.9", "0.15", "1.2"),
    "PartialUpdateAvroPayload": ("0.15", "1.2"),
    "AWSDmsAvroPayload": ("0.15", "1.2"),
    "MySqlDebeziumAvroPayload": ("0.15", "1.0", "1.2"),
    "PostgresDebeziumAvroPayload": ("0.15", "1.2"),
    "EmptyHoodieRecordPayload": ("0.9", "0.15", "1.2"),
    "HoodieAvroPayload": ("0.15", "1.2"),
    "RewriteAvroPayload": ("0.15", "1.2"),
}
_MODES = ("COMMIT_TIME_ORDERING", "EVENT_TIME_ORDERING")
_PUT_TOGETHER = ("OverwriteNonDefaultsWithLatestAvroPayload", "PartialUpdateAvroPayload")
_MARKER = ("hoodie.payload.delete.field", "hoodie.payload.delete.marker")
_METHODS = ("preCombine", "combineAndGetUpdateValue", "combineAndGetUpdateValue", "getInsertValue")
_FIELDS: dict[str, tuple[Any, Any, tuple[Any, ...]]] = {
    "id": ("string", ..., ("k",)),
    "a": (["null", "string"], None, ("x", "y", None, "", model.UNAVAILABLE)),
    "b": ("string", "d", ("d", "x", model.UNAVAILABLE)),
    "n": ("int", 7, (7, 0, 8)),
    "raw": (["null", "bytes"], None, (None, "00", model.UNAVAILABLE.encode().hex())),
    "o": (["null", "long"], None, ("0", "1", "2", "2", "3", "10")),
    "_hoodie_is_deleted": (["null", "boolean"], None, (None, None, None, False, True)),
    "gone": (["null", "string"], None, (None, None, "yes", "no")),
    "_hoodie_operation": (["null", "string"], None, (None, "I", "U", "-U", "D")),
    "Op": (["null", "string"], None, (None, "I", "U", "D", "d")),
    "_change_operation_type": (["null", "string"], None, (None, "c", "u", "d", "D")),
    "_event_seq": (["null", "string"], None, (None, "1.2", "1.10", "2.1", "10.1", "9.9", "1.2")),
    "_event_lsn": (["null", "long"], None, (None, "1", "2", "2", "10")),
}


def merge_questions() -> Iterator[Asked]:
    """All of them."""
    for name in (*_LINES, *_MODES):
        yield f"drawn:merge-{name}", f"{_NUM_EACH}", _merges(name)
    yield "drawn:modes", "", _conflicts
    for number in range(_NUM_LOGS):
        yield f"drawn:merged-log-{number}", f"{_LOGS_EACH}", _logs(number)


_IDS = {
    "EVENT_TIME_ORDERING": "eeb8d96f-b1e4-49fd-bbf8-28ac514178e5",
    "COMMIT_TIME_ORDERING": "ce9acb64-bde0-424c-9b91-f6ebba25356d",
}
_CLASSES = {
    "DefaultHoodieRecordPayload": "EVENT_TIME_ORDERING",
    "OverwriteWithLatestAvroPayload": "COMMIT_TIME_ORDERING",
}


def _conflicts(_: World) -> Failure:
    """Refused from table version 8 on, unless the properties name a mode [merge.mode.conflict]."""
    rules, reject = imported("semantics.merge.rules"), imported("errors").Reject
    for version in range(5, 10):
        for name, of_class in _CLASSES.items():
            for of_id, ident in _IDS.items():
                for explicit in (None, "EVENT_TIME_ORDERING", "COMMIT_TIME_ORDERING"):
                    properties = {
                        "hoodie.table.version": f"{version}", "hoodie.record.merge.strategy.id": ident,
                        "hoodie.compaction.payload.class": f"org.apache.hudi.common.model.{name}",
                        "hoodie.table.precombine.field": "o",
                    }  # fmt: skip
                    properties |= {"hoodie.record.merge.mode": explicit} if explicit else {}
                    is_conflict = explicit is None and of_class != of_id and version >= 8
                    try:
                        mode = str(rules.rules_of(properties, rules.Line("1.2")).mode)
                    except reject:
                        mode = "refused"
                    if (mode == "refused") != is_conflict:
                        return f"version {version}, {name}, strategy of {of_id}, {explicit}: {mode}"
                    if (explicit or (of_class == of_id and of_id)) and mode not in {explicit, of_id}:
                        return f"version {version}, {name}, strategy of {of_id}, {explicit}: {mode}"
    return None


def _ask(command: str, source: bytes, args: Any) -> Any:
    answer = imported("adapters.kaitai_python").answer
    data = {"b64": base64.b64encode(source).decode("ascii")}
    return answer({"v": 1, "seq": "1", "cmd": command, "in": data, "args": args})


def _merges(name: str) -> Callable[[World], Failure]:
    def fault(_: World) -> Failure:
        num_known = 0
        for number in range(_NUM_EACH):
            asked = _Merge(name, random.Random(f"merge {name} {number}"))
            try:
                expected = asked.expected()
            except UnknownError:
                continue
            num_known += 1
            if found := asked.fault(expected):
                return f"{number}: {found}"[:600]
        return None if num_known > _NUM_EACH // 3 else f"only {num_known} merges are judged"

    return fault


class _Merge:
    """Two drawn versions and the rules of their table."""

    def __init__(self, name: str, chance: random.Random) -> None:
        self.chance = chance
        is_mode = name in _MODES
        line = "1.2" if is_mode else chance.choice(_LINES[name])
        self.names = self._names(name)
        marker = ("gone", "yes") if "gone" in self.names and chance.random() < 0.7 else None
        self.table = Table(
            line,
            None if is_mode else name,
            name if is_mode else None,
            chance.choice((None, "IGNORE_DEFAULTS", "FILL_UNAVAILABLE")) if is_mode else None,
            has_ordering=chance.random() < 0.85,
            marker=marker,
            ties_update=(line, name) != ("1.2", "DefaultHoodieRecordPayload") or chance.random() < 0.7,
            defaults={name: _FIELDS[name][1] for name in self.names if _FIELDS[name][1] is not ...},
            texts=frozenset({"a", "b"} & set(self.names)),
        )
        self.method = "" if is_mode else chance.choice(_METHODS)
        self.new, self.new_own = self._version()
        self.old, self.old_own = self._version()
        if self.method == "combineAndGetUpdateValue" and self.old.row is None:
            self.old, self.old_own = self._version(has_row=True)
        if chance.random() < 0.1 and self.old.row is not None:
            self.new, self.new_own = self.old, self.old_own

    def _names(self, name: str) -> tuple[str, ...]:
        own = {
            "AWSDmsAvroPayload": ("Op",),
            "MySqlDebeziumAvroPayload": ("_change_operation_type", "_event_seq"),
            "PostgresDebeziumAvroPayload": ("_change_operation_type", "_event_lsn"),
        }.get(name, ())
        more = ("_hoodie_operation",) if name in _MODES else ()
        flags = [one for one in ("_hoodie_is_deleted", "gone") if self.chance.random() < 0.5]
        return ("id", "a", "b", "n", "o", *flags, *own, *more)

    def _version(self, *, has_row: bool = False) -> tuple[Version, Any]:
        """A version, and the ordering value that travels with it."""
        chance = self.chance
        if not has_row and chance.random() < 0.2:
            own = chance.choice((("int", 0), ("long", 1), ("long", 2), ("long", 3), ("int", 2)))
            return Version(None, own), own
        row = {name: chance.choice(_FIELDS[name][2]) for name in self.names}
        row["o"] = None if chance.random() < 0.1 else row["o"]
        if not self.table.has_ordering:
            return Version(row, None), None
        return Version(row, None if row["o"] is None else ("long", int(row["o"]))), None

    def expected(self) -> Any:
        """What the model makes of them; UnknownError where a rule needs what the page leaves open."""
        known = [one for one in (self.old, self.new) if one.row is not None]
        if not self.table.has_ordering and self.method == "preCombine":
            raise UnknownError
        if self.method == "preCombine" and any(one.ordering is None for one in known):
            raise UnknownError
        is_default = any(one.row is None and one.ordering == ("int", 0) for one in (self.old, self.new))
        if self.method == "preCombine" and is_default:
            raise UnknownError
        return model.reduce_two(self.table, self.method, self.old, self.new)

    def fault(self, expected: Any) -> Failure:
        """How the answer differs."""
        table = self.table
        args = {
            "line": table.line,
            "rule": {"mode": table.mode, "partial": table.partial}
            if table.mode
            else {"payload": table.payload},
            "schema": json.dumps(_schema(self.names)),
            "new": _shown(self.new),
            "props": {
                **({"hoodie.payload.ordering.field": "o"} if table.has_ordering else {}),
                **dict(zip(_MARKER, table.marker or (), strict=False)),
                "hoodie.payload.update.on.same.ordering.field": "true" if table.ties_update else "false",
            },
        }
        if self.method != "getInsertValue":
            args["old"] = _shown(self.old)
        if self.method:
            args["method"] = self.method
        answer = _ask("merge.reduce", b"", args)
        asked = f"{table.line} {self.method} {args.get('old', '')} {args['new']} {args['props']}"
        if answer["answer"] != "value":
            return None if expected is REFUSED and answer["answer"] == "reject" else f"{asked}: {answer}"
        if expected is REFUSED:
            return f"{asked}: not refused"
        value = answer["value"]
        right = None if expected is DELETED else expected
        if value["record"] != right:
            return f"{asked}: {value} instead of {right}"
        return None if value["outcome"] in self._outcomes(right) else f"{asked}: outcome {value['outcome']}"

    def _outcomes(self, right: Any) -> set[str]:
        """Outcomes that fit a row; only a class that puts rows together may call a copy merged."""
        if right is None:
            is_kept = self.method == "preCombine" or self.table.payload in model.BLIND
            return {"delete", "new", "old"} if is_kept else {"delete"}
        found = {word for word, one in (("new", self.new), ("old", self.old)) if one.row == right}
        return found | {"merged"} if not found or self.table.payload in _PUT_TOGETHER else found


def _schema(names: tuple[str, ...]) -> Any:
    fields = []
    for name in names:
        kind, default, _ = _FIELDS[name]
        fields.append({"name": name, "type": kind, **({} if default is ... else {"default": default})})
    return {"type": "record", "name": "Row", "fields": fields}


def _shown(version: Version) -> str:
    if version.row is not None:
        return json.dumps({"record": version.row})
    assert version.ordering is not None
    kind, value = version.ordering
    return json.dumps(
        {"record": None, "ordering": {"type": kind, "value": value if kind == "int" else str(value)}}
    )


# --- logs ------------------------------------------------------------------------------------------------


def _logs(number: int) -> Callable[[World], Failure]:
    def fault(_: World) -> Failure:
        for turn in range(_LOGS_EACH):
            if found := _log_fault(random.Random(f"merged log {number} {turn}")):
                return f"{turn}: {found}"[:500]
        return None

    return fault


_LOG_CLASSES = ("OverwriteWithLatestAvroPayload", "DefaultHoodieRecordPayload", "EventTimeAvroPayload",
                "PartialUpdateAvroPayload", "OverwriteNonDefaultsWithLatestAvroPayload")  # fmt: skip


def _log_fault(chance: random.Random) -> Failure:
    is_mode = chance.random() < 0.6
    line = "1.2" if is_mode else chance.choice(("0.15", "1.2"))
    name = chance.choice(_MODES if is_mode else _LOG_CLASSES)
    table = Table(line, None if is_mode else name, name if is_mode else None, defaults={"a": None, "b": "d"})
    names = ("id", "a", "b", "o", "_hoodie_is_deleted")
    kept: dict[str, Version] = {}
    blocks: list[dict[str, Any]] = []
    for at in range(chance.randrange(1, 6)):
        header = {"INSTANT_TIME": f"2024010100000{at}000"}
        keys = chance.sample(["k1", "k2", "k3", "k4"], chance.randrange(1, 5))
        if chance.random() < 0.35:
            deletes = []
            for key in keys:
                own = chance.choice((("int", 0), ("long", 1), ("long", 2), ("long", 3)))
                shown = {"type": own[0], "value": own[1] if own[0] == "int" else str(own[1])}
                deletes.append({"record_key": key, "partition_path": "", "ordering": shown})
                kept[key] = _after_delete(table, kept.get(key), Version(None, own))
            blocks.append({"kind": "DELETE_BLOCK", "header": header, "deletes": deletes})
            continue
        rows = []
        for key in keys:
            row = {one: chance.choice(_FIELDS[one][2]) for one in names} | {"id": key}
            if table.payload == "PartialUpdateAvroPayload":
                row["_hoodie_is_deleted"] = None
            new = Version(row, ("long", int(row["o"])))
            rows.append(row)
            if key not in kept:
                kept[key] = new
                continue
            kept[key] = (
                model.merge_by_mode(table, kept[key], new)
                if is_mode
                else model.pre_combine(table, kept[key], new)
            )
        header = {**header, "SCHEMA": json.dumps(_schema(names))}
        blocks.append({"kind": "AVRO_DATA_BLOCK", "header": header, "records": rows})
    data = imported("encode").encode_log({"blocks": blocks}).data
    args = {
        "line": line, "rule": {"mode" if is_mode else "payload": name}, "schema": json.dumps(_schema(names)),
        "ordering_fields": ["o"], "key_field": "id", "table_version": 9 if line == "1.2" else 6,
    }  # fmt: skip
    answer = _ask("log.merged", data, args)
    expected = [
        {"key": key, "deleted": is_gone, "record": None if is_gone else version.row}
        for key, version in sorted(kept.items())
        for is_gone in [model.is_delete(table, version.row)]
    ]
    if answer["answer"] == "value" and answer["value"]["records"] == expected:
        return None
    return f"{line} {name} {blocks}: {answer} instead of {expected}"


def _after_delete(table: Table, old: Version | None, new: Version) -> Version:
    """What is left of a key when a delete block names it [log.scan.delete-ordering]."""
    if old is None or table.mode is not None:
        return new if old is None else model.merge_by_mode(table, old, new)
    assert old.ordering is not None
    assert new.ordering is not None
    is_later = (
        new.ordering != ("int", 0) and old.ordering[0] == new.ordering[0] and old.ordering > new.ordering
    )
    return old if is_later else new
