# SPDX-License-Identifier: Apache-2.0
"""Pure rules above single files: blocks in effect, merging of record versions, visible rows of a table."""
