# SPDX-License-Identifier: Apache-2.0
"""Parts of merging by themselves, for mutants drawn by chance: rows joined, orderings, rules of a table.

drawn:unit-merge-NAME    small rows by hand, properties in all pairs, drawn versions of one key
"""

from __future__ import annotations

import itertools
import random
from decimal import Decimal
from typing import Any

from chance_asked import Failure, imported
from chance_units import unit


@unit("merge-fills")
def _() -> Failure:
    """Two rows joined column by column: nulls, defaults, and values that were not sent."""
    rows = imported("semantics.merge.rows")
    field = rows.RowField
    fields = (field("s", "string", "d"), field("b", "bytes", b"d"), field("n", "int", 5), field("z", "int"))
    for row, other, nulls, defaults, unsent in (
        ({"s": "x", "n": 1}, {"s": "y", "n": 2},
         {"s": "x", "n": 1}, {"s": "x", "n": 1, "b": None, "z": None}, {"s": "x", "n": 1}),
        ({"s": None, "b": b"d", "n": 5, "z": 0}, {"s": "y", "b": b"z", "n": 2, "z": 9},
         {"s": "y", "b": b"d", "n": 5, "z": 0}, {"s": "y", "b": b"z", "n": 2, "z": 0},
         {"s": None, "b": b"d", "n": 5, "z": 0}),
        ({"s": "?", "b": b"?", "n": "?", "z": 0}, {"s": "y"},
         {"s": "?", "b": b"?", "n": "?", "z": 0}, {"s": "?", "b": b"?", "n": "?", "z": 0},
         {"s": "y", "b": None, "n": "?", "z": 0}),
        ({"s": b"?", "b": "?", "n": 1, "z": 0}, {"s": "y", "b": b"z"},
         {"s": b"?", "b": "?", "n": 1, "z": 0}, {"s": b"?", "b": "?", "n": 1, "z": 0},
         {"s": "y", "b": b"z", "n": 1, "z": 0}),
    ):  # fmt: skip
        for name, found, expected in (
            ("nulls", rows.fill_nulls(row, other), nulls),
            ("defaults", rows.fill_defaults(row, other, fields), defaults),
            ("unsent", rows.fill_unavailable(row, other, fields, "?"), unsent),
        ):
            if found != expected:
                return f"{name} of {row} from {other}: {found}, expected {expected}"
    if rows.fill_nulls(None, {"a": 1}) != {} or rows.fill_nulls({"a": None}, None) != {"a": None}:
        return "a version without a row"
    return None


@unit("merge-orderings")
def _() -> Failure:
    """The ordering value of a row: of one field itself, of several all of them, the int 0 for a null."""
    rows, view = imported("semantics.merge.rows"), imported("views.log").OrderingValue
    kinds, scales = {"a": "long", "d": "decimal"}, {"d": 2}
    zero = view("int", 0)
    for row, names, expected in (
        (None, ("a",), None),
        ({"a": 1}, (), None),
        ({"a": 1}, ("a",), view("long", 1)),
        ({"a": 0}, ("a",), view("long", 0)),
        ({"a": None}, ("a",), None),
        ({}, ("a",), None),
        ({"x": "t"}, ("x",), view("string", "t")),
        ({"d": b"\xff\x38"}, ("d",), view("decimal", Decimal("-2.00"))),
        ({"d": Decimal("3.5")}, ("d",), view("decimal", Decimal("3.5"))),
        ({"a": 1, "x": "t"}, ("a", "x"), view("array", (view("long", 1), view("string", "t")))),
        ({"a": 1, "x": None}, ("x", "a"), view("array", (zero, view("long", 1)))),
        ({"a": None, "x": None}, ("a", "x"), None),
        ({"a": None}, ("a", "a", "a"), None),
    ):
        if rows.ordering_of(row, names, kinds, scales) != expected:
            return f"{row} by {names}: {rows.ordering_of(row, names, kinds, scales)}"
    other = rows.ordering_of({"d": b"\x64"}, ("d",), kinds, {})
    return None if other == view("decimal", Decimal(100)) else f"a decimal of no scale: {other}"


_EVENT, _COMMIT, _BY_PAYLOAD = (
    "eeb8d96f-b1e4-49fd-bbf8-28ac514178e5",
    "ce9acb64-bde0-424c-9b91-f6ebba25356d",
    "00000000-0000-0000-0000-000000000000",
)
_CLASS_MODES = {
    "DefaultHoodieRecordPayload": "EVENT_TIME_ORDERING",
    "EventTimeAvroPayload": "EVENT_TIME_ORDERING",
    "OverwriteWithLatestAvroPayload": "COMMIT_TIME_ORDERING",
}


def _mode_of(
    mode: str | None, name: str | None, strategy: str | None, version: int, *, has_field: bool
) -> str | None:
    """Merge mode of a table as `spec/merge.md` has it, None where it is refused."""
    if mode is not None:
        return "PAYLOAD" if mode == "CUSTOM" else mode
    votes = {}
    if name is not None:
        votes["class"] = _CLASS_MODES.get(name, "PAYLOAD")
    if strategy in {_EVENT, _COMMIT}:
        votes["strategy"] = "EVENT_TIME_ORDERING" if strategy == _EVENT else "COMMIT_TIME_ORDERING"
    if not votes:
        if strategy == _BY_PAYLOAD:
            return "PAYLOAD"
        return "EVENT_TIME_ORDERING" if has_field else "COMMIT_TIME_ORDERING"
    if len(votes) == 1:
        return next(iter(votes.values()))
    if version >= 8:
        return votes["strategy"] if len(set(votes.values())) == 1 else None
    return votes["class"]


@unit("merge-rules")
def _() -> Failure:
    """Rules of a table by its properties, for all pairs of mode, class, strategy, version and fields."""
    module, errors = imported("semantics.merge.rules"), imported("errors")
    strategies = (None, _EVENT, _COMMIT, _BY_PAYLOAD, "other")
    names = (None, *_CLASS_MODES, "PartialUpdateAvroPayload")
    modes = (None, "EVENT_TIME_ORDERING", "COMMIT_TIME_ORDERING", "CUSTOM")
    for mode, name, strategy, version, has_field in itertools.product(
        modes, names, strategies, (None, 6, 7, 8, 9), (True, False)
    ):
        values = {
            "hoodie.record.merge.mode": mode,
            "hoodie.compaction.payload.class": None if name is None else f"org.apache.hudi.{name}",
            "hoodie.record.merge.strategy.id": strategy if has_field else None,
            "hoodie.compaction.record.merger.strategy": None if has_field else strategy,
            "hoodie.table.version": None if version is None else str(version),
            "hoodie.table.precombine.field": "a" if has_field else None,
        }
        properties = {key: value for key, value in values.items() if value is not None}
        expected = _mode_of(mode, name, strategy, version or 0, has_field=has_field)
        for line in module.Line:
            try:
                rules = module.rules_of(properties, line)
            except errors.Reject as error:
                if expected is not None or line.has_modes is False or error.code != "bad-value":
                    return f"{properties} in {line}: {error}"
                continue
            is_mode = line in {"1.0", "1.2"}
            if is_mode and expected is None:
                return f"{properties} in {line}: not refused"
            found = rules.mode, rules.payload, rules.ordering_fields, rules.partial
            default = "DefaultHoodieRecordPayload" if is_mode else "OverwriteWithLatestAvroPayload"
            if found != (
                expected if is_mode else "PAYLOAD",
                name or default,
                ("a",) if has_field else (),
                None,
            ):
                return f"{properties} in {line}: {found}"
    return None


@unit("merge-properties")
def _() -> Failure:
    """Fields, markers, partial updates and values that were not sent, by their properties."""
    module = imported("semantics.merge.rules")
    prefix, unsent = "hoodie.record.merge.property.", "hoodie.write.partial.update.unavailable.value"
    field, marker = "hoodie.payload.delete.field", "hoodie.payload.delete.marker"
    for properties, expected in (
        ({}, {}),
        ({"hoodie.table.ordering.fields": " a, b ,,c"}, {"ordering_fields": ("a", "b", "c")}),
        ({"hoodie.table.precombine.field": "a"}, {"ordering_fields": ("a",)}),
        (
            {"hoodie.table.ordering.fields": "b", "hoodie.table.precombine.field": "a"},
            {"ordering_fields": ("b",)},
        ),
        ({field: "f", marker: "m"}, {"delete_field": "f", "delete_marker": "m"}),
        (
            {prefix + field: "g", field: "f", prefix + marker: "n"},
            {"delete_field": "g", "delete_marker": "n"},
        ),
        ({prefix + unsent: "?"}, {"unavailable": "?"}),
        ({prefix + unsent: ""}, {}),
        ({"hoodie.table.partial.update.mode": "IGNORE_DEFAULTS"}, {"partial": "IGNORE_DEFAULTS"}),
        ({"hoodie.table.partial.update.mode": "NONE"}, {}),
    ):
        for line in module.Line:
            rules = module.rules_of(properties, line)
            wanted = {
                "ordering_fields": (), "delete_field": None, "delete_marker": None, "partial": None,
                "unavailable": "__debezium_unavailable_value", **expected,
            }  # fmt: skip
            if not line.has_modes:
                wanted["partial"] = None
            found = {name: getattr(rules, name) for name in wanted}
            if found != wanted:
                return f"{properties} in {line}: {found}"
    lines = [str(module.line_of_version(version)) for version in range(11)]
    if lines != ["0.9"] * 4 + ["0.15"] * 4 + ["1.0"] + ["1.2"] * 2:
        return f"{lines}"
    for field_name, marker_text, mode, is_refused in (
        (None, None, "PAYLOAD", False), ("f", "m", "PAYLOAD", False), ("f", None, "PAYLOAD", True),
        (None, "m", "PAYLOAD", False), (None, "m", "EVENT_TIME_ORDERING", True),
        ("f", None, "EVENT_TIME_ORDERING", True), ("f", "m", "COMMIT_TIME_ORDERING", False),
    ):  # fmt: skip
        rules = module.MergeRules(
            module.Line.V1_2, module.Mode(mode), delete_field=field_name, delete_marker=marker_text
        )
        try:
            rules.check()
        except imported("errors").Reject:
            if is_refused:
                continue
        if is_refused:
            return f"{field_name} and {marker_text} in {mode}"
    return None


@unit("merge-partial")
def _() -> Failure:
    """Drawn versions of a key, some of them partial: by arrival or by ordering, known fields joined."""
    log, rows = imported("semantics.merge.log"), imported("semantics.merge.rows")
    module, chance = imported("semantics.merge.rules"), random.Random("partial versions")
    view = imported("views.log").OrderingValue
    fields = rows.row_fields({"fields": [{"name": name, "type": ["null", "long"]} for name in "oab"]})
    for turn in range(600):
        mode = chance.choice(["EVENT_TIME_ORDERING", "COMMIT_TIME_ORDERING"])
        rules = module.MergeRules(module.Line.V1_2, module.Mode(mode), ordering_fields=("o",))
        merger = log.LogMerger(rules, fields)
        known: dict[str, Any] | None = None
        is_whole = False
        first = True
        for _ in range(chance.randrange(1, 5)):
            at = chance.randrange(1, 4)
            is_partial = chance.random() < 0.6
            row: dict[str, Any] = {"o": at, "a": chance.randrange(9), "b": chance.randrange(9)}
            if is_partial:
                del row[chance.choice("ab")]
            merger.add("k", rows.Version(row, view("long", at)), is_partial=is_partial)
            keeps = known is not None and mode.startswith("EVENT") and known["o"] > at
            if first:
                known, is_whole = dict(row), not is_partial
            elif is_partial:
                assert known is not None
                known = {**row, **known} if keeps else {**known, **row}
                if keeps and is_whole:
                    known = {name: known[name] for name in "oab"}
            elif not keeps:
                known, is_whole = dict(row), True
            first = False
            entry = merger.entries["k"]
            if entry.row != known or isinstance(entry, log._Partial) is is_whole:
                return f"{turn}: {entry}, expected {known}, whole: {is_whole}"
            if not is_partial and keeps and not is_whole:
                break  # a whole version below a partial one: which fields are whose is nobody's to tell
    return None
