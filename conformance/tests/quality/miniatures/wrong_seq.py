# SPDX-License-Identifier: Apache-2.0
"""Answers rightly, under the number of another question."""

from toy import questions, respond, send

for asked in questions():
    send({"seq": str(int(asked["seq"]) + 1), **respond(asked)})
