// Store: where the lines of a ledger lie, and how they are changed by several tabs or processes at once.

/** A line with its number; numbers rise, and none is used twice. */
export interface Stored {
  readonly number: number;
  readonly text: string;
}

/** Lines to add at the end, and which of those before them to remove. */
export interface Change {
  readonly add: readonly string[];
  readonly remove: ((text: string) => boolean) | null;
}

export interface Store {
  /**
   * Hand the first line and all lines after number `seen` to `act`, and store the change that it returns, in one
   * exclusive transaction; it is durable when this returns the number of the last line. If `act` throws, nothing changes.
   */
  change(seen: number, act: (stored: readonly Stored[]) => Change): Promise<number>;
}
