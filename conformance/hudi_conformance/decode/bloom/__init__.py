# SPDX-License-Identifier: Apache-2.0
"""Bloom filters of record keys: their bytes, their location in base files, and lookups of keys."""
