// Odds: what people are shown of a loss, and how they write one.

import { BadEpsilon, type Nano } from "./index.ts";

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

function scaled(digits: string, exponent: number): bigint {
  return exponent < 0 ? BigInt(digits) / 10n ** BigInt(-exponent) : BigInt(digits) * 10n ** BigInt(exponent);
}

/** The factor by which odds move at most, to four digits and rounded up; Infinity beyond 30 nats. */
export function factor(loss: Nano): number {
  return loss > PLAIN ? Infinity : rounded(Math.exp(loss / NANO), 4, Math.ceil);
}

/** What an even chance becomes at most, in percent, rounded up; 100 beyond 30 nats. */
export function chance(loss: Nano): string {
  return loss > PLAIN ? "100" : percent(100 / (1 + Math.exp(loss / NANO)));
}

/** 100 minus a doubt of which three digits are kept, rounded down, as a text. */
function percent(doubt: number): string {
  const kept = rounded(doubt, 3, Math.floor);
  const places = 2 - Math.floor(Math.log10(kept));
  const whole = String(100n * 10n ** BigInt(places) - BigInt(Math.round(kept * 10 ** places)));
  return `${whole.slice(0, -places)}.${whole.slice(-places)}`.replace(/\.?0+$/, "");
}

/** Round to `digits` digits, after a margin that covers the error of doubles. */
function rounded(value: number, digits: number, round: (value: number) => number): number {
  const places = digits - 1 - Math.floor(Math.log10(value));
  const margin = round === Math.ceil ? 1e-12 : -1e-12;
  return Number(`${round(value * 10 ** places * (1 + margin))}e${-places}`);
}
