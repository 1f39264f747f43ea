// Epsilon: a privacy loss as a whole number of nano-nats; whole numbers add up exactly.

import { BadEpsilon } from "./errors.ts";

/** A loss or a grant, in thousand-millionths of a nat. */
export type Nano = number;

const NANO = 10 ** 9;
const PLAIN = 30 * NANO; // beyond it odds are no longer worth printing
const FORM = /^(\d+)(?:\.(\d*))?(?:[eE]([-+]?\d{1,3}))?$/;

/** Read a positive number of nats, exactly as written, rounded down to whole nano-nats. */
export function epsilon(nats: number | string): Nano {
  const form = FORM.exec(String(nats).trim());
  const nano = form ? scaled(form[1]! + (form[2] ?? ""), 9 + Number(form[3] ?? 0) - (form[2]?.length ?? 0)) : 0n;
  if (nano < 1n || nano > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw new BadEpsilon(`epsilon=${String(nats).slice(0, 60)}; give a number of nats, such as 1.0`);
  }
  return Number(nano);
}

/** Check that a number is one of nano-nats, and return it. */
export function checkedNano(loss: Nano): Nano {
  if (!Number.isSafeInteger(loss) || loss < 0) throw new BadEpsilon(`${loss} nano-nats; give a whole number, 0 or more`);
  return loss;
}

function scaled(digits: string, exponent: number): bigint {
  return exponent < 0 ? BigInt(digits) / 10n ** BigInt(-exponent) : BigInt(digits) * 10n ** BigInt(exponent);
}

/** A loss in nats, as a text without rounding. */
export function nats(loss: Nano): string {
  const rest = String(loss % NANO).padStart(9, "0").replace(/0+$/, "");
  return `${Math.floor(loss / NANO)}${rest && "."}${rest}`;
}

/** A loss with its unit. */
export const inNats = (loss: Nano): string => `${nats(loss)} nat${loss === NANO ? "" : "s"}`;

/** The factor by which odds move at most, to four digits and rounded up; Infinity beyond 30 nats. */
export function factor(loss: Nano): number {
  return loss > PLAIN ? Infinity : rounded(Math.exp(loss / NANO), 4, Math.ceil);
}

/** What an even chance becomes at most, in percent, rounded up; 100 beyond 30 nats. */
export function chance(loss: Nano): string {
  return loss > PLAIN ? "100" : percent(100 / (1 + Math.exp(loss / NANO)));
}

/** 100 minus a doubt of which three digits are kept, rounded down, as a text. */
export function percent(doubt: number): string {
  const kept = rounded(doubt, 3, Math.floor);
  const places = Math.max(0, 2 - Math.floor(Math.log10(kept)));
  const units = 10n ** BigInt(places);
  const whole = String(100n * units - BigInt(Math.round(kept * Number(units)))).padStart(places + 1, "0");
  return places ? `${whole.slice(0, -places)}.${whole.slice(-places)}`.replace(/\.?0+$/, "") : whole;
}

/** Round to `digits` digits, after a margin that covers the error of doubles. */
function rounded(value: number, digits: number, round: (value: number) => number): number {
  const places = digits - 1 - Math.floor(Math.log10(value));
  const margin = round === Math.ceil ? 1e-12 : -1e-12;
  return Number(`${round(value * 10 ** places * (1 + margin))}e${-places}`);
}

/** What a loss means for one person, as odds, rounded towards the worse. */
export function inWords(loss: Nano): string {
  if (loss > PLAIN) return `the odds of a guess about a person move by a factor of up to e**${nats(loss)}: no privacy to speak of`;
  return (
    "whatever anyone believed about a person beforehand, the odds move by a factor of at most " +
    `${factor(loss).toLocaleString("en", { maximumFractionDigits: 3 })}: an even chance (50 %) becomes at most ${chance(loss)} %`
  );
}
