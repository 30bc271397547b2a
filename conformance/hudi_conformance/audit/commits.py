# SPDX-License-Identifier: Apache-2.0
"""Metadata of completed commits for checks between files."""

from __future__ import annotations

from dataclasses import dataclass

from hudi_conformance.model.common import AvroValue
from hudi_conformance.model.timeline import Instant

MEMBERS = (
    "path", "fileId", "partitionPath", "prevCommit", "numWrites", "numDeletes", "numUpdateWrites",
    "numInserts", "totalWriteBytes", "fileSizeInBytes", "logVersion", "baseFile", "logFiles",
    "totalWriteErrors",
)  # fmt: skip
_PLACES = {name: index for index, name in enumerate(MEMBERS)}


@dataclass(frozen=True, slots=True)
class Named:
    """A file that the metadata of a completed instant names."""

    size: int | None
    instant: Instant


@dataclass(frozen=True, slots=True)
class WriteStat:
    """Members of a write stat that are compared, in the order of `MEMBERS`: a large table has many stats."""

    values: tuple[AvroValue, ...]

    def get(self, name: str) -> AvroValue:
        """A member, None if it is null or absent."""
        return self.values[_PLACES[name]]


@dataclass(frozen=True, slots=True)
class Commit:
    """Metadata of a completed active commit.

    Attributes:
        operation: `operationType`, None if it is absent.
        has_replaced: whether it has the member of replaced file groups.
        schema: text of the writer's schema, None if it has none.
        by_id: text of the schema with ids of columns, None if it has none.
        stats: write stats, each with its partition.
        replaced: file groups that it replaces, None if it has no such member.
        replaced_partitions: partitions whose groups it replaces, or none.
    """

    instant: Instant
    operation: str | None
    has_replaced: bool
    schema: str | None
    by_id: str | None
    stats: tuple[tuple[str, WriteStat], ...]
    replaced: tuple[tuple[str, str], ...] | None
    replaced_partitions: tuple[str, ...]

    @property
    def num_writes(self) -> int:
        """Records of all files; stats without a number count as 0."""
        return sum(num for _, stat in self.stats if isinstance(num := stat.get("numWrites"), int))
