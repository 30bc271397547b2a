# SPDX-License-Identifier: Apache-2.0
"""Commands `merge.reduce` and `log.merged` of the adapter `kaitai-python`: the reference semantics."""

from __future__ import annotations

import json

from hudi_conformance.adapters.kaitai.request import Args, Source, Value
from hudi_conformance.canonical.rows import RowMapper
from hudi_conformance.decode.avro.schema import AvroSchema, SchemaError, cached_schema
from hudi_conformance.errors import Reject, UnsupportedInput
from hudi_conformance.model.common import JsonValue
from hudi_conformance.model.properties.options import PAYLOAD_ORDERING_FIELD, UPDATE_ON_SAME_ORDERING
from hudi_conformance.model.properties.table import DELETE_FIELD, DELETE_MARKER, ORDERING_FIELDS
from hudi_conformance.model.properties.values import OVERWRITE_WITH_LATEST
from hudi_conformance.semantics.merge.merger import record_merger
from hudi_conformance.semantics.merge.rows import Merged, Outcome, Row, Version, row_fields
from hudi_conformance.semantics.merge.rules import Line, MergeRules, Mode
from hudi_conformance.semantics.merge.strategies import RecordMerger
from hudi_conformance.semantics.merge.values import physical_ordering, physical_value
from hudi_conformance.semantics.slices.blocks import ScanLimits
from hudi_conformance.table.logs import SliceRules, merge_logs
from hudi_conformance.table.rows import KeyReader

FEATURES = [f"merge.line.{line}" for line in Line]


def merge_reduce(args: Args) -> Value:
    """Answer `merge.reduce`: the result for two versions of a record.

    Raises:
        Reject: versions that no rule merges.
        UnsupportedInput: an unknown rule, method or release series.
    """
    schema = _schema(args["schema"])
    rules = _rules(args)
    rules.check()
    merger = record_merger(rules, row_fields(schema.tree))

    def version(argument: JsonValue) -> Version | None:
        if argument is None:
            return None
        value = json.loads(argument) if isinstance(argument, str) else argument
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
    to_json = RowMapper(schema.tree)

    def canonical(row: Row | None) -> JsonValue:
        return None if row is None else to_json(row)

    record, outcome = canonical(merged.version.row), merged.outcome
    if rules.mode is Mode.PAYLOAD and args.get("method") == "preCombine":
        if outcome is Outcome.MERGED and merger.is_delete(merged.version.row):
            record = None  # a third payload whose insert value is empty
    elif record == canonical(new.row):
        outcome = Outcome.NEW  # stored rows have no identity: a copy of a row equals it
    elif old is not None:
        outcome = Outcome.OLD if record == canonical(old.row) else Outcome.MERGED
    return {"outcome": outcome.value, "record": record}


def log_merged(source: Source, args: Args) -> Value:
    """Answer `log.merged` for one log file: the record of each key in its slice, without a base file.

    Raises:
        Reject: the file, or versions that no rule merges.
        UnsupportedInput: an unknown rule or release series.
    """
    completed = args.get("completed")
    limits = ScanLimits(
        int(args.get("table_version", 6)),
        args.get("latest"),
        None if completed is None else frozenset(completed).__contains__,
    )
    schema = _schema(args["schema"])
    rules = _rules({**args, "props": {ORDERING_FIELDS.name: ",".join(args["ordering_fields"])}})
    key = KeyReader(has_meta_fields="key_field" not in args, key_fields=(args.get("key_field", ""),))
    merger = merge_logs([source], SliceRules(rules, schema, key, limits, None))
    to_json = RowMapper(schema.tree)
    records = []
    for name in sorted(merger.entries):
        row = merger.alone(name)
        records.append({"key": name, "deleted": row is None, "record": None if row is None else to_json(row)})
    return {"records": records}


def _schema(argument: JsonValue) -> AvroSchema:
    try:
        return cached_schema(argument if isinstance(argument, str) else json.dumps(argument))
    except SchemaError as error:
        raise Reject("bad-schema", None, "log.header.schema-json", str(error)) from None


def _by_payload(merger: RecordMerger, method: str, old: Version | None, new: Version) -> Merged:
    match method:
        case "preCombine" if old is not None:
            return merger.pre_combine(old, new)
        case "combineAndGetUpdateValue" if old is not None and old.row is not None:
            return merger.combine(old.row, new)
        case "getInsertValue":
            return merger.insert_value(new)
    raise UnsupportedInput(f"method {method!r} with these versions")


def _rules(args: Args) -> MergeRules:
    rule, props = args["rule"], args.get("props") or {}
    try:
        line = Line(args["line"])
        mode = Mode(rule.get("mode", "PAYLOAD"))
    except ValueError as error:
        raise UnsupportedInput(str(error)) from None
    names = PAYLOAD_ORDERING_FIELD.stated(props) or props.get(ORDERING_FIELDS.name) or ""
    return MergeRules(
        line,
        mode,
        rule.get("payload", OVERWRITE_WITH_LATEST),
        rule.get("partial"),
        tuple(name for name in names.split(",") if name),
        DELETE_FIELD.text(props),
        DELETE_MARKER.text(props),
        UPDATE_ON_SAME_ORDERING.get(props),
    )
