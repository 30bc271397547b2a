# SPDX-License-Identifier: Apache-2.0
"""HFiles of versions 2 and 3."""
