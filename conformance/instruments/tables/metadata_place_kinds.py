# SPDX-License-Identifier: Apache-2.0
"""Disagreements of a metadata table with properties, definitions and timelines."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable

from instruments.tables.kinds import Expected, add, pick
from instruments.tables.metadata_kinds import Change, changed
from instruments.tables.metadata_table import (
    DEFINITIONS,
    INFLIGHT,
    METADATA,
    READY,
    SECONDARY,
    Plan,
    plan_of,
    write,
)
from instruments.tables.table import PROPERTIES, Json, Rng, Table

PARTITION = "metadata-partition"
OWN = f"{METADATA}/{PROPERTIES}"


def _ready(*names: str) -> Change:
    def change(plan: Plan, _: Rng) -> str:
        own = {"files", *plan.rows}
        plan.properties[READY] = ",".join(sorted({*own, *names}))
        return PROPERTIES

    return change


def _without_files(plan: Plan, _: Rng) -> str:
    plan.properties[READY] = ",".join(sorted(plan.rows))
    return PROPERTIES


def _index_gone(plan: Plan, rng: Rng) -> str:
    plan.gone = pick(rng, sorted(plan.rows)) or ""
    return PROPERTIES


def _remove_index(plan: Plan, _: Rng) -> None:
    shutil.rmtree(plan.table.path / METADATA / plan.gone)


def _both(plan: Plan, rng: Rng) -> str:
    plan.properties[INFLIGHT] = pick(rng, sorted(plan.rows)) or ""
    return PROPERTIES


def _own(key: str, value: str) -> Change:
    def change(plan: Plan, _: Rng) -> str:
        plan.own[key] = value
        return OWN

    return change


def _version(plan: Plan, rng: Rng) -> str:
    plan.own["hoodie.table.version"] = str(pick(rng, sorted({6, 8, 9} - {plan.version})))
    return OWN


def _defined(plan: Plan, _: Rng) -> str | None:
    return DEFINITIONS if SECONDARY in plan.rows else None


def _edit_definitions(change: Callable[[dict[str, Json]], object]) -> Callable[[Plan, Rng], None]:
    def after(plan: Plan, _: Rng) -> None:
        path = plan.table.path / DEFINITIONS
        value = json.loads(path.read_text("utf-8"))
        change(value["indexDefinitions"])
        path.write_text(json.dumps(value), "utf-8")

    return after


def _group_gone(plan: Plan, rng: Rng) -> str | None:
    plan.gone = pick(rng, sorted(name for name in plan.rows if plan.groups.get(name, 1) > 1)) or ""
    if plan.is_partitioned and plan.gone == "record_index":
        return None
    return plan.gone or None


def _remove_group(plan: Plan, rng: Rng) -> None:
    folder = plan.table.path / METADATA / plan.gone
    number = rng.randrange(plan.groups[plan.gone] - 1)
    for file in folder.iterdir():
        if f"-{number:04d}-0" in file.name:
            file.unlink()


def _pending_absorbed(plan: Plan, rng: Rng) -> list[str]:
    """A pending data instant whose delta commit a compaction of the metadata table took in."""
    plan.is_base = False
    time = str(int(plan.time) + rng.randrange(10, 1000))
    later = str(int(time) + 1000) if plan.version >= 8 else f"{time}001"
    rows = [{"partition": next(iter(plan.listing)), "files": {f"{'0' * 8}-0_0-0-0_{time}.parquet": 9}}]
    plan.commits.append({"time": time, "rows": {"files": rows}})
    plan.commits.append({"time": later, "action": "compaction", "rows": {"files": rows}})
    return [later]


def _add_pending(plan: Plan, _: Rng) -> None:
    time, folder = plan.commits[0]["time"], plan.table.path / plan.table.folder
    action = "deltacommit" if plan.table.is_mor else "commit"
    (folder / f"{time}.{action}.requested").write_bytes(b"")
    (folder / (f"{time}.inflight" if action == "commit" else f"{time}.{action}.inflight")).write_bytes(b"")


def _pending_kind() -> None:
    def apply(table: Table, rng: Rng) -> Expected | None:
        plan = plan_of(table, rng)
        if plan is None:
            return None
        [later] = _pending_absorbed(plan, rng)
        write(plan)
        _add_pending(plan, rng)
        own = table.metadata
        assert own is not None
        return Expected(tuple(own_path for own_path in (
            f"{METADATA}/{own.place(i)}" for i in own.instants if i.time == later and i.state == "completed"
        )))  # fmt: skip

    add("metadata_pending_absorbed", ["table.check.metadata-pending"], apply)


_pending_kind()


def _nobodys_block(plan: Plan, _: Rng) -> str | None:
    """Below version 8: a delta commit of an instant that the data table does not have is not read."""
    if plan.version >= 8:
        return None
    partition, files = next(iter(plan.listing.items()))
    plan.is_base = False
    plan.commits.append(
        {"time": str(int(plan.time) + 1), "rows": {"files": [{"partition": partition, "files": dict(files)}]}}
    )
    return "files"


changed("announced_unknown", PARTITION, _ready("row_index"))
changed("announced_absent", PARTITION, _index_gone, _remove_index)
changed("announced_secondary_absent", PARTITION, _ready("secondary_index_idx_gone"))
changed("files_not_announced", PARTITION, _without_files)
changed("ready_and_inflight", PARTITION, _both)
changed("definition_absent", PARTITION, _defined, _edit_definitions(lambda value: value.pop(SECONDARY)))
changed(
    "definition_of_nothing", PARTITION, _defined,
    _edit_definitions(lambda value: value.update(secondary_index_x={**value[SECONDARY], "indexName": "x"})),
)  # fmt: skip
changed(
    "definition_of_no_column", PARTITION, _defined,
    _edit_definitions(lambda value: value[SECONDARY].update(sourceFields=["no_such_column"])),
)  # fmt: skip
changed("group_gone", "metadata-groups", _group_gone, _remove_group)
changed("own_version", "metadata-properties", _version)
changed("own_type", "metadata-properties", _own("hoodie.table.type", "COPY_ON_WRITE"))
changed("own_format", "metadata-properties", _own("hoodie.table.base.file.format", "PARQUET"))
changed("own_meta_fields", "metadata-properties", _own("hoodie.populate.meta.fields", "true"))
changed("block_of_nobody", "metadata-block", _nobodys_block)
