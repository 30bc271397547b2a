# SPDX-License-Identifier: Apache-2.0
"""Rules between the files of one table [table.check.*], one module per subject."""
