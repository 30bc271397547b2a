# SPDX-License-Identifier: Apache-2.0
"""Meaning of a scenario of writes: rows by independent rules, without reading or writing files."""
