# SPDX-License-Identifier: Apache-2.0
"""Tables that SQL statements and procedures changed: written by a release of Hudi, read by it and by ours."""
