# SPDX-License-Identifier: Apache-2.0
"""Dies of every question."""

import os

from toy import questions

for _ in questions():
    os._exit(134)
