# SPDX-License-Identifier: Apache-2.0
"""Refuses rightly, for a reason that is not the reason."""

from toy import questions, respond, send

for asked in questions():
    said = respond(asked)
    if said["answer"] == "reject":
        said["code"] = "truncated"
    send({"seq": asked["seq"], **said})
