# SPDX-License-Identifier: Apache-2.0
"""Records of the metadata table: keys, ids of file groups, payloads."""
