#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A complete adapter to copy: it parses names of log files. It only needs Python's standard library.

Long-lived:   python python_adapter.py
One request: python python_adapter.py --once name.parse --args '{"name": ".f_001.log.1_1-0-1"}'
To make it yours: change `WHO` and `WHAT`, write one function per command, and list it in `COMMANDS`.
"""

from __future__ import annotations

import base64
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

# Put here what your reader needs, and call it in the functions below: import my_reader


class Refused(Exception):  # noqa: N818 - the word of the protocol is `reject`
    """Raise this when the input breaks a rule. `at` is the byte offset of the field, if you know it."""

    def __init__(self, code: str, message: str, at: int | None = None, partial: Any = None) -> None:
        super().__init__(message)
        self.code, self.message, self.at, self.partial = code, message, at, partial


NAME = re.compile(r"\.([^._]+)_([^.]*)\.(log|archive)\.([0-9]+)(?:_([0-9]+-[0-9]+-[0-9]+)(\.cdc)?)?")


def name_parse(_: bytes, args: dict[str, Any]) -> Any:
    """Parse the name of a log file; the value has the form that views.schema.json defines."""
    found = NAME.fullmatch(args["name"])
    if found is None or int(found[4]) > 2**31 - 1:
        raise Refused("bad-value", "not the name of a log file")
    named = {"file_id": found[1], "instant": found[2], "extension": found[3], "write_token": found[5]}
    return named | {"file_version": int(found[4]), "suffix": found[6] or ""}


# Command -> function(input bytes, arguments) -> value. Commands that are not here are answered `unsupported`.
COMMANDS: dict[str, Callable[[bytes, dict[str, Any]], Any]] = {"name.parse": name_parse}

WHO = {"name": "my-reader", "version": "0.1.0", "homepage": "https://example.org/my-reader"}
WHAT = {"commands": list(COMMANDS), "features": ["file-name.cdc"], "inputs": ["b64", "path"]}
HELLO = {"protocol": 1, "language": "python", **WHO, **WHAT}
EXIT = {"value": 0, "reject": 1, "unsupported": 3, "limit": 4, "error": 5}


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """The answer to one request. Nothing escapes: an exception becomes an `error`, never a dead process."""
    said: dict[str, Any] = {"seq": request.get("seq")}
    command = request.get("cmd")
    try:
        if command in ("hello", "bye"):
            return said | {"answer": "value", "value": HELLO if command == "hello" else {}}
        if command not in COMMANDS:
            return said | {"answer": "unsupported", "what": f"command {command}"}
        value = COMMANDS[command](read_input(request), request.get("args") or {})
        return said | {"answer": "value", "value": value}
    except Refused as no:
        said |= {"answer": "reject", "code": no.code, "message": no.message}
        said |= {} if no.at is None else {"at": str(no.at)}
        # the value read before the rejection
        return said | ({} if no.partial is None else {"partial": no.partial})
    except MemoryError:
        return said | {"answer": "limit", "what": "memory"}
    except Exception as broken:
        return said | {"answer": "error", "message": f"{type(broken).__name__}: {broken}"}


def read_input(request: dict[str, Any]) -> bytes:
    """The input bytes; commands about names have none."""
    given = request.get("in") or {}
    if "path" in given:
        return Path(given["path"]).read_bytes()
    return base64.b64decode(given.get("b64", ""))


def main(arguments: list[str]) -> int:
    """Answer lines of standard input, or one question with --once."""
    if arguments[:1] == ["--once"]:
        data = base64.b64encode(sys.stdin.buffer.read()).decode()
        args = json.loads(arguments[3]) if arguments[2:3] == ["--args"] else {}
        said = answer({"seq": "0", "cmd": arguments[1], "in": {"b64": data}, "args": args})
        print(json.dumps(said))
        return EXIT[said["answer"]]
    for line in sys.stdin:
        request = json.loads(line)
        print(json.dumps(answer(request)), flush=True)  # one line, sent at once
        if request.get("cmd") == "bye":
            break
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
