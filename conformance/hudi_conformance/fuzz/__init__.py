# SPDX-License-Identifier: Apache-2.0
"""Corpora and dictionaries that fuzzers of other readers start from."""
