# SPDX-License-Identifier: Apache-2.0
"""The sixth meta field, which only data files name [table.schema.operation-field]."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path, PurePosixPath

from hudi_conformance.decode.base_file import open_base_file
from hudi_conformance.decode.log.scan import walk_log
from hudi_conformance.decode.source import open_source
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.model.base_file import format_of
from hudi_conformance.model.log import HeaderKey
from hudi_conformance.model.meta_fields import OPERATION
from hudi_conformance.semantics.slices.changes import CommitFacts

_UNREADABLE = (OSError, Reject, UnsupportedInput, LimitExceeded)


def has_operation_field(folder: Path, commits: Iterable[CommitFacts]) -> bool:
    """Whether the newest data file whose schema can be read has `_hoodie_operation`.

    Args:
        folder: of the table.
        commits: completed ones, newest first.
    """
    paths = (PurePosixPath(stat.path) for commit in commits for stat in commit.stats if stat.path)
    inside = (folder / path for path in paths if not path.is_absolute() and ".." not in path.parts)
    return next((answer for answer in map(_has_field, inside) if answer is not None), False)


def _has_field(path: Path) -> bool | None:
    """None for a file that cannot be read or states no schema."""
    with suppress(*_UNREADABLE):
        if format_of(path.name) is not None:
            return OPERATION in open_base_file(path).schema.names
        with open_source(path) as buffer:
            texts = (block.header.get(HeaderKey.SCHEMA) for block in walk_log(buffer))
            return next((f'"{OPERATION}"' in text for text in texts if isinstance(text, str)), None)
    return None
