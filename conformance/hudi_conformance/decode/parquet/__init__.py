# SPDX-License-Identifier: Apache-2.0
"""Rows of Parquet files and blocks."""
