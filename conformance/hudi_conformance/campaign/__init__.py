# SPDX-License-Identifier: Apache-2.0
"""Campaigns: edited inputs by the million, put to several implementations, and who said what.

`plan` says which inputs, `generate` makes them, `pipe` asks, `outcome` reads answers and compares them,
`verdicts` is the table that comes of it; `classes`, `minimise`, `cases` and `report` work on that table only.
"""
