# SPDX-License-Identifier: Apache-2.0
"""Blocks of log files in effect, and files of a file slice."""
