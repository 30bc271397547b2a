# SPDX-License-Identifier: Apache-2.0
"""Protocol code of all adapters in Python: JSON lines, or one answer with `--once`."""

from __future__ import annotations

import argparse
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import BinaryIO

from hudi_conformance.arrow_start import leave_pandas_out
from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.errors import LimitExceeded, UnsupportedInput
from hudi_conformance.model.common import JsonValue

PROTOCOL = 1
EXIT_CODES = {"value": 0, "reject": 1, "unsupported": 3, "limit": 4, "error": 5}

Answer = dict[str, JsonValue]
Request = Mapping[str, JsonValue]
Answerer = Callable[[Request], Answer]


def value(content: JsonValue) -> Answer:
    """The answer with a value."""
    return {"answer": "value", "value": content}


def error(message: str) -> Answer:
    """The answer for the exception that is being handled."""
    return {"answer": "error", "message": message, "trace": traceback.format_exc()[-2000:]}


def hello(
    name: str, version: str, *, language: str, homepage: str, commands: Sequence[str],
    features: Sequence[str], inputs: Sequence[str],
) -> Answer:  # fmt: skip
    """The answer to `hello`: identity and commands of an adapter."""
    return value(
        {
            "protocol": PROTOCOL, "name": name, "version": version, "language": language,
            "homepage": homepage, "commands": [*commands], "features": [*features], "inputs": [*inputs],
        }
    )  # fmt: skip


def folder_of(request: Request) -> str | None:
    """The folder that is the input of a request, None if its input is not a folder."""
    source = request.get("in")
    folder = source.get("dir") if isinstance(source, Mapping) else None
    return folder if isinstance(folder, str) else None


def dispatch(
    request: Request, commands: Mapping[str, Answerer], failure: Callable[[BaseException], Answer]
) -> Answer:
    """Answer one request; the request's `seq` is repeated. Never raises, for any request.

    Args:
        request: an object of the protocol, or any other value.
        commands: functions by command, `hello` included.
        failure: converts an exception to an answer; exceeded limits and unsupported inputs are answered
            before it is called.
    """
    if not isinstance(request, Mapping):
        return {"answer": "error", "message": "a request is an object"}
    name = request.get("cmd")
    command = commands.get(name) if isinstance(name, str) else None
    try:
        if name == "bye":
            response = value({})
        elif command is None:
            response = {"answer": "unsupported", "what": f"command {name!r:.60}"}
        else:
            response = command(request)
    except LimitExceeded as limit:
        response = {"answer": "limit", "what": str(limit)}
    except UnsupportedInput as unsupported:
        response = {"answer": "unsupported", "what": str(unsupported)}
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as exception:  # a panic of Rust is not an Exception
        response = failure(exception)
    return response | {"seq": request["seq"]} if "seq" in request else response


def of_folder(read: Callable[[str, Request], Answer]) -> Answerer:
    """The command that `read(folder, args)` answers."""

    def command(request: Request) -> Answer:
        folder, args = folder_of(request), request.get("args")
        if folder is None:
            return {"answer": "unsupported", "what": "input that is not a folder"}
        return read(folder, args if isinstance(args, Mapping) else {})

    return command


def serve(answer: Answerer, requests: BinaryIO, responses: BinaryIO) -> int:
    """Answer JSON lines until `bye` or the end of the input; return the exit code."""
    leave_pandas_out()
    for line in requests:
        if not line.strip():
            continue
        try:
            request = canonical_json.loads(line)
        except (ValueError, LimitExceeded) as exception:
            _print(responses, {"answer": "error", "message": f"request is not JSON: {exception}"})
            continue
        _print(responses, answer(request))
        if isinstance(request, dict) and request.get("cmd") == "bye":
            break
    return 0


def run(
    name: str, answer: Answerer, arguments: list[str] | None = None, *,
    read: Callable[[BinaryIO], Answer] = lambda _: {},
) -> int:  # fmt: skip
    """Run an adapter as a program.

    Args:
        name: of the program.
        answer: answers one request.
        arguments: of the command line.
        read: reads `in` or `args` of a request from standard input, for `--once` without `--dir`.

    Returns:
        The exit code, with `--once` that of the answer.
    """
    parser = argparse.ArgumentParser(prog=name)
    parser.add_argument("--once", metavar="CMD", help="answer one command about standard input or a folder")
    parser.add_argument("--args", metavar="JSON", help="arguments of the command")
    parser.add_argument("--dir", metavar="FOLDER", type=Path, help="the folder that is the input")
    options = parser.parse_args(arguments)
    if options.once is None:
        return serve(answer, sys.stdin.buffer, sys.stdout.buffer)
    request: Answer = {"seq": "0", "cmd": options.once, "args": {}}
    request |= {"in": {"dir": str(options.dir.absolute())}} if options.dir else read(sys.stdin.buffer)
    if options.args is not None:
        try:
            request["args"] = canonical_json.loads(options.args)
        except (ValueError, LimitExceeded) as exception:
            parser.error(f"--args: {exception}")
    return EXIT_CODES[_print(sys.stdout.buffer, answer(request))["answer"]]


def _print(responses: BinaryIO, response: Answer) -> Answer:
    try:
        line = canonical_json.dumps_line(response)
    except (LimitExceeded, ValueError, TypeError, MemoryError) as exception:
        seq = {"seq": response["seq"]} if "seq" in response else {}
        response = {"answer": "limit", "what": f"answer cannot be printed: {exception}", **seq}
        line = canonical_json.dumps_line(response)
    responses.write(line)
    responses.flush()
    return response
