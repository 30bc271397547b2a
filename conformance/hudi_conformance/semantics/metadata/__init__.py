# SPDX-License-Identifier: Apache-2.0
"""Pure rules of the metadata table: which instants count, how versions of a record merge."""
