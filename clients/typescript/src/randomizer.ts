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

/** Give answer j with chance table[i][j] / 2**53 if the truth is i. */
export type Table = readonly (readonly number[])[];

/** Random bytes, as many as asked for. */
export type Coins = (count: number) => Uint8Array;

/** Coins of the operating system. */
export const systemCoins: Coins = (count) => crypto.getRandomValues(new Uint8Array(count));

/** What one answer reveals at most, rounded up; refuse what is no randomizer. */
export function lossOf(table: Table): Nano {
  const size = table.length;
  if (size < 2 || size > LARGEST) throw new BadRandomizer(`${size} rows`);
  for (const row of table) checkRow(row, size);
  if (table.every((row, truth) => row[truth] === SCALE)) throw new NotPrivate("it asks for the truth");
  if (table.some((row) => row.includes(0))) throw new BadRandomizer("no table");
  const loss = logRatio(table);
  if (loss > MOST) throw new BadRandomizer("no table");
  return loss;
}

/** Turn a truth into an answer by seven bytes of coins: the first answer whose cumulative parts exceed them. */
export function randomize(table: Table, truth: number, coins: Uint8Array): number {
  const row = table[truth];
  if (!row || coins.length !== COINS) throw new BadRandomizer("no table");
  const uniform = coins.reduce((sum, byte, at) => (at < 6 ? 256 * sum + byte : 32 * sum + (byte >> 3)), 0); // 56 bits to 53
  let sum = 0;
  return row.filter((part) => uniform >= (sum += part)).length;
}

function checkRow(row: readonly number[], size: number): void {
  let left = SCALE; // counted down, since a sum past 2**53 would be rounded
  const fits = row.every((part) => Number.isInteger(part) && part >= 0 && (left -= part) >= 0);
  if (row.length !== size || !fits || left) throw new BadRandomizer(`row ${row}`);
}

/** The largest log-likelihood ratio of any answer between any two truths, rounded up to nano-nats. */
function logRatio(table: Table): Nano {
  let [top, bottom] = [1n, 1n];
  for (const answer of table.keys()) {
    const column = table.map((row) => row[answer]!);
    const [most, least] = [BigInt(Math.max(...column)), BigInt(Math.min(...column))];
    if (most * bottom > top * least) [top, bottom] = [most, least];
  }
  return top === bottom ? 0 : Number((logarithm(top, bottom) + MARGIN + UNIT - 1n) / UNIT);
}
