# SPDX-License-Identifier: Apache-2.0
"""Adapter of Trino: `table.read`, by its Hudi connector.

python -m hudi_conformance.adapters.trino.adapter --program=WORD …      JSON lines, long-lived

The words start a server of one node, `conformance/adapters/trino`, which ends with this process. The
connector reads columns and partitions from a metastore, in which they are registered as by Hudi's sync: see
`trino_catalog`. Changes and earlier instants are `unsupported`. Of a merge-on-read table Trino silently reads
only base files, as it documents: a snapshot is an ordinary query.
"""

from __future__ import annotations

import argparse
import base64
import itertools
import json
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any

import pyarrow as pa

from hudi_conformance.adapters import loop
from hudi_conformance.adapters.engine_rows import engine_rows
from hudi_conformance.adapters.filters import Dialect, doubled, query_of, sql_types
from hudi_conformance.adapters.loop import Answer, Request
from hudi_conformance.adapters.table_rows import table_answerer, table_hello, unsupported_view
from hudi_conformance.adapters.trino.catalog import NoColumns, Registration, registration
from hudi_conformance.adapters.trino.types import arrow_table

NAME = "trino"
_HEADERS = {
    "X-Trino-User": "nobody",
    "X-Trino-Time-Zone": "UTC",
    "X-Trino-Client-Capabilities": "PARAMETRIC_DATETIME",  # or timestamps come in milliseconds
}
_TIMEOUT_S = 120
DIALECT = Dialect('"', sql_types("trino"), doubled)


class QueryFailed(Exception):  # noqa: N818 - an event, not a class of errors
    """Trino ended a query with an error.

    Attributes:
        is_refusal: with a code of its connector for Hudi, or with a user error.
        is_unsupported: with the code for operations that its file readers do not support.
    """

    def __init__(self, message: str, *, is_refusal: bool, is_unsupported: bool = False) -> None:
        super().__init__(message)
        self.is_refusal = is_refusal
        self.is_unsupported = is_unsupported


class Server:
    """The server, started once; each request registers one table."""

    def __init__(self, command: Sequence[str], scratch: str) -> None:
        self._process = subprocess.Popen([*command, scratch], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._names = (f"t{number}" for number in itertools.count())
        self._port = int(self._line().removeprefix("READY "))

    def _line(self) -> str:
        answers = self._process.stdout
        assert answers is not None
        line = answers.readline().decode()
        if not line:
            print(f"the server ended with status {self._process.wait()}", file=sys.stderr)
            raise SystemExit(1)
        return line.rstrip("\n")

    def register(self, table: Registration) -> str:
        """Name of the table in statements.

        Raises:
            QueryFailed: the metastore rejects it.
        """
        name = next(self._names)
        requests: IO[bytes] | None = self._process.stdin
        assert requests is not None
        encoded = (base64.b64encode(argument.encode()) for argument in (name, *table.words()))
        requests.write(b"\t".join(encoded) + b"\n")
        requests.flush()
        reply = self._line()
        if reply != "OK":
            raise QueryFailed(f"the metastore: {reply}", is_refusal=False)
        return f"hudi.s.{name}"

    def rows(self, statement: str) -> pa.Table:
        """The rows that a statement returns.

        Raises:
            QueryFailed: Trino gives an error.
            ValueError: a column of a type that Hudi does not write.
        """
        columns: list[dict[str, Any]] = []  # JSON, as of a query
        rows: list[list[object]] = []
        for page in self._pages(statement):
            columns = page.get("columns") or columns
            rows += page.get("data") or []
        return arrow_table(columns, rows)

    def _pages(self, statement: str) -> Iterator[dict[str, Any]]:
        address, body = f"http://127.0.0.1:{self._port}/v1/statement", statement.encode()
        while address:
            request = urllib.request.Request(address, body or None, _HEADERS)
            with urllib.request.urlopen(request, timeout=_TIMEOUT_S) as response:  # noqa: S310 - loopback
                page = json.load(response)
            if failure := page.get("error"):
                name = failure["errorName"]
                causes = " <- ".join(_causes(failure.get("failureInfo")))
                raise QueryFailed(
                    f"{name}: {causes}",
                    is_refusal=name.startswith("HUDI_") or failure.get("errorType") == "USER_ERROR",
                    is_unsupported=name == "NOT_SUPPORTED",
                )
            yield page
            address, body = page.get("nextUri"), b""

    def close(self) -> None:
        """End the server."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()


def _causes(info: Mapping[str, Any] | None) -> Iterator[str]:
    for _ in range(8):
        if not info:
            return
        yield f"{info.get('type', '').rpartition('.')[2]}: {info.get('message')}"
        info = info.get("cause")


def answerer(server: Server, version: str) -> loop.Answerer:
    """Answers requests of the protocol."""
    hello = table_hello("Trino", version, "java", "https://trino.io")

    def read(folder: str, args: Request) -> Answer:
        if refusal := unsupported_view(args):
            return refusal
        try:
            table = registration(Path(folder))
        except NoColumns as nothing:
            return {"answer": "unsupported", "what": str(nothing)}
        query = query_of(args)
        rows = server.rows(DIALECT.select(server.register(table), query))
        return loop.value(engine_rows(table.renamed(rows), folder, query))

    return table_answerer(lambda _: hello, read, _failure)


def _failure(error: BaseException) -> Answer:
    """Convert a failed query to an answer by its code; other failures are errors."""
    message = " ".join(str(error).split())[:400]
    if isinstance(error, QueryFailed) and error.is_unsupported:
        return {"answer": "unsupported", "what": message}
    if isinstance(error, QueryFailed) and error.is_refusal:
        return {"answer": "reject", "code": "unspecified", "message": message}
    return loop.error(message)


def main(arguments: list[str] | None = None) -> int:
    """Entry point."""
    parser = argparse.ArgumentParser(prog=NAME)
    parser.add_argument("--variant", required=True, metavar="VERSION")
    parser.add_argument("--program", required=True, action="append", metavar="WORD")
    options, rest = parser.parse_known_args(arguments)
    with tempfile.TemporaryDirectory(prefix="hudi-conformance-trino-", ignore_cleanup_errors=True) as scratch:
        server = Server(options.program, scratch)
        try:
            return loop.run(NAME, answerer(server, options.variant), rest)
        finally:
            server.close()


if __name__ == "__main__":
    sys.exit(main())
