# SPDX-License-Identifier: Apache-2.0
"""How versions of a record become one: merge modes, payload classes, ordering values."""
