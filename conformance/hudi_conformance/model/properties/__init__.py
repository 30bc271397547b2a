# SPDX-License-Identifier: Apache-2.0
"""Properties of tables and options of writers and readers: a typed key for each `hoodie.*` name."""
