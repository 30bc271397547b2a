# SPDX-License-Identifier: Apache-2.0
"""The suite: cases as data, adapters that are asked, a judge, lists of known failures, events.

Nothing here reads or writes a file format: what a case's bytes mean is known to its expectation only.
"""
