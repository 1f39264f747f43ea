// Axis: numbers to places in a chart, and round numbers along it.

import { shape } from "../page/dom.ts";
import { format } from "./wording.ts";

const CHARACTER = 7; // the width of a character, on the generous side

export class Axis {
  readonly lo: number;
  readonly hi: number;
  readonly start: number;
  readonly end: number;

  /** The numbers from `lo` to `hi` between two places; numbers that are too close together are spread. */
  constructor(lo: number, hi: number, start: number, end: number) {
    const apart = hi - lo > 1e-12 * Math.max(Math.abs(lo), Math.abs(hi), 1e-300);
    const wider = Math.max(Math.abs(lo), 1) / 10;
    [this.lo, this.hi] = apart ? [lo, hi] : [lo - wider, hi + wider];
    [this.start, this.end] = [start, end];
  }

  /** The place of a number, no further out than the ends of the axis. */
  place(value: number): number {
    const share = (Math.min(Math.max(value, this.lo), this.hi) - this.lo) / (this.hi - this.lo);
    return Number((this.start + share * (this.end - this.start)).toFixed(1));
  }

  holds(value: number): boolean {
    return value >= this.lo && value <= this.hi;
  }

  /** Round numbers, at most so many that their labels have room. */
  ticks(most = Math.max(2, Math.abs(this.end - this.start) / 80)): number[] {
    const least = (this.hi - this.lo) / most;
    const power = 10 ** Math.floor(Math.log10(least));
    const step = [1, 2, 5, 10].map((digit) => digit * power).find((each) => each >= least)!;
    const first = Math.ceil(this.lo / step - 1e-9);
    const many = Math.floor(this.hi / step + 1e-9) - first + 1;
    return Array.from({ length: many }, (_, at) => Number(((first + at) * step).toPrecision(12)));
  }
}

/** An axis along the bottom, with its name at the right end below. */
export function across(axis: Axis, y: number, name: string, label = (tick: number): string => format.number(tick), ticks = axis.ticks()): SVGElement[] {
  const labels = ticks.flatMap((tick) => [
    shape("line", { class: "tick", x1: axis.place(tick), x2: axis.place(tick), y1: y, y2: y + 5 }),
    shape("text", { x: within(axis.place(tick), label(tick), axis.end), y: y + 20, "text-anchor": "middle" }, label(tick)),
  ]);
  const line = shape("line", { class: "axis", x1: axis.start, x2: axis.end, y1: y, y2: y });
  return [line, ...labels, shape("text", { class: "name", x: axis.end, y: y + 38, "text-anchor": "end" }, name)];
}

const within = (x: number, text: string, end: number): number => Math.min(x, end + 8 - (text.length * CHARACTER) / 2);

/** Faint lines across at round numbers, their labels on the left, and the name of the axis above. */
export function upwards(axis: Axis, left: number, right: number, name: string, label: (tick: number) => string): SVGElement[] {
  const lines = axis.ticks(Math.max(2, Math.abs(axis.end - axis.start) / 45)).flatMap((tick) => [
    shape("line", { class: "grid", x1: left, x2: right, y1: axis.place(tick), y2: axis.place(tick) }),
    shape("text", { x: left - 8, y: axis.place(tick) + 4, "text-anchor": "end" }, label(tick)),
  ]);
  return [...lines, shape("text", { class: "name", x: 0, y: axis.end - 12 }, name)];
}

/** A path along points; steps where told so. */
export function path(points: readonly (readonly [number, number])[]): string {
  return points.map(([x, y], at) => `${at ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
}
