# SPDX-License-Identifier: Apache-2.0
"""Adapters that answer the protocol from inside this package."""
