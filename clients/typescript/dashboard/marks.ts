// Marks: the numbers that an estimate states, each with a line and a label of its own above a chart.

import { shape } from "../page/dom.ts";
import type { Axis } from "./axis.ts";
import type { Estimate } from "./messages.ts";
import { before, percent, plain, rough } from "./wording.ts";

export interface Mark {
  readonly value: number;
  readonly kind: "value" | "certain";
  readonly short: string;
  readonly label: string;
}

export const ROW = 20;
const CHARACTER = 6.6;

/** The value, U and L, and the limits of a quantile. */
export function marks({ value, likely_error, certain, direction }: Estimate): Mark[] {
  const off = likely_error === null ? "" : `, likely off by ${rough(likely_error)}`;
  const where = before(direction);
  const of = (at: number | null, name: string, rest: string): Mark[] =>
    at === null ? [] : [{ value: at, kind: "certain", short: `${name} ${plain(at)}`, label: `${name} ${plain(at)}${rest}` }];
  const few = certain.few.filter(({ threshold }, at) => certain.few.findIndex((each) => each.threshold === threshold) === at);
  return [
    { value, kind: "value", short: `estimate ${plain(value)}`, label: `estimate ${plain(value)}${off}` },
    ...of(certain.somebody, "U", `: somebody is ${where}, ${sure(certain.sure)} sure`),
    ...few.flatMap(({ share, threshold }) => of(threshold, `L${Number((100 * share).toPrecision(3))}`, `: at most ${percent(share)} are ${where}`)),
    ...of(certain.least, "at least", ""),
    ...of(certain.most, "at most", ""),
  ];
}

/** A confidence in percent, never rounded up. */
const sure = (share: number | null): string => `${Math.floor(Math.round((share ?? 0) * 1e9) / 1e5) / 100} %`;

/** Each mark in a row of its own, with a line from there to the bottom; labels stand where they have room. */
export function markRows(stated: readonly Mark[], x: Axis, top: number, bottom: number): SVGElement[] {
  const seen = stated.filter(({ value }) => x.holds(value)).sort((one, other) => one.value - other.value);
  const placed = seen.map((mark) => ({ mark, ...room(mark, x) }));
  const rows = [...placed.filter(({ right }) => !right).reverse(), ...placed.filter(({ right }) => right)];
  const lines = rows.map(({ mark }, row) => {
    const at = x.place(mark.value);
    return shape("line", { class: `mark ${mark.kind}`, x1: at, x2: at, y1: top + ROW * row, y2: bottom });
  });
  const labels = rows.map(({ mark, right, text }, row) => {
    const place = { x: x.place(mark.value) + (right ? 6 : -6), y: top + ROW * row + 11, "text-anchor": right ? "start" : "end" };
    return shape("text", { class: `label ${mark.kind}`, ...place }, text);
  });
  return [...lines, ...labels];
}

/** Which side of its line a label stands on, and whether it has room for all of its words. */
function room({ value, short, label }: Mark, x: Axis): { right: boolean; text: string } {
  const [before, after] = [x.place(value) - 8, x.end - x.place(value) - 6];
  const needs = label.length * CHARACTER;
  const right = needs <= after || after >= before;
  return { right, text: needs <= (right ? after : before) ? label : short };
}
