# SPDX-License-Identifier: Apache-2.0
"""Implementations that answer filters: their programs, restarted when they die, and their order of floats."""

from __future__ import annotations

import itertools
import json
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial, reduce
from pathlib import Path
from typing import Any, Protocol

import pyarrow as pa
from hudi_conformance.adapters.filters import Dialect, query_of
from hudi_conformance.adapters.loopback_s3 import bucket_of
from hudi_conformance.adapters.trino.catalog import registration
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


Rows = list[dict[str, Any]]


class Reader(Protocol):
    """An implementation that answers filters.

    Attributes:
        order: of its floats.
        is_plain: filters are predicates on columns, joined by and.
        has_indexes: reads with and without skipping data.
    """

    order: FloatOrder
    is_plain: bool
    has_indexes: bool

    def read(self, folder: str, args: Args) -> dict[str, Any]:
        """The answer to a `table.read`."""

    def read_all(self, folder: str, requests: Sequence[Args]) -> Iterator[dict[str, Any]]:
        """Answers in the order of requests that differ in filter and columns alone."""

    def close(self) -> None:
        """End its processes."""


def _in_groups(
    requests: Sequence[Args],
    rows_of: Callable[[Sequence[Args]], Sequence[Rows]],
    read: Callable[[Args], dict[str, Any]],
) -> Iterator[dict[str, Any]]:
    """Answers to requests that differ in filter and columns alone, many in a job where they name columns.

    A job that fails is divided until the requests that fail run alone, for their own errors.
    """
    for start in range(0, len(requests), _SEVERAL):
        several = requests[start : start + _SEVERAL]
        named = iter(_answers([args for args in several if args["columns"]], rows_of, read))
        for args in several:
            yield next(named) if args["columns"] else read(args)


def _answers(
    requests: Sequence[Args],
    rows_of: Callable[[Sequence[Args]], Sequence[Rows]],
    read: Callable[[Args], dict[str, Any]],
) -> list[dict[str, Any]]:
    if len(requests) <= 1:
        return [read(each) for each in requests]
    with suppress(Exception):
        return [{"answer": "value", "value": {"rows": sorted(rows, key=dumps)}} for rows in rows_of(requests)]
    halves = requests[: len(requests) // 2], requests[len(requests) // 2 :]
    return [answer for half in halves for answer in _answers(half, rows_of, read)]


def _united(dialect: Dialect, source: str, requests: Sequence[Args]) -> str:
    """The statement that answers all requests, each row with the number of its request."""
    return " UNION ALL ".join(
        f"SELECT {number} AS hudi_number, * FROM ({dialect.select(source, query_of(args))})"
        for number, args in enumerate(requests)
    )


class Spark:
    """Hudi in Spark, in this process: keys of filtered rows are collected, not written."""

    def __init__(self, name: str) -> None:
        from hudi_conformance.adapters.hudi_spark.adapter import DIALECT, answerer, view_frame
        from hudi_conformance.adapters.hudi_spark.session import session

        self.order, self.is_plain, self.has_indexes = FloatOrder.NAN_GREATEST, False, True
        version = name.removeprefix("hudi-spark-")
        # Hudi copies the configuration to each task: Hadoop's 960 defaults, which its code has too, cost more
        # than a filter itself.
        session(version).sparkContext._jsc.hadoopConfiguration().clear()
        self._ask, self._frame = answerer(version), partial(view_frame, version)
        self._where = lambda args: DIALECT.where(query_of(args).condition)

    def read_all(self, folder: str, requests: Sequence[Args]) -> Iterator[dict[str, Any]]:
        """Answers in the order of the requests."""
        return _in_groups(requests, partial(self._rows_of, folder), partial(self.read, folder))

    def _rows_of(self, folder: str, requests: Sequence[Args]) -> Sequence[Rows]:
        view = self._frame(folder, {**requests[0], "filter": None, "columns": None})
        frames = [
            view.where(self._where(args)).selectExpr(f"{number} as hudi_number", *args["columns"])
            for number, args in enumerate(requests)
        ]
        answers: list[Rows] = [[] for _ in requests]
        for row in reduce(type(view).unionAll, frames).collect():
            answers[row["hudi_number"]].append({name: row[name] for name in requests[0]["columns"]})
        return answers

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
        orders = (order for start, order in ORDERS.items() if name.startswith(start))
        self.order = next(orders, FloatOrder.TOTAL)
        self.is_plain = name.startswith("hudi-rs")  # predicates on columns, joined by and
        self.has_indexes = name.startswith("hudi-flink")

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


class ClickHouse(Engine):
    """Filtered keys by one statement for many filters, in this process; all else by the adapter's program."""

    def read_all(self, folder: str, requests: Sequence[Args]) -> Iterator[dict[str, Any]]:
        """Answers in the order of the requests."""
        with bucket_of(folder) as url:
            yield from _in_groups(requests, partial(self._rows_of, url), partial(self.read, folder))

    def _rows_of(self, url: str, requests: Sequence[Args]) -> Sequence[Rows]:
        from hudi_conformance.adapters import clickhouse

        source = f"hudi('{url}', 'key', 'secret')"
        statement = _united(clickhouse.DIALECT, source, requests)
        data = clickhouse.chdb.query(statement + clickhouse.SETTINGS, "Arrow").bytes()
        answers: list[Rows] = [[] for _ in requests]
        for row in pa.ipc.open_file(pa.BufferReader(data)).read_all().to_pylist():
            number = row.pop("hudi_number")
            answers[number].append(
                {name: value if value is None else value.decode() for name, value in row.items()}
            )
        return answers


class Daft(Engine):
    """Filtered keys by one plan for many filters, in this process; all else by the adapter's program."""

    def read_all(self, folder: str, requests: Sequence[Args]) -> Iterator[dict[str, Any]]:
        """Answers in the order of the requests."""
        return _in_groups(requests, partial(self._rows_of, folder), partial(self.read, folder))

    def _rows_of(self, folder: str, requests: Sequence[Args]) -> Sequence[Rows]:
        import daft
        from hudi_conformance.adapters import daft_hudi

        table = daft.read_hudi(folder)
        frames = [
            daft_hudi.filtered(table, query_of(args)).with_column("hudi_number", daft.lit(number))
            for number, args in enumerate(requests)
        ]
        answers: list[Rows] = [[] for _ in requests]
        for row in reduce(daft.DataFrame.concat, frames).to_pylist():
            answers[row.pop("hudi_number")].append(row)
        return answers


class Trino:
    """Trino's server: filtered keys by one statement for many filters, all else as the adapter answers."""

    def __init__(self, name: str) -> None:
        from hudi_conformance.adapters.trino import adapter

        self.order, self.is_plain, self.has_indexes = FloatOrder.IEEE, False, False
        self._adapter, self._scratch = adapter, tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        command = load_implementations()[name].command()
        program = [part.removeprefix("--program=") for part in command if part.startswith("--program=")]
        self._server = adapter.Server(program, self._scratch.name)
        self._ask = adapter.answerer(self._server, name)

    def read(self, folder: str, args: Args) -> dict[str, Any]:
        """The answer to a `table.read`, as the adapter has it."""
        return self._ask({"seq": "0", "cmd": "table.read", "in": {"dir": folder}, "args": dict(args)})

    def read_all(self, folder: str, requests: Sequence[Args]) -> Iterator[dict[str, Any]]:
        """Answers in the order of the requests."""
        table = self._server.register(registration(Path(folder)))
        return _in_groups(requests, partial(self._rows_of, table), partial(self.read, folder))

    def _rows_of(self, table: str, requests: Sequence[Args]) -> Sequence[Rows]:
        statement = _united(self._adapter.DIALECT, table, requests)
        answers: list[Rows] = [[] for _ in requests]
        for row in self._server.rows(statement).to_pylist():
            answers[row.pop("hudi_number")].append(row)
        return answers

    def close(self) -> None:
        """End the server."""
        self._server.close()
        self._scratch.cleanup()


def engine_of(name: str) -> Reader:
    """The implementation of a name."""
    kinds: dict[str, Callable[[str], Reader]] = {
        "hudi-spark": Spark,
        "clickhouse": ClickHouse,
        "daft": Daft,
        "trino": Trino,
    }
    return next((kind for start, kind in kinds.items() if name.startswith(start)), Engine)(name)
