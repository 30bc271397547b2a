# SPDX-License-Identifier: Apache-2.0
"""Checks of a metadata table against the data of its table."""
