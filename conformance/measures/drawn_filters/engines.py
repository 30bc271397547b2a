# SPDX-License-Identifier: Apache-2.0
"""Implementations that answer filters: their programs, restarted when they die, and their order of floats."""

from __future__ import annotations

import itertools
import json
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial, reduce
from typing import Any

from hudi_conformance.canonical.filters import FloatOrder
from hudi_conformance.canonical.json import dumps
from hudi_conformance.toolchain.registry import load_implementations

ORDERS = {
    "kaitai-python": FloatOrder.IEEE,
    "clickhouse": FloatOrder.IEEE,
    "daft": FloatOrder.TOTAL,
    "trino": FloatOrder.IEEE,
    "hudi-rs": FloatOrder.TOTAL,
}
Args = Mapping[str, Any]
_SEVERAL = 24  # filters of one job
CRASH = {"answer": "crash", "message": "the program ended"}


class Spark:
    """Hudi in Spark, in this process: keys of filtered rows are collected, not written."""

    def __init__(self, name: str) -> None:
        from hudi_conformance.adapters.filters import query_of
        from hudi_conformance.adapters.hudi_spark.adapter import DIALECT, answerer, view_frame

        self.order, self.is_plain, self.has_indexes = FloatOrder.NAN_GREATEST, False, True
        version = name.removeprefix("hudi-spark-")
        self._ask, self._frame = answerer(version), partial(view_frame, version)
        self._where = lambda args: DIALECT.where(query_of(args).condition)

    def read_all(self, folder: str, requests: Sequence[Args]) -> Iterator[dict[str, Any]]:
        """Answers to requests that differ in filter and columns alone, many in a job where possible."""
        for start in range(0, len(requests), _SEVERAL):
            several = requests[start : start + _SEVERAL]
            rows = self._rows_of(folder, [args for args in several if args["columns"]])
            yield from (
                next(rows) if args["columns"] and rows else self.read(folder, args) for args in several
            )

    def _rows_of(self, folder: str, requests: Sequence[Args]) -> Iterator[dict[str, Any]] | None:
        """None if one of the filters fails: each runs alone then, for its own error."""
        if not requests:
            return None
        with suppress(Exception):
            view = self._frame(folder, {**requests[0], "filter": None, "columns": None})
            frames = [
                view.where(self._where(args)).selectExpr(f"{number} as hudi_number", *args["columns"])
                for number, args in enumerate(requests)
            ]
            answers: list[list[dict[str, Any]]] = [[] for _ in requests]
            for row in reduce(type(view).unionAll, frames).collect():
                answers[row["hudi_number"]].append({name: row[name] for name in requests[0]["columns"]})
            return iter([{"answer": "value", "value": {"rows": sorted(rows, key=dumps)}} for rows in answers])
        return None

    def read(self, folder: str, args: Mapping[str, Any]) -> dict[str, Any]:
        """The answer to a `table.read`, as the adapter has it."""
        if args.get("columns"):
            with suppress(Exception):  # which the adapter explains
                rows = [row.asDict() for row in self._frame(folder, args).collect()]
                return {"answer": "value", "value": {"rows": sorted(rows, key=dumps)}}
        return self._ask({"seq": "0", "cmd": "table.read", "in": {"dir": folder}, "args": args})

    def close(self) -> None:
        """Nothing: the session ends with this process."""


class Engine:
    """An implementation by its name in `implementations.toml`."""

    def __init__(self, name: str) -> None:
        self._command = load_implementations()[name].command()
        self._numbers = itertools.count()
        self._process: subprocess.Popen[bytes] | None = None
        self.order = next(order for start, order in ORDERS.items() if name.startswith(start))
        self.is_plain = name.startswith("hudi-rs")  # predicates on columns, joined by and
        self.has_indexes = False

    def read(self, folder: str, args: Mapping[str, Any]) -> dict[str, Any]:
        """The answer to a `table.read`; `crash` when the program ended without one."""
        if self._process is None:
            self._process = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
        requests, answers = self._process.stdin, self._process.stdout
        assert requests is not None
        assert answers is not None
        request = {"v": 1, "seq": str(next(self._numbers)), "cmd": "table.read", "in": {"dir": folder}}
        budget = {"ms": 60000, "mib": 4096}
        try:
            requests.write(json.dumps({**request, "args": dict(args), "budget": budget}).encode() + b"\n")
            requests.flush()
            line = answers.readline()
        except BrokenPipeError:
            line = b""
        if not line:
            self._process.wait()
            self._process = None
            return CRASH
        answer: dict[str, Any] = json.loads(line)
        return answer

    def read_all(self, folder: str, requests: Sequence[Args]) -> Iterator[dict[str, Any]]:
        """Answers in the order of the requests."""
        return (self.read(folder, args) for args in requests)

    def close(self) -> None:
        """End the program."""
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()
            self._process.wait()
