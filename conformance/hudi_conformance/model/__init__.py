# SPDX-License-Identifier: Apache-2.0
"""Views: the immutable typed values that every decoder returns."""
