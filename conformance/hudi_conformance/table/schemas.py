# SPDX-License-Identifier: Apache-2.0
"""The schema in which a view returns rows, and whether columns are matched by id [table.ids.*]."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from hudi_conformance.decode.avro.schema import AvroSchema, SchemaError, cached_schema
from hudi_conformance.decode.folder import file_names, read_file
from hudi_conformance.errors import Reject, UnsupportedInput
from hudi_conformance.model.meta_fields import ALL_META_FIELDS
from hudi_conformance.model.properties import table as props
from hudi_conformance.semantics.schema_ids.parse import HISTORY, parse_history, parse_schema
from hudi_conformance.semantics.schema_ids.renaming import Renaming, renaming
from hudi_conformance.semantics.schema_ids.types import IdSchema, schema_at
from hudi_conformance.table.features import check_types
from hudi_conformance.table.partition_columns import PartitionColumns, partition_columns, without_columns
from hudi_conformance.table.rows import with_meta_fields
from hudi_conformance.table.shown_types import shown as shown_types

SCHEMA_FOLDER = ".hoodie/.schema"
SCHEMA_SUFFIX = ".schemacommit"
_SCHEMA_TEXT = "table.schema.text-of-commit"
_ALL_TYPES = {"type": "record", "name": "empty", "fields": []}


@dataclass(frozen=True, slots=True)
class CommitSchema:
    """Schemas in the extra metadata of a completed commit.

    Attributes:
        time: requested time.
        is_rewrite: whether it is a compaction or clustering, whose schema is that of the rewritten files.
        text: `schema`, an Avro schema.
        by_id: `latest_schema`, a schema with ids.
    """

    time: str
    is_rewrite: bool
    text: str | None
    by_id: str | None


@dataclass(frozen=True, slots=True)
class ColumnIds:
    """Ids of the columns of files and of returned rows.

    Attributes:
        history: schemas of files.
        visible: schema of rows.
    """

    history: tuple[IdSchema, ...]
    visible: IdSchema
    _known: dict[str, Renaming | None] = field(default_factory=dict, compare=False, repr=False)

    def renaming(self, instant: str) -> Renaming | None:
        """Renaming of the columns of an instant for readers; None if all names are equal."""
        if instant not in self._known:
            stored = schema_at(self.history, instant)
            self._known[instant] = None if stored is None else renaming(stored, self.visible)
        return self._known[instant]


@dataclass(frozen=True, slots=True)
class Shown:
    """The schema of the rows of a view.

    Attributes:
        schema: reader's schema of files, including meta fields if rows have them.
        partition_columns: columns that files do not store; None if they store all.
        ids: ids of columns; None if columns are matched by name.
    """

    schema: AvroSchema
    partition_columns: PartitionColumns | None
    ids: ColumnIds | None


@dataclass(frozen=True, slots=True)
class TableSchemas:
    """Schemas in the timeline of a table.

    Attributes:
        path: folder of the table.
        properties: `hoodie.properties`.
        commits: of the active timeline, oldest first.
        by_id: whether columns are matched by id if the table has ids.
        has_operation: whether rows have `_hoodie_operation`.
        has_files: whether a commit wrote a file.
        of_files: the schema of the newest data file; None if none can be read.
    """

    path: Path
    properties: Mapping[str, str]
    commits: Sequence[CommitSchema]
    by_id: bool
    has_operation: bool
    has_files: bool
    of_files: str | None

    def shown(self, as_of: str | None = None) -> Shown:
        """Return the schema of rows, of the table now or as of an instant.

        Raises:
            OSError: the history of schemas cannot be read.
            Reject: a schema that is not valid.
            UnsupportedInput: an unsupported type.
        """
        commits = [commit for commit in self.commits if as_of is None or commit.time <= as_of]
        has_meta = props.META_FIELDS.get(self.properties)
        created = props.CREATE_SCHEMA.text(self.properties)
        text = _newest_text(commits) or created or self.of_files
        if text is None and self.has_files:
            message = "no commit states a schema, and no data file has one that can be read"
            raise Reject("bad-schema", None, "table.schema.of-files", message)
        older = [commit.text for commit in reversed(commits) if commit.text]
        texts = [*dict.fromkeys(older), *([created] if created else [])]
        columns = partition_columns(self.properties, [text, *texts] if text else [])
        stored = text if columns is None else json.dumps(columns.schema.tree)
        schema = reader_schema(stored, has_meta, has_operation=self.has_operation)
        check_types(schema.tree)
        if columns is not None:
            columns, schema = replace(columns, schema=schema), without_columns(schema, columns.names)
        ids = self._ids(commits, as_of) if self.by_id else None
        if ids is not None:
            _check_names(schema if columns is None else columns.schema, ids.visible)
        return Shown(schema, columns, ids)

    def _ids(self, commits: Sequence[CommitSchema], as_of: str | None) -> ColumnIds | None:
        """Ids by the newest commit that may change the schema [table.ids.query]."""
        changing = [commit for commit in commits if as_of is not None or not commit.is_rewrite]
        text = changing[-1].by_id if changing else None
        if not text:
            return None
        history = self._history() or tuple(
            parse_schema(text) for text in dict.fromkeys(c.by_id for c in self.commits) if text
        )
        return ColumnIds(history, parse_schema(text))

    def _history(self) -> tuple[IdSchema, ...]:
        """Schemas of the newest file of a completed commit of the active timeline [table.ids.valid]."""
        folder = self.path / SCHEMA_FOLDER
        times = {commit.time for commit in self.commits}
        names = [name for name in file_names(folder) if name.endswith(SCHEMA_SUFFIX)]
        valid = [name for name in names if name.partition(".")[0].partition("_")[0] in times]
        if not valid:
            return ()
        try:
            return parse_history(read_file(folder / max(valid)).decode("utf-8"))
        except UnicodeDecodeError:
            raise Reject("bad-schema", None, HISTORY, f"{max(valid)} is not UTF-8") from None


def _check_names(schema: AvroSchema, id_schema: IdSchema) -> None:
    """Check that both schemas of a commit have the same columns, as in all releases."""
    names = {member["name"] for member in schema.tree["fields"]} - set(ALL_META_FIELDS)
    by_id = {column.name for column in id_schema.record.columns} - set(ALL_META_FIELDS)
    if names != by_id:
        message = ", ".join(map(repr, sorted(names ^ by_id)))
        raise UnsupportedInput(f"columns that only one of schema and latest_schema has: {message:.200}")


def _newest_text(commits: Sequence[CommitSchema]) -> str | None:
    """The schema of the last commit that wrote rows, else of the last rewrite [table.schema.resolution]."""
    stated = [commit for commit in commits if commit.text]
    written = [commit for commit in stated if not commit.is_rewrite] or stated
    return written[-1].text if written else None


def reader_schema(text: str | None, has_meta: bool, *, has_operation: bool = False) -> AvroSchema:
    """Reader's schema: that of the last commit that wrote, with the meta fields of rows.

    Raises:
        Reject: bad-schema if it is not a record, or a type violates its logical type.
        UnsupportedInput: see `shown_types`.
    """
    try:
        tree = cached_schema(text).tree if text else _ALL_TYPES
        if not isinstance(tree, dict) or "fields" not in tree:
            raise Reject("bad-schema", None, _SCHEMA_TEXT, "the table's schema is not a record")
        tree = shown_types(tree)
        tree = with_meta_fields(tree, has_operation=has_operation) if has_meta else tree
        return cached_schema(json.dumps(tree))
    except SchemaError as error:
        raise Reject("bad-schema", None, _SCHEMA_TEXT, str(error)[:200]) from None
