// Domain: the interval of the values, and the end of it that is searched for.

import { BadData, BadDomain } from "./errors.ts";

export type Direction = "minimum" | "maximum";
export type Outside = "refuse" | "clamp";

/** An interval [lo, hi], the direction of the search, and the step of integer-like data. */
export interface Domain {
  readonly lo: number;
  readonly hi: number;
  readonly direction: Direction;
  readonly step: number | null;
}

/** Refuse what is no domain. */
export function checkDomain({ lo, hi, step }: Domain): void {
  const width = hi - lo;
  if (!(lo < hi && Number.isFinite(width))) throw new BadDomain(`[${lo}, ${hi}]`);
  if (step === null) return;
  const steps = width / step;
  const uneven = Math.abs(steps - Math.round(steps)) > 1e-9 * steps;
  const fine = steps > 2 ** 52 || step < 4 * ulp(Math.max(Math.abs(lo), Math.abs(hi)));
  if (!(step > 0 && step <= width) || uneven || fine) throw new BadDomain(`step ${step} in [${lo}, ${hi}]`);
}

/** Whether a value lies in the interval; NaN does not. */
export const holds = ({ lo, hi }: Domain, value: number): boolean => lo <= value && value <= hi;

/** The value to answer with; outside the domain it is refused, or clamped where the terms say so. */
export function admit(domain: Domain & { readonly outside: Outside }, value: number): number {
  const { lo, hi, outside } = domain;
  const real = typeof value === "number" ? value : NaN;
  const admitted = outside === "clamp" ? Math.min(Math.max(real, lo), hi) : real;
  // The error does not quote the value, which is secret: errors get logged.
  if (!holds(domain, admitted)) throw new BadData(`no number in the domain [${lo}, ${hi}]`);
  return admitted;
}

/** The honest answer: how many of the thresholds the value is at most (for a maximum: at least). */
export function truth({ direction }: Domain, value: number, thresholds: readonly number[]): number {
  return thresholds.filter((at) => (direction === "minimum" ? value <= at : value >= at)).length;
}

/** The distance from a positive double to the next larger one; from the largest, to the next smaller one. */
function ulp(value: number): number {
  const double = Float64Array.of(value);
  new BigInt64Array(double.buffer)[0]!++;
  return Math.min(double[0]! - value, 2 ** 971);
}
