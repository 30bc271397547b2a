# SPDX-License-Identifier: Apache-2.0
"""Greets like a program that is no adapter at all."""

import sys

print("usage: lint FILE...")
for _ in sys.stdin:
    pass
