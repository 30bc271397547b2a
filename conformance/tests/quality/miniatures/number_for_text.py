# SPDX-License-Identifier: Apache-2.0
"""Right, but for 64-bit fields that are numbers where they must be text."""

from toy import questions, respond, send

for asked in questions():
    said = respond(asked)
    for block in said.get("value", {}).get("blocks", []):
        block["len"] = int(block["len"])
    send({"seq": asked["seq"], **said})
