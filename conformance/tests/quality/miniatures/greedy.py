# SPDX-License-Identifier: Apache-2.0
"""Asks for 8 GiB at once for anything longer than two bytes; what is refused to it, it reports."""

from toy import content, questions, respond, send

for asked in questions():
    if len(content(asked)) > 2:
        try:
            hoard = bytearray(8 << 30)
        except MemoryError:
            send({"seq": asked["seq"], "answer": "error", "message": "MemoryError"})
            continue
    send({"seq": asked["seq"], **respond(asked)})
