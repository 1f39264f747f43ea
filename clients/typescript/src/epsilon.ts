// Epsilon: a privacy loss as a whole number of nano-nats; whole numbers add up exactly.

import { BadEpsilon } from "./errors.ts";

/** A loss or a grant, in thousand-millionths of a nat. */
export type Nano = number;

const NANO = 10 ** 9;

/** Whether a number is a whole one from 0. */
export const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

/** Check that a number is one of nano-nats, and return it. */
export function checkedNano(loss: Nano): Nano {
  if (!isCount(loss)) throw new BadEpsilon(`${loss} nano-nats`);
  return loss;
}

/** A loss in nats, as a text without rounding. */
export function nats(loss: Nano): string {
  const rest = String(loss % NANO).padStart(9, "0").replace(/0+$/, "");
  return `${Math.floor(loss / NANO)}${rest && "."}${rest}`;
}
