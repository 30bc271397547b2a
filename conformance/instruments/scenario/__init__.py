# SPDX-License-Identifier: Apache-2.0
"""What a scenario of writes means: rows by rules of its own, no file read and none written."""
