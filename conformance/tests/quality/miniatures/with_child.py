# SPDX-License-Identifier: Apache-2.0
"""Leaves its work to a child, which holds on to the pipes, and hangs on anything longer than two bytes."""

import subprocess
import sys

from toy import content, questions, respond, send, sleep_for_ever

for asked in questions():
    if len(content(asked)) > 2:
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        sys.stderr.write(f"child {child.pid}\n")
        sys.stderr.flush()
        sleep_for_ever()
    send({"seq": asked["seq"], **respond(asked)})
