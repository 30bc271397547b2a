# SPDX-License-Identifier: Apache-2.0
"""Views: the immutable typed values that every route to a file's meaning ends in."""
