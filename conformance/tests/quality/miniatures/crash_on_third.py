# SPDX-License-Identifier: Apache-2.0
"""Dies of the third question that a process of it is asked, with a last word on stderr."""

import os
import sys

from toy import questions, respond, send

for number, asked in enumerate(questions(), 1):
    if number == 3:
        sys.stderr.write("terminate called after throwing an instance of 'std::bad_alloc'\n")
        sys.stderr.flush()
        os.abort()
    send({"seq": asked["seq"], **respond(asked)})
