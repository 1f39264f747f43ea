// Randomizer: the table from truth to answer, in whole parts of 2**53, and what an answer loses at most.

import type { Nano } from "./epsilon.ts";
import { BadRandomizer, NotPrivate } from "./errors.ts";
import { logarithm } from "./logarithm.ts";

/** Parts in a whole: every probability is a whole number of these, and exact as a double. */
export const SCALE = 2 ** 53;

/** Rows of a table, at most. */
export const LARGEST = 16;

/** Random bytes used for one answer. */
export const COINS = 7;

const MOST = 15 * 10 ** 9; // nano-nats: above it 2**53 parts are too coarse
const UNIT = 10n ** 51n; // a nano-nat, in units of 10**-60
const MARGIN = 10n ** 21n; // 10**-30 nano-nats: far above the error of the logarithm

export type Table = readonly (readonly number[])[];

/** Random bytes, as many as asked for. */
export type Coins = (count: number) => Uint8Array;

/** Coins of the operating system. */
export const systemCoins: Coins = (count) => crypto.getRandomValues(new Uint8Array(count));

/** Give answer j with chance table[i][j] / 2**53 if the truth is i. */
export class Randomizer {
  readonly table: Table;
  /** What one answer reveals at most, rounded up. */
  readonly loss: Nano;

  constructor(table: Table) {
    const size = table.length;
    if (size < 2 || size > LARGEST) throw new BadRandomizer(`a table of ${size} rows; it must have 2 to ${LARGEST}`);
    for (const row of table) checkRow(row, size);
    if (table.every((row, truth) => row[truth] === SCALE)) throw new NotPrivate();
    if (table.some((row) => row.includes(0))) throw new BadRandomizer("every part is at least 1");
    this.table = table.map((row) => Object.freeze([...row]));
    this.loss = lossOf(this.table);
    if (this.loss > MOST) throw new BadRandomizer("it loses at most 15 nats");
    Object.freeze(this);
  }

  /** Turn a truth into an answer by seven bytes of coins: the first answer whose cumulative parts exceed them. */
  randomize(truth: number, coins: Uint8Array): number {
    const row = this.table[truth];
    if (!row) throw new BadRandomizer("no such truth");
    if (coins.length !== COINS) throw new BadRandomizer(`${coins.length} bytes of coins; ${COINS} are needed`);
    const high = coins.slice(0, 6).reduce((sum, byte) => 256 * sum + byte, 0);
    const uniform = 32 * high + (coins[6]! >> 3); // 56 bits to 53
    let sum = 0;
    return row.filter((part) => uniform >= (sum += part)).length;
  }

  equals(other: Randomizer): boolean {
    return JSON.stringify(this.table) === JSON.stringify(other.table);
  }
}

function checkRow(row: readonly number[], size: number): void {
  let left = SCALE; // counted down, since a sum past 2**53 would be rounded
  const fits = row.every((part) => Number.isInteger(part) && part >= 0 && (left -= part) >= 0);
  if (row.length !== size || !fits || left !== 0) {
    throw new BadRandomizer(`the row ${row}; ${size} whole parts are needed, which sum to 2**53`);
  }
}

/** The largest log-likelihood ratio of any answer between any two truths, rounded up to nano-nats. */
function lossOf(table: Table): Nano {
  let [top, bottom] = [1n, 1n];
  for (const answer of table.keys()) {
    const column = table.map((row) => row[answer]!);
    const [most, least] = [BigInt(Math.max(...column)), BigInt(Math.min(...column))];
    if (most * bottom > top * least) [top, bottom] = [most, least];
  }
  return top === bottom ? 0 : Number((logarithm(top, bottom) + MARGIN + UNIT - 1n) / UNIT);
}
