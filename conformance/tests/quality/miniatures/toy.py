# SPDX-License-Identifier: Apache-2.0
"""A sane adapter for a toy format, and the loop that the other miniatures bend.

The toy format: no bytes are no blocks; a `#` first is one command block as long as the file; anything else
is refused as bad-magic at byte 0.
"""

import base64
import json
import pathlib
import sys
import time

COMMANDS = ["log.scan"]


def hello():
    return {
        "protocol": 1,
        "name": "toy",
        "version": "1",
        "language": "python",
        "commands": COMMANDS,
        "features": [],
        "inputs": ["b64", "path"],
    }


def scan(data):
    if data[:1] not in (b"", b"#"):
        return {"answer": "reject", "code": "bad-magic", "at": "0", "partial": {"blocks": []}}
    blocks = [{"kind": "COMMAND_BLOCK", "ofs": "0", "len": str(len(data))}] if data else []
    return {"answer": "value", "value": {"blocks": blocks}}


def content(request):
    given = request.get("in", {})
    if "path" in given:
        return pathlib.Path(given["path"]).read_bytes()
    return base64.b64decode(given.get("b64", ""))


def respond(request):
    if request["cmd"] == "hello":
        return {"answer": "value", "value": hello()}
    if request["cmd"] == "bye":
        return {"answer": "value", "value": {}}
    if request["cmd"] not in COMMANDS:
        return {"answer": "unsupported", "what": request["cmd"]}
    return scan(content(request))


def send(message):
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def questions():
    """Requests one by one; hello and bye are answered here, as is what the toy does not know."""
    for line in sys.stdin:
        request = json.loads(line)
        if request["cmd"] in COMMANDS:
            yield request
            continue
        send({"seq": request["seq"], **respond(request)})
        if request["cmd"] == "bye":
            return


def sleep_for_ever():
    while True:
        time.sleep(60)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--once"]:
        command = sys.argv[2]
        data = sys.stdin.buffer.read()
        said = respond({"cmd": command, "in": {"b64": base64.b64encode(data).decode()}})
        send({"seq": "0", **said})
        sys.exit({"value": 0, "reject": 1, "unsupported": 3, "limit": 4, "error": 5}[said["answer"]])
    for asked in questions():
        send({"seq": asked["seq"], **respond(asked)})
