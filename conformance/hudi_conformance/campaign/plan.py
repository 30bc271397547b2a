# SPDX-License-Identifier: Apache-2.0
"""Plan of a campaign: bases, kinds and number of inputs, as tasks. Equal options give equal plans."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pyarrow as pa

from hudi_conformance import resources
from hudi_conformance.campaign import generate
from hudi_conformance.campaign.fixtures import small_files
from hudi_conformance.campaign.work import Settings
from hudi_conformance.canonical import json as canonical_json

INPUTS_PER_TASK = 400
TASK_SCHEMA = pa.schema(
    [
        pa.field("task", pa.int32(), nullable=False),
        pa.field("base", pa.string(), nullable=False),
        pa.field("surface", pa.string(), nullable=False),
        pa.field("data", pa.binary(), nullable=False),
        pa.field("kind", pa.string(), nullable=False),
        pa.field("start", pa.int64(), nullable=False),
        pa.field("stop", pa.int64(), nullable=False),
        pa.field("picks", pa.list_(pa.int64())),
        pa.field("seed", pa.int64()),
        pa.field("num", pa.int32(), nullable=False),
    ]
)
"""`picks`, if not null, has the numbers of the inputs, instead of `start` to `stop`."""
LARGEST = {"log": 4096, "hfile": 8192}


@dataclass(frozen=True, slots=True)
class Base:
    """An intact file, or the input of a case, that is edited."""

    name: str
    surface: str
    data: bytes

    @property
    def sha256(self) -> str:
        """Digest of the bytes."""
        return hashlib.sha256(self.data).hexdigest()


@dataclass(frozen=True, slots=True)
class Selection:
    """Selection of inputs.

    Attributes:
        kinds: exhaustive kinds.
        scope: `file`, `field` or `auto`; see `generate.by_field`.
        sample: number of exhaustive inputs, chosen by seed; None: all.
        num_random: random inputs, spread over the bases.
        seed: of the sample and of the random inputs.
    """

    kinds: tuple[str, ...] = ("bits", "lengths", "numbers")
    scope: str = "auto"
    sample: int | None = None
    num_random: int = 0
    seed: int = 1


@dataclass(frozen=True)
class Plan:
    """All tasks of a campaign; `digest` identifies it."""

    bases: tuple[Base, ...]
    selection: Selection
    settings: Settings
    tasks: pa.Table
    digest: str

    @property
    def num_inputs(self) -> int:
        """Number of inputs."""
        return sum(self.tasks.column("num").to_pylist())

    def description(self) -> dict[str, object]:
        """The plan as `campaign.json` records it."""
        return {
            "plan": self.digest,
            "seed": self.selection.seed,
            "kinds": list(self.selection.kinds),
            "scope": self.selection.scope,
            "sample": self.selection.sample,
            "random": self.selection.num_random,
            "inputs": self.num_inputs,
            "tasks": self.tasks.num_rows,
            "bases": [{"name": b.name, "len": len(b.data), "sha256": b.sha256} for b in self.bases],
            "settings": self.settings.description(),
        }


def fixture_bases(surfaces: Sequence[str], largest: int | None = None) -> list[Base]:
    """Fixtures of the surfaces that are small enough, sorted by name, without duplicates."""
    root = resources.fixtures_dir()
    limits = {surface: LARGEST[surface] if largest is None else largest for surface in surfaces}
    bases: dict[str, Base] = {}
    for surface, path in small_files(root, limits):
        base = Base(path.relative_to(root).as_posix(), surface, path.read_bytes())
        bases.setdefault(base.sha256, base)
    return list(bases.values())


def make_plan(bases: Sequence[Base], selection: Selection, settings: Settings) -> Plan:
    """Divide the selected inputs into tasks."""
    settings = replace(settings, scope=selection.scope)
    rows = [*_exhaustive(bases, selection), *_random(bases, selection)]
    # A campaign that is stopped early has covered a part of every kind.
    random.Random(f"order/{selection.seed}").shuffle(rows)  # noqa: S311 - an order
    identity = [generate.VERSION, selection.seed, selection.scope, settings.description()]
    digest = hashlib.sha256(canonical_json.dumps(identity).encode())
    for number, row in enumerate(rows):
        row["task"] = number
        picks = row["picks"]
        row["num"] = len(picks) if picks is not None else row["stop"] - row["start"]
        cells = [row[name] for name in ("base", "kind", "start", "stop", "picks", "seed")]
        digest.update(canonical_json.dumps(cells).encode())
    for base in bases:
        digest.update(f"{base.name} {base.sha256}\n".encode())
    tasks = pa.Table.from_pylist(rows, TASK_SCHEMA)
    return Plan(tuple(bases), selection, settings, tasks, digest.hexdigest())


def _exhaustive(bases: Sequence[Base], selection: Selection) -> Iterator[dict[str, Any]]:
    segments = [
        (base, kind, generate.count(base.data, kind, selection.scope))
        for base in bases
        for kind in selection.kinds
    ]
    if selection.sample is None:
        for base, kind, num in segments:
            for start in range(0, num, INPUTS_PER_TASK):
                yield _row(base, kind, start, min(start + INPUTS_PER_TASK, num))
        return
    dice = random.Random(f"sample/{selection.seed}")  # noqa: S311 - a choice
    chosen = generate.sample([num for _, _, num in segments], selection.sample, dice)
    for (base, kind, _), picks in zip(segments, chosen, strict=True):
        for start in range(0, len(picks), INPUTS_PER_TASK):
            numbers = picks[start : start + INPUTS_PER_TASK]
            yield _row(base, kind, numbers[0], numbers[-1] + 1, picks=numbers)


def _random(bases: Sequence[Base], selection: Selection) -> Iterator[dict[str, Any]]:
    for index, base in enumerate(bases):
        num = selection.num_random * (index + 1) // len(bases) - selection.num_random * index // len(bases)
        for start in range(0, num, INPUTS_PER_TASK):
            yield _row(base, "random", start, min(start + INPUTS_PER_TASK, num), seed=selection.seed)


def _row(
    base: Base, kind: str, start: int, stop: int, *, picks: list[int] | None = None, seed: int | None = None
) -> dict[str, Any]:
    return {
        "base": base.name, "surface": base.surface, "data": base.data, "kind": kind, "start": start,
        "stop": stop, "picks": picks, "seed": seed,
    }  # fmt: skip
