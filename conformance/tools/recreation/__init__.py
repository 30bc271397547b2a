# SPDX-License-Identifier: Apache-2.0
"""Kinds of fixtures that `recreate.py` recreates."""
