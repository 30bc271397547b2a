# SPDX-License-Identifier: Apache-2.0
"""Archiving, merging of archives, and recovery after a crash."""
