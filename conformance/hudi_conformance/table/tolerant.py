# SPDX-License-Identifier: Apache-2.0
"""A file group that cannot be read completely: an error, or a damage of a view that continues without it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from hudi_conformance.errors import Reject
from hudi_conformance.semantics.slices.files import GroupId
from hudi_conformance.table.damages import UNREADABLE, Damage, OnDamage
from hudi_conformance.table.view import Table, View
from hudi_conformance.table.view_files import files_of, path_of, state_slice

T = TypeVar("T")


def to_first_error(table: Table, group: GroupId, view: View, items: Iterator[T]) -> Iterator[T]:
    """Yield the items of a file group; an error becomes a damage unless `on_damage` is `raise`.

    Raises:
        OSError, Reject: as `items`, if `on_damage` is `raise`.
    """
    try:
        yield from items
    except (Reject, FileNotFoundError) as error:
        if table.on_damage is OnDamage.RAISE:
            raise
        table.damages.add(_damage(table, group, view, error))


def _damage(table: Table, group: GroupId, view: View, error: Reject | FileNotFoundError) -> Damage:
    item = state_slice(table, group, view)
    files = [] if item is None else [path_of(file) for file in files_of(item)]
    path = files[0] if files else f"{group[0]}/{group[1]}".lstrip("/")
    rest = f", read with {', '.join(files[1:])}" if files[1:] else ""
    if isinstance(error, Reject):
        message = f"rows of its file group are missing{rest}: {error.message}"
        return Damage(path, error.code, error.at, error.requirement, message)
    message = f"rows of its file group are missing{rest}: {error.strerror}"
    return Damage(path, "bad-reference", None, UNREADABLE, message)
