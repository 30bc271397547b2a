# SPDX-License-Identifier: Apache-2.0
"""Fixtures of the reference writer: recipes, and what they produce."""
