"""python -m benchmarks: run everything, print each ratio, and fail where a limit is broken."""

import sys

from benchmarks import counting, evaluating, starting, streaming, updating

broken = 0
for part in (evaluating, updating, starting, counting, streaming):
    for ratio in part.ratios():
        print(ratio, flush=True)
        broken += not ratio.holds
sys.exit(f"{broken} limits broken" if broken else 0)
