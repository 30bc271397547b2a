# SPDX-License-Identifier: Apache-2.0
"""Which files of a lake are damaged, where, which rule is broken, and what can still be read.

Plain functions on Arrow batches: an engine (`plain`, or Spark) only carries tasks to `check.check_batch`.
"""
