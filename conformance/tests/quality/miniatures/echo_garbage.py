# SPDX-License-Identifier: Apache-2.0
"""Says a proper hello and then whatever comes to mind."""

import sys

from toy import questions

for _ in questions():
    sys.stdout.write("Segmentation fault (core dumped)\n")
    sys.stdout.flush()
