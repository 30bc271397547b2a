# SPDX-License-Identifier: Apache-2.0
"""Damage drawn from what real tables state, and whether an audit reports what changes rows."""
