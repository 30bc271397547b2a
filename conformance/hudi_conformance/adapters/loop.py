# SPDX-License-Identifier: Apache-2.0
"""The side of the protocol that all adapters in Python share: JSON lines, or one answer with `--once`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, BinaryIO

from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.errors import LimitExceeded

PROTOCOL = 1
EXIT_CODES = {"value": 0, "reject": 1, "unsupported": 3, "limit": 4, "error": 5}

Answer = dict[str, Any]
Request = Mapping[str, Any]
Answerer = Callable[[Request], Answer]


def value(content: Any) -> Answer:
    """An answer that has been read."""
    return {"answer": "value", "value": content}


def dispatch(
    request: Request, commands: Mapping[str, Answerer], failure: Callable[[BaseException], Answer]
) -> Answer:
    """Answer one request; the request's `seq` is repeated. Raises nothing, whatever the request.

    Args:
        request: an object of the protocol, or what was in its place.
        commands: functions by command, `hello` included.
        failure: makes an answer of an exception; a limit that was exceeded is answered before.
    """
    if not isinstance(request, Mapping):
        return {"answer": "error", "message": "a request is an object"}
    name = request.get("cmd")
    command = commands.get(name) if isinstance(name, str) else None
    try:
        if name == "bye":
            given = value({})
        elif command is None:
            given = {"answer": "unsupported", "what": f"command {name!r:.60}"}
        else:
            given = command(request)
    except LimitExceeded as limit:
        given = {"answer": "limit", "what": str(limit)}
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # a panic of Rust is no Exception
        given = failure(error)
    return given | {"seq": request["seq"]} if "seq" in request else given


def of_folder(read: Callable[[str, Mapping[str, Any]], Answer]) -> Answerer:
    """The command that `read(folder, args)` answers."""

    def command(request: Request) -> Answer:
        source, args = request.get("in"), request.get("args")
        folder = source.get("dir") if isinstance(source, Mapping) else None
        if not isinstance(folder, str):
            return {"answer": "unsupported", "what": "input that is no folder"}
        return read(folder, args if isinstance(args, Mapping) else {})

    return command


def serve(answer: Answerer, requests: BinaryIO, responses: BinaryIO) -> int:
    """Answer JSON lines until `bye` or the end of the input; return the exit code."""
    for line in requests:
        if not line.strip():
            continue
        try:
            request = canonical_json.loads(line)
        except (ValueError, LimitExceeded) as error:
            _print(responses, {"answer": "error", "message": f"request is not JSON: {error}"})
            continue
        _print(responses, answer(request))
        if isinstance(request, dict) and request.get("cmd") == "bye":
            break
    return 0


def run(
    name: str, answer: Answerer, arguments: list[str] | None = None, *,
    read: Callable[[BinaryIO], dict[str, Any]] = lambda _: {},
) -> int:  # fmt: skip
    """Run an adapter as a program.

    Args:
        name: of the program.
        answer: answers one request.
        arguments: of the command line.
        read: makes `in` or `args` of a request out of standard input, when `--once` comes without `--dir`.

    Returns:
        The exit code, with `--once` that of the answer.
    """
    parser = argparse.ArgumentParser(prog=name)
    parser.add_argument("--once", metavar="CMD", help="answer one command about standard input or a folder")
    parser.add_argument("--args", metavar="JSON", help="arguments of the command")
    parser.add_argument("--dir", metavar="FOLDER", type=Path, help="the folder that is the input")
    given = parser.parse_args(arguments)
    if given.once is None:
        return serve(answer, sys.stdin.buffer, sys.stdout.buffer)
    request: dict[str, Any] = {"seq": "0", "cmd": given.once, "args": {}}
    request |= {"in": {"dir": str(given.dir.absolute())}} if given.dir else read(sys.stdin.buffer)
    if given.args is not None:
        try:
            request["args"] = canonical_json.loads(given.args)
        except (ValueError, LimitExceeded) as error:
            parser.error(f"--args: {error}")
    return EXIT_CODES[_print(sys.stdout.buffer, answer(request))["answer"]]


def _print(responses: BinaryIO, given: Answer) -> Answer:
    try:
        line = canonical_json.dumps_line(given)
    except (LimitExceeded, ValueError, TypeError, MemoryError) as error:
        seq = {"seq": given["seq"]} if "seq" in given else {}
        given = {"answer": "limit", "what": f"answer cannot be printed: {error}", **seq}
        line = canonical_json.dumps_line(given)
    responses.write(line)
    responses.flush()
    return given
