# SPDX-License-Identifier: Apache-2.0
"""Named edits and generators of damage, and exhaustive runs of them."""
