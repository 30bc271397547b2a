# SPDX-License-Identifier: Apache-2.0
"""The written specification as data: requirements, their index, traceability to grammars and cases."""
