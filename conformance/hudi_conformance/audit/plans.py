# SPDX-License-Identifier: Apache-2.0
"""Files that requested instants plan to read or to delete."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress

from hudi_conformance.decode.log.names import decode_name
from hudi_conformance.errors import Reject
from hudi_conformance.model.base_file import BaseFileName
from hudi_conformance.model.common import AvroValue


def as_list(value: AvroValue) -> list[AvroValue]:
    """The elements of a value that should be an array; none for other values."""
    return value if isinstance(value, list) else []


def files_to_read(plan: Mapping[str, AvroValue]) -> Iterator[str]:
    """Paths below the table of files that a plan of compaction or clustering reads.

    A compaction has `operations`, a clustering the slices of its input groups; both name the partition and
    the files, with or without their folder.
    """
    for item in (*as_list(plan.get("operations")), *_slices(plan)):
        if isinstance(item, Mapping):
            partition = item.get("partitionPath") or ""
            for name in (item.get("dataFilePath"), *as_list(item.get("deltaFilePaths"))):
                if isinstance(name, str) and name:
                    file = name.rpartition("/")[2]
                    yield f"{partition}/{file}" if partition else file


def instants_to_read(plan: Mapping[str, AvroValue]) -> Iterator[str]:
    """Times in the names of these files."""
    for path in files_to_read(plan):
        base = BaseFileName.of_path(path)
        with suppress(Reject):
            yield decode_name(path.rpartition("/")[2]).instant if base is None else base.instant


def _slices(plan: Mapping[str, AvroValue]) -> Iterator[AvroValue]:
    """File slices that a clustering rewrites."""
    clustering = plan.get("clusteringPlan")
    for group in as_list(clustering.get("inputGroups")) if isinstance(clustering, Mapping) else ():
        yield from as_list(group.get("slices")) if isinstance(group, Mapping) else ()


def groups_to_rewrite(plan: Mapping[str, AvroValue]) -> Iterator[tuple[str, str]]:
    """File groups, as (partition, file id), that a clustering rewrites."""
    for item in _slices(plan):
        if isinstance(item, Mapping) and isinstance(item.get("fileId"), str):
            yield str(item.get("partitionPath") or ""), str(item.get("fileId"))


def files_to_delete(plan: Mapping[str, AvroValue]) -> Iterator[str]:
    """Paths or names of files that a plan of a clean or rollback deletes.

    Cleans since 0.6 name paths, older ones names; a rollback has requests of one file group each. Log blocks
    that a rollback invalidates stay in their files, and are not included.
    """
    for member in ("filePathsToBeDeletedPerPartition", "filesToBeDeletedPerPartition"):
        partitions = plan.get(member)
        for files in partitions.values() if isinstance(partitions, Mapping) else ():
            for item in as_list(files):
                path = item.get("filePath") if isinstance(item, Mapping) else item
                if isinstance(path, str) and path:
                    yield path
    for request in as_list(plan.get("RollbackRequests")):
        for path in as_list(request.get("filesToBeDeleted")) if isinstance(request, Mapping) else ():
            if isinstance(path, str) and path:
                yield path


def instants_to_undo(plan: Mapping[str, AvroValue]) -> Iterator[str]:
    """Times of instants that the plan of a restore names."""
    for item in as_list(plan.get("instantsToRollback")):
        if isinstance(item, Mapping) and isinstance(item.get("commitTime"), str):
            yield str(item["commitTime"])
