# SPDX-License-Identifier: Apache-2.0
"""Implementations that answer filters: their programs, restarted when they die, and their order of floats."""

from __future__ import annotations

import itertools
import json
import subprocess
from collections.abc import Mapping
from typing import Any

from hudi_conformance.canonical.filters import FloatOrder
from hudi_conformance.toolchain.registry import load_implementations

ORDERS = {
    "kaitai-python": FloatOrder.IEEE,
    "clickhouse": FloatOrder.IEEE,
    "daft": FloatOrder.IEEE,
    "trino": FloatOrder.IEEE,
    "hudi-rs": FloatOrder.TOTAL,
    "hudi-spark": FloatOrder.NAN_GREATEST,
}
CRASH = {"answer": "crash", "message": "the program ended"}


class Engine:
    """An implementation by its name in `implementations.toml`."""

    def __init__(self, name: str) -> None:
        self._command = load_implementations()[name].command()
        self._numbers = itertools.count()
        self._process: subprocess.Popen[bytes] | None = None
        self.order = next(order for start, order in ORDERS.items() if name.startswith(start))
        self.is_plain = name.startswith("hudi-rs")  # predicates on columns, joined by and
        self.has_indexes = name.startswith("hudi-spark")

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

    def close(self) -> None:
        """End the program."""
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()
            self._process.wait()
