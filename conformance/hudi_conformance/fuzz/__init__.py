# SPDX-License-Identifier: Apache-2.0
"""Corpora and dictionaries to seed fuzzers of other readers."""
