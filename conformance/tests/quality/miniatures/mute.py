# SPDX-License-Identifier: Apache-2.0
"""Does not even say hello."""

from toy import sleep_for_ever

sleep_for_ever()
