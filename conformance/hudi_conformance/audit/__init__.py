# SPDX-License-Identifier: Apache-2.0
"""Find damaged files of a lake, with offset, violated rule, and the data that can still be read.

Plain functions on Arrow batches: an engine, see `engine.tasks`, only runs `check.check_batch` on tasks.
"""
