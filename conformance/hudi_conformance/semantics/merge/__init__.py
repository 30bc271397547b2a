# SPDX-License-Identifier: Apache-2.0
"""Merging of record versions: merge modes, payload classes, ordering values."""
