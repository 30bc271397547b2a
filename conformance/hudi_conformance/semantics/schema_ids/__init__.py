# SPDX-License-Identifier: Apache-2.0
"""Columns by id: schemas whose columns have numbers, their history, names in older files [table.ids.*]."""
