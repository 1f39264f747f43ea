// Retry: exponential backoff with full jitter, so that devices do not all come at once.
//
// Whatever a server does, it ends: tries and the pauses between them take at most `within` seconds, and the pauses that
// a server asks for at most PATIENT seconds more.

import type { LowwaterError } from "./errors.ts";
import { NATURE } from "./pace.ts";

const FIRST = 0.5; // seconds of the longest first pause
const LONGEST = 30; // and of the longest one
const PATIENT = 120; // seconds of Retry-After, summed over one request, beyond which it is not tried again
const DATE = 64; // longer than any date

/** A failure that another try may avoid: the error to raise in the end, and the seconds to wait before that try. */
export class TryAgain extends Error {
  readonly after: number;

  constructor(error: LowwaterError, after: number = 0) {
    super("", { cause: error });
    this.after = after;
  }
}

/** How often to try, and for how many seconds (`within`); `chance` draws the jitter. */
export interface Retrying {
  readonly tries: number;
  readonly within: number;
  readonly sleep: (seconds: number) => Promise<void>;
  readonly chance: () => number;
  readonly clock: () => number;
}

export const RETRYING: Retrying = { tries: 6, within: 25, ...NATURE };

/** Call `act` with the seconds left, again after each TryAgain, until tries or time run out. */
export async function retry<T>(how: Retrying, act: (left: number) => Promise<T>): Promise<T> {
  let [until, asked] = [how.clock() + how.within, 0];
  for (let tried = 1; ; tried++) {
    try {
      return await act(until - how.clock());
    } catch (again) {
      if (!(again instanceof TryAgain)) throw again;
      asked += again.after;
      until += again.after; // a pause that the server asks for does not count
      const pause = again.after + how.chance() * Math.min(LONGEST, FIRST * 2 ** (tried - 1));
      if (tried >= how.tries || asked > PATIENT || how.clock() + pause >= until) throw again.cause;
      await how.sleep(pause);
    }
  }
}

/** The seconds from now that a Retry-After header asks for, as a number or a date; 0 if it cannot be read. */
export function secondsAfter(header: string | null): number {
  const text = (header ?? "").trim();
  if (text.length > DATE) return 0;
  if (/^\d+$/.test(text)) return Number(text);
  return Math.max(0, (Date.parse(text) - Date.now()) / 1000) || 0;
}
