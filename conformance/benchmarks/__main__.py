# SPDX-License-Identifier: Apache-2.0
"""`python conformance/benchmarks`: side by side with the real implementations; prints, never fails."""

from bench_log import main

if __name__ == "__main__":
    main()
