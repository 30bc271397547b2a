# SPDX-License-Identifier: Apache-2.0
"""HFiles damaged below their checksums, and what every reading command makes of them."""
