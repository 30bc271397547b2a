# SPDX-License-Identifier: Apache-2.0
"""An adapter of a toy reader, for tests of campaigns: `python campaign_adapter.py [fault,…]`.

It takes a file whose first six bytes are right for one block. Faults: `lax` does not look at the magic,
`dies` ends at a byte 12 of ff, `sleeps` at a byte 13 of 7f, `blind` does not see the last byte.
"""

import base64
import json
import os
import sys
import time
import zlib


def answer(request: dict, faults: set[str]) -> dict:
    command = request["cmd"]
    if command == "hello":
        value = {
            "protocol": 1,
            "name": "toy",
            "version": "1",
            "language": "python",
            "commands": ["log.scan"],
            "features": [],
            "inputs": ["b64"],
        }
        return {"answer": "value", "value": value}
    if command != "log.scan":
        return {"answer": "value", "value": {}}
    data = base64.b64decode(request["in"]["b64"])
    if "dies" in faults and data[12:13] == b"\xff":
        os._exit(3)
    if "sleeps" in faults and data[13:14] == b"\x7f":
        time.sleep(600)
    if data[:6] != b"#HUDI#" and "lax" not in faults:
        return {"answer": "reject", "code": "bad-magic", "at": "0", "requirement": "log.block.magic"}
    seen = data[:-1] if "blind" in faults else data
    block = {"kind": "AVRO_DATA_BLOCK", "ofs": "0", "len": str(len(data)), "sum": zlib.crc32(seen[6:])}
    return {"answer": "value", "value": {"blocks": [block]}}


def main() -> None:
    faults = set(sys.argv[1].split(",")) if len(sys.argv) > 1 else set()
    for line in sys.stdin:
        request = json.loads(line)
        print(json.dumps({"seq": request["seq"], **answer(request, faults)}), flush=True)
        if request["cmd"] == "bye":
            break


if __name__ == "__main__":
    main()
