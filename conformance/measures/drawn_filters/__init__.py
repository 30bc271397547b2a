# SPDX-License-Identifier: Apache-2.0
"""Filters drawn from the values of real tables: answers of engines, compared with their unfiltered rows."""
