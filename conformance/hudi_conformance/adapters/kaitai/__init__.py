# SPDX-License-Identifier: Apache-2.0
"""Adapter of the grammars in Python: commands by surface."""
