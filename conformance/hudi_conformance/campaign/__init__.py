# SPDX-License-Identifier: Apache-2.0
"""Campaigns: millions of edited inputs, run against several implementations, and a table of their answers.

`plan` selects inputs, `generate` creates them, `pipe` sends requests, `outcome` reads and compares answers,
`verdicts` is the resulting table; `classes`, `minimise`, `minimal_cases` and `report` use only this table.
"""
