"""python -m benchmarks [NAME ...]: run everything, or what is named; print each ratio, fail where a limit is broken."""

import sys

from benchmarks import (
    answering,
    bulk,
    closing,
    counting,
    drawing,
    evaluating,
    executors,
    memory,
    starting,
    streaming,
    tables,
    updating,
    viewing,
    watching,
)

parts = {
    part.__name__.rpartition(".")[2]: part
    for part in (
        *(evaluating, updating, starting, counting, streaming, executors, tables),
        *(answering, bulk, closing, memory, viewing, watching, drawing),
    )
}
if unknown := [name for name in sys.argv[1:] if name not in parts]:
    sys.exit(f"There is no benchmark {', '.join(unknown)}; there are {', '.join(parts)}")
broken = 0
for name in sys.argv[1:] or parts:
    for ratio in parts[name].ratios():
        print(ratio, flush=True)
        broken += not ratio.holds
sys.exit(f"{broken} limits broken" if broken else 0)
