# SPDX-License-Identifier: Apache-2.0
"""Schemas that data files state: of the sixth meta field, and of tables whose commits state none."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path, PurePosixPath

from hudi_conformance.decode.base_file import open_base_file
from hudi_conformance.decode.log.scan import walk_log
from hudi_conformance.decode.parquet.schema import text_of_columns
from hudi_conformance.decode.source import open_source
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.model.base_file import format_of
from hudi_conformance.model.block_type import Payload
from hudi_conformance.model.log import HeaderKey
from hudi_conformance.semantics.slices.changes import CommitFacts

_OF_ROWS = frozenset({Payload.AVRO, Payload.HFILE, Payload.PARQUET})
_UNREADABLE = (OSError, Reject, UnsupportedInput, LimitExceeded)


def schema_of_files(folder: Path, commits: Iterable[CommitFacts]) -> str | None:
    """Avro schema of the newest data file whose schema can be read; None if there is none.

    It is used for [table.schema.operation-field] and [table.schema.of-files].

    Args:
        folder: of the table.
        commits: completed ones, newest first.
    """
    paths = (PurePosixPath(stat.path) for commit in commits for stat in commit.stats if stat.path)
    inside = (folder / path for path in paths if not path.is_absolute() and ".." not in path.parts)
    return next(filter(None, map(_schema_of, inside)), None)


def _schema_of(path: Path) -> str | None:
    """None for a file that cannot be read or states no schema."""
    with suppress(*_UNREADABLE):
        if format_of(path.name) is not None:
            return text_of_columns(open_base_file(path).schema)
        with open_source(path) as buffer:
            blocks = [block for block in walk_log(buffer) if block.type.payload in _OF_ROWS]
            texts = (block.header.get(HeaderKey.SCHEMA) for block in reversed(blocks))
            return next((text for text in texts if isinstance(text, str)), None)
    return None
