# SPDX-License-Identifier: Apache-2.0
"""Rows of the CDC view: each change with its row before and after it [table.view.cdc].

Images from CDC files have no meta fields, those from data files have them; both are returned in the table's
schema, if absent fields are null.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any

from hudi_conformance.decode.avro.schema import AvroSchema, SchemaError, cached_schema
from hudi_conformance.decode.log.content import ContentReader
from hudi_conformance.decode.source import open_source
from hudi_conformance.decode.timeline.listing import inside
from hudi_conformance.errors import Reject
from hudi_conformance.model.block_type import BlockType
from hudi_conformance.model.common import JsonValue
from hudi_conformance.model.properties.table import CDC_ENABLED, CDC_MODE
from hudi_conformance.model.properties.values import CdcMode
from hudi_conformance.semantics.merge.resolve import Resolve, resolver
from hudi_conformance.semantics.schema_ids.renaming import Renaming
from hudi_conformance.semantics.slices.cdc import ChangedFile, Source, changed_files
from hudi_conformance.semantics.slices.changes import WriteStat
from hudi_conformance.semantics.slices.files import BaseFile, FileSlice, GroupId, merged_slice
from hudi_conformance.table.changes import changes_of
from hudi_conformance.table.files import data_files_of
from hudi_conformance.table.logs import all_blocks, raise_rejection, renaming_of
from hudi_conformance.table.slice_rows import read_slice, slice_merger
from hudi_conformance.table.stored import rows_of_base
from hudi_conformance.table.view import ChangePlan, Row, Table, View

_INSERT, _UPDATE, _DELETE = "i", "u", "d"


def cdc_schema(table: Table) -> AvroSchema:
    """Schema of the CDC view's rows: operation, instant, and the row before and after.

    Raises:
        Reject: bad-schema.
    """
    row = table.schema.tree
    name, space = str(row["name"]), row.get("namespace")
    name = f"{space}.{name}" if space and "." not in name else name
    fields = [
        {"name": "op", "type": "string"},
        {"name": "ts_ms", "type": "string"},
        {"name": "before", "type": ["null", row], "default": None},
        {"name": "after", "type": ["null", name], "default": None},
    ]
    tree = {"type": "record", "name": "cdc", "fields": fields}
    try:
        return cached_schema(json.dumps(tree))
    except SchemaError as error:
        raise Reject("bad-schema", None, "table.schema.resolution", str(error)[:200]) from None


def cdc_groups(table: Table, view: View) -> list[GroupId]:
    """File groups with changes in the range.

    Raises:
        Reject: bad-state for a table without CDC [table.view.cdc-enabled]; see `changed_files`.
    """
    return list(_plan(table, view).files)


def cdc_changes(table: Table, view: View) -> Iterator[ChangedFile]:
    """Sources of the changes of all file groups.

    Raises:
        Reject: as `cdc_groups`.
    """
    return (item for items in _plan(table, view).files.values() for item in items)


def read_cdc(table: Table, group: GroupId, view: View) -> Iterator[Row]:
    """Changes of one file group, commit by commit.

    Raises:
        OSError: a file cannot be read.
        Reject: a file that cannot be decoded; an image that is missing [table.view.cdc-image].
    """
    for item in _plan(table, view).files.get(group, []):
        for op, before, after in _changes(table, group, item):
            yield {"op": op, "ts_ms": item.time, "before": before, "after": after}


def _plan(table: Table, view: View) -> ChangePlan:
    plan = table.plans.get(view)
    if plan is None:
        if not CDC_ENABLED.get(table.properties):
            raise Reject("bad-state", None, "table.view.cdc-enabled", f"{CDC_ENABLED} is not true")
        changes = changes_of(table, view)
        plan = table.plans[view] = ChangePlan(changes, files=changed_files(changes.commits))
    return plan


_Change = tuple[str, Row | None, Row | None]


def _changes(table: Table, group: GroupId, item: ChangedFile) -> Iterator[_Change]:
    stat = item.stat
    if stat is None:
        yield from ((_DELETE, row, None) for row in _replaced_rows(table, group, item.time))
        return
    match item.source:
        case Source.BASE_INSERTS:
            yield from ((_INSERT, None, row) for row in _rows_at(table, stat.path))
        case Source.BASE_DELETES:
            yield from ((_DELETE, row, None) for row in _rows_before(table, stat))
        case Source.LOG:
            yield from _log_changes(table, stat, item.time)
        case _:
            yield from _logged_changes(table, stat)


def _replaced_rows(table: Table, group: GroupId, time: str) -> Iterator[Row]:
    """Former rows of the group; none if its files were cleaned."""
    merged = merged_slice(table.slices.get(group, []), table.facts)
    if merged is not None:
        yield from read_slice(table, merged, time)


def _rows_at(table: Table, path: str) -> Iterator[Row]:
    bases = data_files_of([path]).base_files
    if not inside(table.path, path).is_file() or not bases:
        problem = "is missing" if bases else "is not a base file"
        message = f"{PurePosixPath(path).name}, which holds rows of a change, {problem}"
        raise Reject("bad-reference", None, "table.view.cdc-image", message)
    yield from rows_of_base(table, bases[0])


def _rows_before(table: Table, stat: WriteStat) -> Iterator[Row]:
    """Rows of the base file that the commit replaced: that of `prevCommit` in the group."""
    for item in table.slices.get(stat.group, []):
        base = item.base_file
        if base is not None and base.instant == stat.prev_commit:
            yield from rows_of_base(table, base)
            return
    message = f"no base file of {stat.prev_commit} in group {stat.group[1]}"
    raise Reject("bad-reference", None, "table.view.cdc-image", message)


def _log_changes(table: Table, stat: WriteStat, time: str) -> Iterator[_Change]:
    """A log file against the slice before it [table.view.cdc-inferred]."""
    inside(table.path, stat.path)
    before = {table.key(row): row for row in read_slice(table, _slice_before(stat, time), time)}
    logs = data_files_of([stat.path]).log_files
    merger = slice_merger(table, FileSlice(*stat.group, time, None, logs), time, only=time)
    for key in merger.entries:
        alone, stored = merger.alone(key), before.get(key)
        if stored is None:
            if alone is not None:
                yield _INSERT, None, dict(alone)
            continue
        merged = None if alone is None else merger.over(key, stored)
        if merged is None:
            yield _DELETE, stored, None
        elif merged != stored:
            yield _UPDATE, stored, dict(merged)


def _slice_before(stat: WriteStat, time: str) -> FileSlice:
    """The slice under a log file, as its write stat lists it."""
    folder, _, own = stat.path.rpartition("/")
    # Names, never paths: a path to another folder is not a file of the slice.
    listed = (stat.base_file, *stat.log_files)
    names = [name for name in listed if name and name != own and "/" not in name]
    files = data_files_of(f"{folder}/{name}" if folder else name for name in names)
    base: BaseFile | None = files.base_files[0] if files.base_files else None
    logs = tuple(sorted(files.log_files, key=lambda log: log.order))
    return FileSlice(*stat.group, time if base is None else base.instant, base, logs)


def _logged_changes(table: Table, stat: WriteStat) -> Iterator[_Change]:
    """CDC files, with the images that their mode omits [table.view.cdc-logged]."""
    mode = _mode(table)
    old: Mapping[str, Row] = {}
    new: Mapping[str, Row] = {}
    if mode is not CdcMode.DATA_BEFORE_AFTER:
        new = {table.key(row): row for row in _rows_at(table, stat.path)}
    if mode is CdcMode.OP_KEY_ONLY:
        old = {table.key(row): row for row in _rows_before(table, stat)}
    for path in stat.cdc_files:
        for change in _cdc_records(table, path):
            op = change.get("op")
            if op not in {_INSERT, _UPDATE, _DELETE}:
                raise Reject("bad-value", None, "table.view.cdc-logged", f"op {op!r:.20} is not i, u or d")
            before, after = change.get("before"), change.get("after")
            if mode is CdcMode.OP_KEY_ONLY and op != _INSERT:
                before = _image(old, change, stat)
            if mode is not CdcMode.DATA_BEFORE_AFTER and op != _DELETE:
                after = _image(new, change, stat)
            yield op, before, after


def _mode(table: Table) -> CdcMode:
    try:
        return CDC_MODE.get(table.properties)
    except ValueError:
        text = (CDC_MODE.text(table.properties) or "").upper()
        raise Reject("bad-value", None, "table.view.cdc-logged", f"{CDC_MODE} is {text!r:.40}") from None


def _image(rows: Mapping[str, Row], change: Mapping[str, Any], stat: WriteStat) -> Row:
    key = change.get("record_key")
    row = rows.get(key) if isinstance(key, str) else None
    if row is None:
        message = f"{stat.path}: no row of key {key!r:.60}, which a CDC file names"
        raise Reject("bad-reference", None, "table.view.cdc-image", message)
    return row


def _cdc_records(table: Table, path: str) -> Iterator[dict[str, Any]]:
    """Changes of a CDC file, images in the table's schema."""
    file = inside(table.path, path)
    if not file.is_file():
        message = f"CDC file {PurePosixPath(path).name} is missing"
        raise Reject("bad-reference", None, "table.view.cdc-image", message)
    with open_source(file) as buffer:
        contents = ContentReader(buffer)
        for block in list(all_blocks(buffer)):  # none of a file whose scan stops
            if block.type is not BlockType.CDC_DATA_BLOCK:
                at = block.span.ofs + 18
                raise Reject("bad-type", at, "table.view.cdc-logged", f"{block.type.name} in a CDC file")
            content = contents.read(block)
            raise_rejection(content.rejection)
            renaming = renaming_of(table.ids, block, frozenset())
            resolve = _image_resolver(content.schema, table.schema, renaming)
            for record in content.records or ():
                images = {
                    name: None if record.get(name) is None else resolve(record[name])
                    for name in ("before", "after")
                }
                yield {"op": record.get("op"), "record_key": record.get("record_key"), **images}


def _image_resolver(schema: JsonValue, reader: AvroSchema, renaming: Renaming | None) -> Resolve:
    """By the schema of `before`, which `after` refers to."""
    fields = schema.get("fields", ()) if isinstance(schema, dict) else ()
    for member in fields:
        branches = member["type"] if isinstance(member["type"], list) else [member["type"]]
        for branch in branches:
            if isinstance(branch, dict) and branch.get("type") == "record":
                if renaming is None:
                    return resolver(branch, reader.tree)
                resolve = resolver(renaming.tree(branch), reader.tree)
                return lambda row: resolve(renaming.row(row))
    return lambda row: row
