"""python -m benchmarks: run everything, print each ratio, and fail where a limit is broken."""

import sys

from benchmarks import counting, evaluating, starting, streaming

broken = 0
for part in (evaluating, starting, counting, streaming):
    for ratio in part.ratios():
        print(ratio, flush=True)
        broken += not ratio.holds
sys.exit(f"{broken} limits broken" if broken else 0)
