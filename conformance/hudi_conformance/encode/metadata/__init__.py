# SPDX-License-Identifier: Apache-2.0
"""Reference writer of metadata tables: descriptions to folders, with separate rules for keys and records."""
