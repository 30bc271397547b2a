# SPDX-License-Identifier: Apache-2.0
"""Mutation of one target in this process: by atheris where it is installed, else by a loop fed by coverage.

Both run the target on inputs that they mutate, keep inputs that reach new code, and count executions. A find
does not end them: it is written down once per place where it escapes.
"""

from __future__ import annotations

import base64
import json
import random
import sys
import time
import traceback
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any, TypeAlias

import hudi_conformance
from hudi_conformance.fuzz.corpus import MAX_LEN

from instruments.fuzz.targets import REFUSALS, Target

_PACKAGE = str(Path(hudi_conformance.__file__).resolve().parent)
_INTERESTING = (0, 1, 2, 0x7F, 0x80, 0xFF)
_SLOW_S = 10.0
_MIN_DISTANCE, _MAX_DISTANCE = 16, 256  # executions between two traced ones
_NUM_QUIET = 32  # traced executions without a new line, after which the distance doubles
Tracer: TypeAlias = Any  # a function that returns one like itself


@dataclass(slots=True)
class Watch:
    """Runs inputs, counts them, and writes finds to a file of JSON lines.

    Attributes:
        target: what is fuzzed.
        finds: the file of finds.
        counts: where the counts are kept, every `chunk` executions: libFuzzer ends its process at will.
    """

    target: Target
    finds: Path
    counts: Path | None = None
    chunk: int = 1000
    runs: int = 0
    values: int = 0
    places: set[str] = field(default_factory=set)

    def run(self, data: bytes) -> None:
        """Run one input."""
        self.runs += 1
        start = time.perf_counter()
        try:
            self.target.run(data)
            self.values += 1
        except REFUSALS:
            pass
        except Exception as error:
            self._note(place_of(error), f"{type(error).__name__}: {error}", data)
        seconds = time.perf_counter() - start
        if self.runs % self.chunk == 0:
            self.save()
        if seconds > _SLOW_S:
            self._note(f"slow {len(data)}", f"{seconds:.1f} s for {len(data)} bytes", data)

    def save(self) -> None:
        """Write the counts."""
        if self.counts is not None:
            self.counts.write_text(json.dumps({"runs": self.runs, "values": self.values}), "utf-8")

    def _note(self, location: str, message: str, data: bytes) -> None:
        if location in self.places:
            return
        self.places.add(location)
        row = {
            "target": self.target.name, "place": location, "message": message[:500],
            "b64": base64.b64encode(data).decode("ascii"),
        }  # fmt: skip
        with self.finds.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")


def place_of(error: BaseException) -> str:
    """Type of an exception, and the innermost line of ours that it left."""
    frames = [
        frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename.startswith(_PACKAGE)
    ]
    frames = [frame for frame in frames if "/fuzz/" not in frame.filename] or frames
    where = f"{Path(frames[-1].filename).name}:{frames[-1].name}" if frames else ""
    return f"{type(error).__name__} {where}"


def run_atheris(watch: Watch, folder: Path, runs: int, options: Sequence[str]) -> None:
    """Hand the process over to libFuzzer; it ends the process after `runs` executions."""
    import atheris

    arguments = [
        sys.argv[0], str(folder / "corpus"), f"-atheris_runs={runs}", f"-max_len={MAX_LEN}", "-timeout=60",
        "-rss_limit_mb=3000", "-print_final_stats=1", *options,
    ]  # fmt: skip
    atheris.Setup(arguments, watch.run)
    atheris.Fuzz()


def run_loop(watch: Watch, corpus: Sequence[bytes], runs: int, seed: int) -> list[bytes]:
    """Mutate for `runs` executions; returns the inputs that reached new lines of ours.

    One execution in sixteen is traced line by line, as tracing costs ten times the run; fewer and fewer while
    none of them reaches a new line, down to one in 256.
    """
    rng = random.Random(seed)  # noqa: S311 - no secrets
    pool = list(corpus) or [b""]
    retained: list[bytes] = []
    lines: set[tuple[str, int]] = set()
    distance, next_traced, num_quiet = _MIN_DISTANCE, 0, 0
    for number in range(runs):
        data = mutate(rng, pool)
        if number < next_traced:
            watch.run(data)
            continue
        reached = traced(watch, data)
        if reached <= lines:
            num_quiet += 1
            if num_quiet % _NUM_QUIET == 0:
                distance = min(2 * distance, _MAX_DISTANCE)
        else:
            lines |= reached
            pool.append(data)
            retained.append(data)
            distance, num_quiet = _MIN_DISTANCE, 0
        next_traced = number + distance
    return retained


def traced(watch: Watch, data: bytes) -> set[tuple[str, int]]:
    """Run one input; the lines of this package that it reached."""
    reached: set[tuple[str, int]] = set()

    def local(frame: FrameType, event: str, _: object) -> Tracer:
        if event == "line":
            reached.add((frame.f_code.co_filename, frame.f_lineno))
        return local

    def enter(frame: FrameType, _event: str, _arg: object) -> Tracer | None:
        return local if frame.f_code.co_filename.startswith(_PACKAGE) else None

    previous = sys.gettrace()
    sys.settrace(enter)
    try:
        watch.run(data)
    finally:
        sys.settrace(previous)
    return reached


def mutate(rng: random.Random, pool: Sequence[bytes]) -> bytes:
    """An input with a few changes: bytes, numbers, cuts, copies, splices of two inputs.

    The shorter of two drawn inputs is changed: a run takes as long as its input is.
    """
    data = bytearray(min(rng.choice(pool), rng.choice(pool), key=len))
    for _ in range(rng.choice((1, 1, 1, 2, 4, 8))):
        _change(rng, data, pool)
    return bytes(data[:MAX_LEN])


def _change(rng: random.Random, data: bytearray, pool: Sequence[bytes]) -> None:
    ofs = rng.randrange(len(data) + 1)
    kind = rng.randrange(8)
    if kind <= 2 and ofs < len(data):
        data[ofs] = rng.choice(_INTERESTING) if kind else data[ofs] ^ (1 << rng.randrange(8))
    elif kind == 3:
        width = rng.choice((2, 4, 8))
        top = 1 << (8 * width - 1)
        number = rng.choice((0, 1, -1, len(data), top >> 1, top - 1, -top, rng.randrange(128)))
        data[ofs : ofs + width] = max(-top, min(number, top - 1)).to_bytes(width, "big", signed=True)
    elif kind == 4:
        del data[ofs : ofs + rng.choice((1, 2, 4, 16, 64))]
    elif kind == 5:
        data[ofs:ofs] = rng.randbytes(rng.choice((1, 2, 4, 8)))
    elif kind == 6:
        start = rng.randrange(len(data) + 1)
        data[ofs:ofs] = data[start : start + rng.choice((1, 4, 16, 64, 256))]
    else:
        other = rng.choice(pool)
        start = rng.randrange(len(other) + 1)
        data[ofs : ofs + rng.choice((0, 8, 64, len(data)))] = other[start : start + rng.choice((8, 64, 1024))]
