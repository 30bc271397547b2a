# SPDX-License-Identifier: Apache-2.0
"""The folder that a campaign writes: verdicts as Parquet, and a list of the tasks in them.

`campaign.json` records the plan, each of `verdicts/*.parquet` holds complete tasks. A part is written under
another name first, so that every existing file is complete and an interrupt loses only the tasks in progress.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset as ds
import pyarrow.parquet as pq

from hudi_conformance.campaign.verdicts import SCHEMA
from hudi_conformance.canonical import json as canonical_json

CAMPAIGN = "campaign.json"
VERDICTS = "verdicts"


class OtherCampaign(ValueError):  # noqa: N818 - a state of the folder
    """The folder contains another campaign, or one that was not requested to be resumed."""


class Store:
    """One folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.verdicts = folder / VERDICTS

    def open(self, description: Mapping[str, Any], *, resume: bool) -> set[int]:
        """Start or resume; return the numbers of finished tasks.

        Raises:
            OtherCampaign: the folder holds verdicts of another plan, or of this one without `resume`.
        """
        path = self.folder / CAMPAIGN
        done: set[int] = set()
        if path.is_file():
            before = json.loads(path.read_text(encoding="utf-8"))
            if not resume:
                raise OtherCampaign(f"{self.folder} holds a campaign; --resume continues it")
            if before["plan"] != description["plan"]:
                raise OtherCampaign(
                    f"{self.folder} holds another plan, {before['plan'][:12]}…; this one is"
                    f" {str(description['plan'])[:12]}…"
                )
            done = self.finished()
        self.verdicts.mkdir(parents=True, exist_ok=True)
        self.write_json(CAMPAIGN, description)
        return done

    def finished(self) -> set[int]:
        """Tasks whose verdicts are stored."""
        tasks: set[int] = set()
        for path in sorted(self.verdicts.glob("part-*.parquet")):
            tasks.update(pc.unique(pq.read_table(path, columns=["task"])["task"]).to_pylist())
        return tasks

    def add(self, tasks: pa.Table, batches: list[pa.RecordBatch]) -> None:
        """Write the verdicts of complete tasks as one part."""
        table = pa.Table.from_batches(batches, SCHEMA).unify_dictionaries()
        name = f"part-{min(tasks.column('task').to_pylist()):08}.parquet"
        partial = self.verdicts / f".{name}.{os.getpid()}"
        pq.write_table(table, partial, compression="zstd")
        partial.replace(self.verdicts / name)

    def table(self, columns: list[str], where: ds.Expression | None = None) -> pa.Table:
        """Columns of all verdicts, texts as plain strings."""
        files = sorted(str(path) for path in self.verdicts.glob("part-*.parquet"))
        plain = pa.schema(
            [
                field.with_type(pa.string()) if pa.types.is_dictionary(field.type) else field
                for field in SCHEMA
            ]
        )
        return ds.dataset(files, schema=plain, format="parquet").to_table(columns=columns, filter=where)

    def write_json(self, name: str, value: object) -> None:
        """Write a JSON file."""
        (self.folder / name).write_text(canonical_json.pretty(value), encoding="utf-8")
