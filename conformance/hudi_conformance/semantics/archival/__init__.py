# SPDX-License-Identifier: Apache-2.0
"""What an archiver takes, merges and leaves behind after a crash."""
