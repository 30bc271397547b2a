# SPDX-License-Identifier: Apache-2.0
"""Timelines, archives and histories from descriptions."""
