# SPDX-License-Identifier: Apache-2.0
"""Thinks for ever about anything longer than two bytes."""

from toy import content, questions, respond, send, sleep_for_ever

for asked in questions():
    if len(content(asked)) > 2:
        sleep_for_ever()
    send({"seq": asked["seq"], **respond(asked)})
