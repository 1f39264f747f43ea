// Arrivals: answers in each minute of the last hour, by what became of them.

import { shape } from "../page/dom.ts";
import { across, Axis, upwards } from "./axis.ts";
import type { ChartKind, Drawing } from "./chart.ts";
import type { Arrivals } from "./messages.ts";
import { clock, count } from "./wording.ts";

export interface ArrivalsData {
  readonly arrivals: readonly Arrivals[];
  readonly now: number;
}

/** The outcomes in their order from the bottom up, their class and what they mean; all others are other refusals. */
const OUTCOMES: readonly (readonly [string, string, string])[] = [
  ["counted", "counted", "counted"],
  ["again", "again", "sent again, counted before"],
  ["TooLate", "late", "too late"],
];
const OTHER = ["", "other", "refused otherwise"] as const;

/** What each colour means, for the legend. */
export const OUTCOME_SIGNS = Object.fromEntries([...OUTCOMES, OTHER].map(([, name, meaning]) => [name, meaning]));

const [TOP, LEFT, RIGHT, HEIGHT, MINUTE, MINUTES] = [34, 62, 16, 150, 60, 60];

export const ARRIVALS: ChartKind<ArrivalsData> = {
  id: "arrivals",
  heading: "Answers a minute",
  about: "Answers that came to this server in each minute of the last hour, by what became of them.",
  nothing: "No answer came to this server in the last hour.",
  draw,
  table: ({ arrivals }) => ({
    head: ["Minute", "Outcome", "Answers"],
    rows: arrivals.map(({ time, outcome, answers }) => [clock(time), outcome, answers]),
  }),
};

const classOf = (outcome: string): string => (OUTCOMES.find(([name]) => name === outcome) ?? OTHER)[1];
const ORDER = [...OUTCOMES.map(([, name]) => name), OTHER[1]];

function draw({ arrivals, now }: ArrivalsData, width: number): Drawing | null {
  if (!arrivals.length) return null;
  const last = MINUTE * Math.floor(now / MINUTE);
  const sums = minutes(arrivals);
  const most = Math.max(1, ...[...sums.values()].map((each) => [...each.values()].reduce((all, some) => all + some, 0)));
  const x = new Axis(1 - MINUTES, 1, LEFT, width - RIGHT);
  const y = new Axis(0, most, TOP + HEIGHT, TOP);
  const bars = [...sums].flatMap(([time, parts]) => stack(Math.round((time - last) / MINUTE), parts, x, y));
  const all = arrivals.reduce((sum, { answers }) => sum + answers, 0);
  const shapes = [
    ...upwards(y, LEFT, width - RIGHT, "answers", (tick) => (Number.isInteger(tick) ? count(tick) : "")),
    ...bars,
    ...across(x, TOP + HEIGHT, "time", (tick) => clock(last + MINUTE * tick), width < 520 ? [-40, -20, 0] : [-50, -40, -30, -20, -10, 0]),
  ];
  return { height: TOP + HEIGHT + 46, shapes, says: `${count(all)} answers in the last hour, at most ${count(most)} in a minute.` };
}

/** Answers by class, for every minute that has some. */
function minutes(arrivals: readonly Arrivals[]): Map<number, Map<string, number>> {
  const sums = new Map<number, Map<string, number>>();
  for (const { time, outcome, answers } of arrivals) {
    const parts = sums.get(time) ?? new Map<string, number>();
    parts.set(classOf(outcome), (parts.get(classOf(outcome)) ?? 0) + answers);
    sums.set(time, parts);
  }
  return sums;
}

function stack(minute: number, parts: ReadonlyMap<string, number>, x: Axis, y: Axis): SVGElement[] {
  let below = 0;
  const [left, right] = [x.place(minute) + 0.5, x.place(minute + 1) - 0.5];
  return ORDER.filter((name) => parts.has(name)).map((name) => {
    const [bottom, top] = [y.place(below), y.place((below += parts.get(name)!))];
    return shape("rect", { class: `bar ${name}`, x: left, y: top, width: right - left, height: Math.max(1, bottom - top) });
  });
}
