// Memory: the store of a ledger that is gone with its program.

import type { Change, Store, Stored } from "./index.ts";

/** A store for programs that keep nothing; who answers anew after it has gone reveals more. */
export class MemoryStore implements Store {
  #stored: readonly Stored[] = [];
  #last = 0;

  async change(seen: number, act: (stored: readonly Stored[]) => Change): Promise<number> {
    const { add, remove } = act(this.#stored.filter(({ number }) => number === 1 || number > seen));
    const kept = this.#stored.filter(({ text }) => !remove?.(text));
    this.#stored = [...kept, ...add.map((text) => ({ number: ++this.#last, text }))];
    return this.#last;
  }
}
