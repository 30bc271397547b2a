# SPDX-License-Identifier: Apache-2.0
"""Commands `merge.*` of our own implementation: the reference semantics put behind the protocol."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from hudi_conformance.canonical.rows import RowMapper
from hudi_conformance.decode.avro.schema import AvroSchema, SchemaError, parse_schema
from hudi_conformance.decode.source import Input
from hudi_conformance.errors import Reject, UnsupportedInput
from hudi_conformance.semantics.merge.merger import record_merger
from hudi_conformance.semantics.merge.rows import Merged, Outcome, Row, Version, row_fields
from hudi_conformance.semantics.merge.rules import Line, MergeRules, Mode
from hudi_conformance.semantics.merge.strategies import RecordMerger
from hudi_conformance.semantics.merge.values import physical_ordering, physical_value
from hudi_conformance.semantics.slices.blocks import ScanLimits
from hudi_conformance.table.logs import SliceRules, merge_logs
from hudi_conformance.table.rows import KeyReader

FEATURES = [f"merge.line.{line}" for line in Line]


def merge_reduce(args: Mapping[str, Any]) -> dict[str, Any]:
    """Answer `merge.reduce`: what becomes of two versions of a record.

    Raises:
        Reject: versions that no rule merges.
        UnsupportedInput: a rule, method or line that is not known here.
    """
    schema = _schema(args["schema"])
    rules = _rules(args)
    rules.check()
    merger = record_merger(rules, row_fields(schema.tree))

    def version(given: str | Mapping[str, Any] | None) -> Version | None:
        if given is None:
            return None
        value = json.loads(given) if isinstance(given, str) else given
        row = None if value.get("record") is None else physical_value(value["record"], schema.tree)
        ordering = physical_ordering(value.get("ordering"))
        return Version(row, ordering or merger.ordering(row))

    old, new = version(args.get("old")), version(args["new"])
    if new is None:
        raise UnsupportedInput("merge.reduce without a new version")
    if rules.mode is Mode.PAYLOAD:
        merged = _by_payload(merger, args["method"], old, new)
    else:
        if old is None:
            raise UnsupportedInput("a merge mode without an old version")
        merged = merger.pre_combine(old, new)
        if merged.version is not None and merger.is_delete(merged.version.row):
            merged = Merged(Outcome.DELETE)
    if merged.outcome is Outcome.DELETE or merged.version is None:
        return {"outcome": Outcome.DELETE.value, "record": None}
    show = RowMapper(schema.tree)

    def shown(row: Row | None) -> Any:
        return None if row is None else show(row)

    record, outcome = shown(merged.version.row), merged.outcome
    if rules.mode is Mode.PAYLOAD and args.get("method") == "preCombine":
        if outcome is Outcome.MERGED and merger.is_delete(merged.version.row):
            record = None  # a third payload whose insert value is empty
    elif record == shown(new.row):
        outcome = Outcome.NEW  # what is stored has no identity: a copy of a row is that row
    elif old is not None:
        outcome = Outcome.OLD if record == shown(old.row) else Outcome.MERGED
    return {"outcome": outcome.value, "record": record}


def log_merged(source: Input, args: Mapping[str, Any]) -> dict[str, Any]:
    """Answer `log.merged` for one log file: what its slice says of each key, without a base file.

    Raises:
        Reject: the file, or versions that no rule merges.
        UnsupportedInput: a rule or line that is not known here.
    """
    completed = args.get("completed")
    limits = ScanLimits(
        int(args.get("table_version", 6)),
        args.get("latest"),
        None if completed is None else frozenset(completed).__contains__,
    )
    schema = _schema(args["schema"])
    rules = _rules({**args, "props": {"hoodie.table.ordering.fields": ",".join(args["ordering_fields"])}})
    key = KeyReader(has_meta_fields="key_field" not in args, key_fields=(args.get("key_field", ""),))
    merger = merge_logs([source], SliceRules(rules, schema, key, limits))
    show = RowMapper(schema.tree)
    records = []
    for name in sorted(merger.entries):
        row = merger.alone(name)
        records.append({"key": name, "deleted": row is None, "record": None if row is None else show(row)})
    return {"records": records}


def _schema(given: Any) -> AvroSchema:
    try:
        return parse_schema(given if isinstance(given, str) else json.dumps(given))
    except SchemaError as error:
        raise Reject("bad-schema", None, "merge.arguments.rows", str(error)) from None


def _by_payload(merger: RecordMerger, method: str, old: Version | None, new: Version) -> Merged:
    match method:
        case "preCombine" if old is not None:
            return merger.pre_combine(old, new)
        case "combineAndGetUpdateValue" if old is not None and old.row is not None:
            return merger.combine(old.row, new)
        case "getInsertValue":
            return merger.insert_value(new)
    raise UnsupportedInput(f"method {method!r} with these versions")


def _rules(args: Mapping[str, Any]) -> MergeRules:
    rule, props = args["rule"], args.get("props") or {}
    try:
        line = Line(args["line"])
        mode = Mode(rule.get("mode", "PAYLOAD"))
    except ValueError as error:
        raise UnsupportedInput(str(error)) from None
    names = props.get("hoodie.payload.ordering.field") or props.get("hoodie.table.ordering.fields") or ""
    return MergeRules(
        line,
        mode,
        rule.get("payload", "OverwriteWithLatestAvroPayload"),
        rule.get("partial"),
        tuple(name for name in names.split(",") if name),
        props.get("hoodie.payload.delete.field"),
        props.get("hoodie.payload.delete.marker"),
        props.get("hoodie.payload.update.on.same.ordering.field", "true") == "true",
    )
