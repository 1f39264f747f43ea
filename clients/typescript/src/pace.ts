// Pace: how long a device waits for a question, and how long between check-ins.

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
export const clock = (): number => performance.now() / 1000;

/** Resolve after some seconds. */
export async function sleep(seconds: number): Promise<void> {
  for (let left = seconds; left > 0; left -= LONGEST) {
    await new Promise((resolve) => setTimeout(resolve, 1000 * Math.min(left, LONGEST)));
  }
}

/** A random number from 0 up to 1. */
export const chance = (): number => crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32;

export const PACE: Pace = { patience: 600, margin: 2, shortest: 1, clock, sleep, chance };

/** Seconds to wait: `asked` by the server and up to a quarter more, so that devices do not all come at once. */
export function pause(pace: Pace, asked: number): number {
  return Math.min(YEAR, Math.max(pace.shortest, asked)) * (1 + pace.chance() / 4);
}
