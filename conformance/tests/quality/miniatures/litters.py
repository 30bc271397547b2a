# SPDX-License-Identifier: Apache-2.0
"""Leaves a file behind where its temporary files go, and hangs on anything longer than two bytes."""

import sys
import tempfile

from toy import content, questions, respond, send, sleep_for_ever

with tempfile.NamedTemporaryFile(delete=False) as left:
    sys.stderr.write(f"left {left.name}\n")
    sys.stderr.flush()
for asked in questions():
    if len(content(asked)) > 2:
        sleep_for_ever()
    send({"seq": asked["seq"], **respond(asked)})
