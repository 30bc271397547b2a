# SPDX-License-Identifier: Apache-2.0
"""What `import hudi_conformance` offers; `conformance/guides/api.md` describes it.

The names are attributes of the package itself, which imports the module behind a name on first use. Nothing
below this package imports it: it stands on all of them.
"""
