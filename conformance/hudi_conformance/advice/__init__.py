# SPDX-License-Identifier: Apache-2.0
"""Which engines read a table right: its features, and stored answers about tables that have no others."""
