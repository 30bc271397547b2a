# SPDX-License-Identifier: Apache-2.0
"""The suite: cases as data, adapters, a judge, lists of known failures, events.

No module here reads or writes a file format: only the expectation of a case depends on the meaning of its
bytes.
"""
