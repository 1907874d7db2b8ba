"""The benchmarks of docs/performance.md: servers of their own, driven over HTTP and sockets.

Each figure stands beside a floor measured in the same run, because the times of a shared machine
drift by tens of per cent; only ratios within one run count.
"""
