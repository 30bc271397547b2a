# SPDX-License-Identifier: Apache-2.0
"""Adapter of Trino: a server, its catalog of tables, its types."""
