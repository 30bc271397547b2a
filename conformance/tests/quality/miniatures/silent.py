# SPDX-License-Identifier: Apache-2.0
"""Says hello and never answers anything."""

from toy import questions, sleep_for_ever

for _ in questions():
    sleep_for_ever()
