# SPDX-License-Identifier: Apache-2.0
"""Sane, but does not go when told so."""

from toy import questions, respond, send, sleep_for_ever

for asked in questions():
    send({"seq": asked["seq"], **respond(asked)})
sleep_for_ever()
