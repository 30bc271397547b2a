# SPDX-License-Identifier: Apache-2.0
"""Reads as it should, and is one off in every length."""

from toy import questions, respond, send

for asked in questions():
    said = respond(asked)
    for block in said.get("value", {}).get("blocks", []):
        block["len"] = str(int(block["len"]) + 1)
    send({"seq": asked["seq"], **said})
