// Posterior: where the number is, by the fitted model, and how likely.

import { shape } from "../page/dom.ts";
import { across, Axis, path } from "./axis.ts";
import type { ChartKind, Drawing } from "./chart.ts";
import { marks, markRows, ROW } from "./marks.ts";
import type { Standing } from "./messages.ts";
import { percent, plain } from "./wording.ts";
import { density } from "./zoom.ts";

const [LEFT, RIGHT, HEIGHT] = [16, 16, 120];

export const POSTERIOR: ChartKind<Standing> = {
  id: "posterior",
  heading: "Where it is, by the model",
  about: "How likely each number is to be the one looked for, if the fitted model holds: the posterior.",
  nothing: "Nothing yet: this search fits no model, or has too few answers for one.",
  draw,
  table: ({ estimate }) => ({
    head: ["Number", "Probability that it is at or below"],
    rows: estimate.fitted.posterior.map(([value, probability]) => [value, probability]),
  }),
};

function draw({ estimate, terms }: Standing, width: number): Drawing | null {
  const { posterior, low, high, confidence } = estimate.fitted;
  if (posterior.length < 2) return null;
  const values = [...posterior.map(([value]) => value), estimate.value];
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const x = new Axis(least - 0.04 * (most - least), most + 0.04 * (most - least), LEFT, width - RIGHT);
  const [top, bottom] = [10 + ROW, 10 + ROW + HEIGHT];
  const heights = density(posterior, (x.hi - x.lo) / 200);
  const outline = heights.map(([value, height]): [number, number] => [x.place(value), bottom - (HEIGHT - 10) * height]);
  const limits = low === null || high === null ? [] : [limitsOf(x, low, high, top, bottom)];
  const value = marks(estimate).slice(0, 1);
  const shapes = [
    ...limits,
    ...(outline.length ? [shape("path", { class: "posterior", d: `${path(outline)}Z` })] : []),
    ...markRows(value, x, 10, bottom),
    ...across(x, bottom, terms.texts[0]!.unit || "number"),
  ];
  const between = low === null || high === null ? "" : ` Between ${plain(low)} and ${plain(high)} with probability ${percent(confidence ?? 0)}.`;
  return { height: bottom + 46, shapes, says: `The estimate is ${plain(estimate.value)}.${between}` };
}

function limitsOf(x: Axis, low: number, high: number, top: number, bottom: number): SVGElement {
  const [left, right] = [x.place(low), x.place(high)];
  return shape("rect", { class: "fitted", x: left, y: top, width: Math.max(2, right - left), height: bottom - top });
}
