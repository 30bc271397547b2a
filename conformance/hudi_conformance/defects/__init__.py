# SPDX-License-Identifier: Apache-2.0
"""Defects of real implementations: behaviour, cases that show it, affected releases.

The data is in `conformance/defects/*.toml`, measured verdicts are in `MEASURED.json` next to it. Both are
rendered as `conformance/defects.md` by `instruments.defects`.
"""
