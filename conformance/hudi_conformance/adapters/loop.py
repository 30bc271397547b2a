# SPDX-License-Identifier: Apache-2.0
"""The conversation of adapters in Python that answer about folders: JSON lines, or one question."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TextIO

from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.errors import LimitExceeded

Answerer = Callable[[dict[str, Any]], dict[str, Any]]
EXIT_CODES = {"value": 0, "reject": 1, "unsupported": 3, "limit": 4, "error": 5}


def serve(answer: Answerer, requests: TextIO, responses: TextIO) -> int:
    """Answer JSON lines until `bye` or the end of the input."""
    for line in requests:
        try:
            request = canonical_json.loads(line)
        except (ValueError, LimitExceeded) as error:
            request = {"cmd": f"line that is no JSON: {error}"}
        if not isinstance(request, dict):
            request = {"cmd": "line that is no JSON object"}
        responses.write(json.dumps(answer(request)) + "\n")
        responses.flush()
        if request.get("cmd") == "bye":
            return 0
    return 0


def run(name: str, answer: Answerer, arguments: list[str] | None = None) -> int:
    """Entry point of such an adapter; the exit code is that of the answer with `--once`."""
    parser = argparse.ArgumentParser(prog=name)
    parser.add_argument("--once", metavar="CMD")
    parser.add_argument("--args", default="{}")
    parser.add_argument("--dir", type=Path)
    given = parser.parse_args(arguments)
    if given.once is None:
        return serve(answer, sys.stdin, sys.stdout)
    source = {} if given.dir is None else {"dir": str(given.dir.absolute())}
    response = answer({"cmd": given.once, "in": source, "args": canonical_json.loads(given.args)})
    print(json.dumps(response))
    return EXIT_CODES[response["answer"]]
