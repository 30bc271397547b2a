# SPDX-License-Identifier: Apache-2.0
"""Logs to stdout, where answers belong."""

from toy import questions, respond, send

for asked in questions():
    print("INFO reading block 0", flush=True)
    send({"seq": asked["seq"], **respond(asked)})
