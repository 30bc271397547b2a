# SPDX-License-Identifier: Apache-2.0
"""Which blocks of log files are in effect, which files make a file slice."""
