# SPDX-License-Identifier: Apache-2.0
"""Sane, with a megabyte of log on stderr for every question."""

import sys

from toy import questions, respond, send

for asked in questions():
    sys.stderr.write("DEBUG all is well\n" * 60_000)
    send({"seq": asked["seq"], **respond(asked)})
