# SPDX-License-Identifier: Apache-2.0
"""Reference writer of metadata tables: descriptions to folders, by its own rules of keys and records."""
