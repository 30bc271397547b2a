# SPDX-License-Identifier: Apache-2.0
"""Adapter of hudi-rs 0.6 through a program around its crate: tables, HFiles, metadata tables, writing.

python -m hudi_conformance.adapters.hudi_rs.adapter_06 --program=PROGRAM    JSON lines, long-lived

Most requests pass through. Rows of tables come as an Arrow stream with the crate's Avro schema, and are
mapped here, as those of its Python package are; so are rows of metadata tables. When the program dies, so
does the adapter.
"""

from __future__ import annotations

import argparse
import base64
import subprocess
import sys
from collections.abc import Callable, Mapping
from typing import IO, Any

import pyarrow as pa

from hudi_conformance.adapters import loop
from hudi_conformance.adapters.filters import hudi_rs_tuples, query_of
from hudi_conformance.adapters.hudi_rs import metadata as hudi_rs_metadata
from hudi_conformance.adapters.loop import Answer, Request
from hudi_conformance.adapters.table_rows import table_rows
from hudi_conformance.canonical import json as canonical_json

NAME = "hudi-rs"


class Program:
    """The program, started once."""

    def __init__(self, command: list[str]) -> None:
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, request: Request) -> Answer:
        """The program's answer to a request; if the program dies, the adapter exits.

        Raises:
            SystemExit: there is no answer.
        """
        requests, answers = self._process.stdin, self._process.stdout
        assert requests is not None
        assert answers is not None
        line = _exchange(requests, answers, canonical_json.dumps_line(dict(request)))
        if not line:
            print(f"the program ended with status {self._process.wait()}", file=sys.stderr)
            raise SystemExit(1)
        answer = canonical_json.loads(line)
        assert isinstance(answer, dict)
        return answer

    def answer(self, request: Request) -> Answer:
        """Answer one request of the protocol."""
        mapped = {
            "table.read": self._read,
            "metadata.locate": self._mapped(hudi_rs_metadata.locate),
            "metadata.possible": self._mapped(hudi_rs_metadata.possible),
        }
        if not isinstance(request, dict) or request.get("cmd") not in mapped:
            return self.ask(request)
        return loop.dispatch(request, mapped, lambda failure: loop.error(str(failure)))

    def _mapped(
        self, answerer: Callable[[hudi_rs_metadata.Program, Mapping[str, Any]], Answer]
    ) -> loop.Answerer:
        def answer(request: Request) -> Answer:
            def program(command: str, args: Mapping[str, Any]) -> Answer:
                return self.ask({**request, "cmd": command, "args": dict(args)})

            args = request.get("args")
            try:
                return answerer(program, args if isinstance(args, Mapping) else {})
            except hudi_rs_metadata.NoAnswerError as failure:
                return failure.answer

        return answer

    def _read(self, request: Request) -> Answer:
        args = request.get("args")
        args = args if isinstance(args, Mapping) else {}
        filters = hudi_rs_tuples(query_of(args).condition)
        answer = self.ask({**request, "cmd": "table.rows", "args": {**args, "filters": filters}})
        if answer["answer"] != "value":
            return answer
        value = answer["value"]
        assert isinstance(value, dict)
        schema = canonical_json.loads(str(value["schema"]).encode())
        stream = pa.ipc.open_stream(base64.b64decode(str(value["arrow"])))
        return loop.value(table_rows(stream, schema))


def _exchange(requests: IO[bytes], answers: IO[bytes], line: bytes) -> bytes:
    try:
        requests.write(line)
        requests.flush()
    except BrokenPipeError:
        return b""
    return answers.readline()


def main(arguments: list[str] | None = None) -> int:
    """Entry point."""
    parser = argparse.ArgumentParser(prog=NAME)
    parser.add_argument("--program", required=True, action="append", metavar="WORD")
    options, rest = parser.parse_known_args(arguments)
    return loop.run(NAME, Program(options.program).answer, rest)


if __name__ == "__main__":
    sys.exit(main())
