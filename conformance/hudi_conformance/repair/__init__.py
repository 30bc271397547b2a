# SPDX-License-Identifier: Apache-2.0
"""Plans that repair damaged tables, as `README.md` describes."""
