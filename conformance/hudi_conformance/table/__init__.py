# SPDX-License-Identifier: Apache-2.0
"""A table in a folder: its files, its timeline, and the rows of its views by the reference semantics."""
