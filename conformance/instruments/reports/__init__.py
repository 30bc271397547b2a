# SPDX-License-Identifier: Apache-2.0
"""Public reports of lost, doubled, stale or unreadable rows, and by what the suite catches each of them."""
