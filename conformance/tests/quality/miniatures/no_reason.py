# SPDX-License-Identifier: Apache-2.0
"""Refuses rightly, but never says why."""

from toy import questions, respond, send

for asked in questions():
    said = respond(asked)
    if said["answer"] == "reject":
        said = {"answer": "reject", "code": "unspecified"}
    send({"seq": asked["seq"], **said})
