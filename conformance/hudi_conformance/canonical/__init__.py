# SPDX-License-Identifier: Apache-2.0
"""Views as canonical JSON, the one form in which answers and expectations are compared."""
