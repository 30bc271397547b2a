# SPDX-License-Identifier: Apache-2.0
"""Around the reference writer: appending as Hudi does, and what readers see in the HFiles that it writes."""
