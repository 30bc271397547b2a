# SPDX-License-Identifier: Apache-2.0
"""Which files of a lake are damaged, where, which rule is broken, and what can still be read.

Plain functions on Arrow batches: an engine, see `engine.tasks`, only runs `check.check_batch` on tasks.
"""
