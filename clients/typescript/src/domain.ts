// Domain: the interval of the values, and the end of it that is searched for.

import { BadData, BadDomain } from "./errors.ts";

export type Direction = "minimum" | "maximum";
export type Outside = "refuse" | "clamp";

/** An interval [lo, hi], the direction of the search, and the step of integer-like data. */
export class Domain {
  readonly lo: number;
  readonly hi: number;
  readonly direction: Direction;
  readonly step: number | null;

  constructor(lo: number, hi: number, direction: Direction = "minimum", step: number | null = null) {
    if (!(lo < hi && Number.isFinite(hi - lo))) {
      throw new BadDomain(`the domain (${lo}, ${hi}); finite numbers, the smaller one first`);
    }
    [this.lo, this.hi, this.direction, this.step] = [lo, hi, direction, step];
    if (step !== null) this.#checkStep(step);
    Object.freeze(this);
  }

  #checkStep(step: number): void {
    const width = this.hi - this.lo;
    const steps = width / step;
    const uneven = Math.abs(steps - Math.round(steps)) > 1e-9 * steps;
    const fine = step < 4 * ulp(Math.max(Math.abs(this.lo), Math.abs(this.hi)));
    if (!(step > 0 && step <= width) || steps > 2 ** 52 || uneven || fine) {
      throw new BadDomain(`step=${step}; it divides the domain evenly, and is not too fine`);
    }
  }

  /** Whether a value lies in the interval; NaN does not. */
  holds(value: number): boolean {
    return this.lo <= value && value <= this.hi;
  }

  /** The value to answer with; outside the domain it is refused, or clamped where the terms say so. */
  admit(value: number, outside: Outside = "refuse"): number {
    const real = typeof value === "number" ? value : NaN;
    if (this.holds(real)) return real;
    if (outside === "clamp" && !Number.isNaN(real)) return Math.min(Math.max(real, this.lo), this.hi);
    // The error does not quote the value, which is secret: errors get logged.
    throw new BadData(`this value is no number in the domain [${this.lo}, ${this.hi}], and the terms do not clamp it`);
  }

  /** The honest answer: how many of the thresholds the value is at most (for a maximum: at least). */
  truth(value: number, thresholds: readonly number[]): number {
    const within = this.direction === "minimum" ? (at: number) => value <= at : (at: number) => value >= at;
    return thresholds.filter(within).length;
  }
}

/** The distance from a positive double to the next larger one. */
function ulp(value: number): number {
  if (value === Number.MAX_VALUE) return 2 ** 971;
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  view.setBigInt64(0, view.getBigInt64(0) + 1n);
  return view.getFloat64(0) - value;
}
