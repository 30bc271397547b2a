# SPDX-License-Identifier: Apache-2.0
"""Pure rules above single files: blocks in effect, versions of a record that merge, what a table shows."""
