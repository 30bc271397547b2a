# SPDX-License-Identifier: Apache-2.0
"""Seeded damage to whole tables, kind by kind, and how much of it an audit finds.

    python -m instruments.tables --tables DIR --seed N --json

A kind states what is damaged, how, and under which rule of the specification it is to be found where. Nothing
here is shared with the decoders or the audit: tables are read by regular expressions, fastavro and pyarrow.
"""
