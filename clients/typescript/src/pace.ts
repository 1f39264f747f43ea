// Pace: how long a device waits for a question, and how long between check-ins.

import { systemCoins } from "./randomizer.ts";

const YEAR = 366 * 86_400;
const LONGEST = 1_000_000; // seconds that one timer may be set to

/** How a device waits, in seconds. */
export interface Pace {
  /** How long to wait for a question in all. */
  readonly patience: number;
  /** What must be left of a lease to answer within it. */
  readonly margin: number;
  /** The least pause between two check-ins. */
  readonly shortest: number;
  readonly clock: () => number;
  readonly sleep: (seconds: number) => Promise<void>;
  readonly chance: () => number;
}

/** Seconds by a clock that never goes back. */
const clock = (): number => performance.now() / 1000;

/** Resolve after some seconds, or after eleven days: whoever waits longer asks again then. */
export function sleep(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1000 * Math.min(seconds, LONGEST)));
}

/** A random number from 0 up to 1. */
const chance = (): number => systemCoins(4).reduce((sum, byte) => (sum + byte) / 256, 0);

/** How time goes by, and chance falls. */
export const NATURE = { clock, sleep, chance };

export const PACE: Pace = { patience: 600, margin: 2, shortest: 1, ...NATURE };

/** Seconds to wait: `asked` by the server and up to a quarter more, so that devices do not all come at once. */
export function pause(pace: Pace, asked: number): number {
  return Math.min(YEAR, Math.max(pace.shortest, asked)) * (1 + pace.chance() / 4);
}
