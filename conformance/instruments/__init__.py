# SPDX-License-Identifier: Apache-2.0
"""Instruments of a checkout: seeded and exhaustive damage, recipes of fixtures, writers of documents."""
