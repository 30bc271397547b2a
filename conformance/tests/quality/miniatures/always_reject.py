# SPDX-License-Identifier: Apache-2.0
"""Refuses everything, with the most likely reason."""

from toy import questions, send

for asked in questions():
    send({"seq": asked["seq"], "answer": "reject", "code": "bad-magic", "at": "0"})
