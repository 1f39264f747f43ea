// Shares: the share of people at or before every number asked about, its limits, the fitted curve, and U and L.

import { shape } from "../page/dom.ts";
import { across, Axis, path, upwards } from "./axis.ts";
import type { ChartKind, Drawing } from "./chart.ts";
import { marks, markRows, ROW } from "./marks.ts";
import type { Estimate, Point, Standing } from "./messages.ts";
import { before, count, format, percent, plain } from "./wording.ts";
import { numbers, searched, shown } from "./zoom.ts";

export interface SharesData {
  readonly message: Standing;
  /** Whether the whole domain is shown, or the part around the estimate. */
  readonly whole: boolean;
}

const [LEFT, RIGHT, HEIGHT] = [62, 16, 240];

export const SHARES: ChartKind<SharesData> = {
  id: "shares",
  heading: "Shares of people",
  about: "The share of people at or before each number they were asked about, with the limits that hold for all of them at once.",
  nothing: "Nothing yet: no round is over, or its tallies are withheld.",
  draw,
  table: ({ message }) => ({
    head: ["Threshold", "People", "Share", "Low", "High"],
    rows: rising(message.estimate).map(({ threshold, people, share, low, high }) => [threshold, people, share, low, high]),
  }),
};

const rising = ({ certain }: Estimate): Point[] => [...certain.band].sort((one, other) => one.threshold - other.threshold);

function draw({ message, whole }: SharesData, width: number): Drawing | null {
  const { estimate, terms } = message;
  if (!estimate.certain.band.length && !estimate.fitted.curve.length) return null;
  const [lo, hi] = whole ? [terms.lo, terms.hi] : numbers(estimate);
  const x = new Axis(lo, hi, LEFT, width - RIGHT);
  const stated = marks(estimate);
  const top = 10 + ROW * stated.length + 26;
  const bottom = top + HEIGHT;
  const points = shown(estimate, lo, hi);
  const y = new Axis(...percents(estimate, points.map(([point]) => point), x, whole), bottom, top);
  const shapes = [
    ...upwards(y, LEFT, width - RIGHT, `people ${before(estimate.direction)}`, (tick) => `${format.number(tick)} %`),
    ...band(estimate, x, y),
    ...points.map(([point, size]) => limits(point, size, x, y)),
    ...curve(estimate, x, y),
    ...points.map(([point, size]) => dot(point, size, x, y)),
    ...markRows(stated, x, 10, bottom),
    ...across(x, bottom, terms.texts[0]!.unit || "number"),
  ];
  const hidden = estimate.certain.band.length - points.length;
  const beyond = hidden ? `${count(hidden)} of ${count(estimate.certain.band.length)} questions lie beyond these numbers` : "";
  const note = beyond ? [shape("text", { x: LEFT, y: bottom + 38 }, width < 520 ? `${count(hidden)} questions lie beyond` : beyond)] : [];
  return { height: bottom + 46, shapes: [...shapes, ...note], says: says(estimate) };
}

function says(estimate: Estimate): string {
  const stated = marks(estimate).map(({ label }) => label).join("; ");
  return `${count(estimate.certain.band.length)} thresholds with their shares. ${stated}.`;
}

/** The percents that the shares take, with some room. */
function percents(estimate: Estimate, points: readonly Point[], x: Axis, whole: boolean): [number, number] {
  if (whole) return [0, 100];
  const curve = estimate.fitted.curve.filter(([value]) => x.holds(value)).map(([, share]) => share);
  const shares = [searched(estimate), ...points.map(({ share }) => share), ...curve];
  const [least, most] = [Math.min(...shares), Math.max(...shares)];
  const room = 0.2 * (most - least || 0.5);
  return [100 * Math.max(0, least - room), 100 * Math.min(1, most + room)];
}

/** The band between the thresholds: since shares only rise (or fall), the limits of one bind its neighbours. */
function band(estimate: Estimate, x: Axis, y: Axis): SVGElement[] {
  const points = rising(estimate);
  if (!points.length) return [];
  const sign = estimate.direction === "minimum" ? 1 : -1;
  const along = sign > 0 ? points : [...points].reverse();
  let low = 0;
  const floors = along.map((point) => (low = Math.max(low, point.low)));
  let high = 1;
  const ceilings = [...along].reverse().map((point) => (high = Math.min(high, point.high))).reverse();
  const [first, end] = sign > 0 ? [x.lo, x.hi] : [x.hi, x.lo];
  const at = (value: number, share: number): [number, number] => [x.place(value), y.place(100 * share)];
  const lower = along.flatMap((point, index) => [at(point.threshold, floors[index - 1] ?? 0), at(point.threshold, floors[index]!)]);
  const upper = along.flatMap((point, index) => [at(point.threshold, ceilings[index]!), at(point.threshold, ceilings[index + 1] ?? 1)]);
  const outline = [at(first, ceilings[0]!), ...upper, at(end, 1), at(end, floors.at(-1)!), ...lower.reverse(), at(first, 0)];
  return [shape("path", { class: "band", d: `${path(outline)}Z` })];
}

function limits({ threshold, low, high }: Point, size: number, x: Axis, y: Axis): SVGElement {
  const at = x.place(threshold);
  const width = 1 + 1.5 * size;
  return shape("path", { class: "limits", "stroke-width": width.toFixed(1), d: `M${at} ${y.place(100 * high)}V${y.place(100 * low)}` });
}

function dot({ threshold, people, share, low, high }: Point, size: number, x: Axis, y: Axis): SVGElement {
  const words = `${count(people)} people asked at ${plain(threshold)}: ${percent(share)}, between ${percent(low)} and ${percent(high)}`;
  const place = { cx: x.place(threshold), cy: y.place(100 * share), r: (2 + 4 * size).toFixed(1) };
  return shape("circle", { class: "share", ...place }, shape("title", {}, words));
}

function curve({ fitted }: Estimate, x: Axis, y: Axis): SVGElement[] {
  const points = fitted.curve.filter(([value]) => x.holds(value)).map(([value, share]): [number, number] => [x.place(value), y.place(100 * share)]);
  return points.length > 1 ? [shape("path", { class: "curve", d: path(points) })] : [];
}
