# SPDX-License-Identifier: Apache-2.0
"""The suite on Spark: a session, an engine that loses nothing, data sources. All of it needs `[spark]`.

Nothing outside of this package imports pyspark, and nothing in it does so before it is called.
"""
