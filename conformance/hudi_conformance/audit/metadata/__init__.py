# SPDX-License-Identifier: Apache-2.0
"""What the metadata table of a table says, held against the data."""
