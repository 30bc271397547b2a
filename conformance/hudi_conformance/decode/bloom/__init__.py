# SPDX-License-Identifier: Apache-2.0
"""Bloom filters of record keys: their bytes, where they are kept, what they say of a key."""
