# SPDX-License-Identifier: Apache-2.0
"""Takes memory without end for anything longer than two bytes, slowly enough to be watched."""

import time

from toy import content, questions, respond, send

for asked in questions():
    hoard = []
    while len(content(asked)) > 2:
        hoard.append(b"\x01" * (8 << 20))
        time.sleep(0.01)
    send({"seq": asked["seq"], **respond(asked)})
