# SPDX-License-Identifier: Apache-2.0
"""The schema in which readers return the rows of a table, from its timeline."""

from __future__ import annotations

from dataclasses import dataclass

from hudi_conformance.audit.commits import Commit
from hudi_conformance.audit.table_facts import Facts
from hudi_conformance.decode.avro.schema import AvroSchema
from hudi_conformance.model.properties.table import CREATE_SCHEMA, META_FIELDS
from hudi_conformance.semantics.merge.resolve import without_null
from hudi_conformance.table.schemas import reader_schema
from hudi_conformance.table.state import REWRITES


@dataclass(frozen=True, slots=True)
class TableSchema:
    """The reader's schema, including meta fields if rows have them.

    Attributes:
        commit: that states it; None: the properties do.
    """

    reader: AvroSchema
    commit: Commit | None

    @property
    def source(self) -> str:
        """Name of the instant, or of the property, that states it."""
        return CREATE_SCHEMA.name if self.commit is None else self.commit.instant.name

    def required(self) -> frozenset[str]:
        """Names of columns that may not be null."""
        members = self.reader.tree["fields"]
        return frozenset(member["name"] for member in members if not without_null(member["type"])[0])


def table_schema(facts: Facts) -> TableSchema | None:
    """The schema of the last commit that wrote rows, else of the last rewrite, else of the creation.

    Returns None if none is stated [table.schema.resolution].

    Raises:
        Reject: bad-schema if it is not a record.
    """
    properties = facts.timeline.properties
    stated = [commit for commit in facts.commits if commit.schema]
    written = [commit for commit in stated if commit.operation not in REWRITES] or stated
    commit = written[-1] if written else None
    text = CREATE_SCHEMA.text(properties) if commit is None else commit.schema
    if not text:
        return None
    return TableSchema(reader_schema(text, META_FIELDS.get(properties)), commit)
