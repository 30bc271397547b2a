# SPDX-License-Identifier: Apache-2.0
"""Columns by id: schemas with column ids, their history, names in older files [table.ids.*]."""
