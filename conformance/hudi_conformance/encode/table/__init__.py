# SPDX-License-Identifier: Apache-2.0
"""Whole tables from scenarios: base files, logs, timeline, archive."""
