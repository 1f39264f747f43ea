// Funnel: round by round, where the number may be, and where it likely is.

import { shape } from "../page/dom.ts";
import { across, Axis, path, upwards } from "./axis.ts";
import type { ChartKind, Drawing } from "./chart.ts";
import type { Asked, Standing } from "./messages.ts";
import type { Step } from "./watched.ts";
import { count, format, plain } from "./wording.ts";

export interface FunnelData {
  readonly message: Standing;
  readonly rounds: readonly Step[];
}

const [TOP, LEFT, RIGHT, HEIGHT] = [34, 62, 16, 260];

/** A round as the chart shows it; before the first, the whole domain. */
interface Stage {
  readonly round: number;
  readonly low: number;
  readonly high: number;
  readonly step: Step | null;
}

export const FUNNEL: ChartKind<FunnelData> = {
  id: "funnel",
  heading: "How the search narrowed",
  about: "After each round: the interval that the search keeps (no confidence belongs to it), the estimate, and the numbers that people were asked about.",
  nothing: "Nothing yet: the first round is still open.",
  draw,
  table: ({ message, rounds }) => ({
    head: ["Round", "Asked about", "Answers", "From", "To", "Estimate", "Limit below", "Limit above"],
    rows: rounds.map((step) => {
      const asked = askedIn(message, step.round);
      const answers = asked.reduce((sum, { counts, answered }) => sum + (counts ? counts.reduce((all, each) => all + each, 0) : answered), 0);
      const cuts = asked.flatMap(({ thresholds }) => thresholds).map(plain).join("; ");
      return [step.round + 1, cuts, answers, step.low, step.high, step.value, step.limits?.[0] ?? null, step.limits?.[1] ?? null];
    }),
  }),
};

const askedIn = ({ questions }: Standing, round: number): Asked[] => questions.filter((asked) => asked.round === round);

function draw({ message, rounds }: FunnelData, width: number): Drawing | null {
  const last = rounds.at(-1);
  if (!last) return null;
  const { lo, hi } = message.terms;
  const stages = stagesOf(lo, hi, rounds);
  const x = new Axis(0, Math.max(message.rounds, last.round + 1), LEFT, width - RIGHT);
  const y = new Axis(lo, hi, TOP + HEIGHT, TOP);
  const at = ({ round }: Stage): number => x.place(round);
  const ends = (end: "low" | "high"): [number, number][] => stages.map((stage) => [at(stage), y.place(stage[end])]);
  const line = rounds.map((step): [number, number] => [x.place(step.round + 1), y.place(step.value)]);
  const whole = x.ticks().filter((tick) => Number.isInteger(tick));
  const shapes = [
    ...upwards(y, LEFT, width - RIGHT, unitOf(message), (tick) => format.number(tick)),
    shape("path", { class: "cell", d: `${path([...ends("high"), ...ends("low").reverse()])}Z` }),
    ...limits(rounds, x, y),
    ...cuts(message, rounds, x, y),
    shape("path", { class: "value", d: path(line) }),
    ...dots(rounds, x, y),
    ...across(x, TOP + HEIGHT, "round", undefined, whole),
  ];
  const says = `After ${count(last.round + 1)} rounds of ${count(message.rounds)}: between ${plain(last.low ?? lo)} and ${plain(last.high ?? hi)}, likely ${plain(last.value)}.`;
  return { height: TOP + HEIGHT + 46, shapes, says };
}

const unitOf = (message: Standing): string => message.terms.texts[0]!.unit || "number";

/** The stages, the domain first; one whose interval is not known keeps that of the stage before. */
function stagesOf(lo: number, hi: number, rounds: readonly Step[]): Stage[] {
  const stages: Stage[] = [{ round: 0, low: lo, high: hi, step: null }];
  for (const step of rounds) {
    const before = stages.at(-1)!;
    stages.push({ round: step.round + 1, low: step.low ?? before.low, high: step.high ?? before.high, step });
  }
  return stages;
}

/** The limits by the model, as a darker band over each run of rounds that have some. */
function limits(rounds: readonly Step[], x: Axis, y: Axis): SVGElement[] {
  const known = rounds.filter((step) => step.limits !== null);
  const side = (end: 0 | 1): [number, number][] => known.map((step) => [x.place(step.round + 1), y.place(step.limits![end])]);
  return known.length > 1 ? [shape("path", { class: "likely", d: `${path([...side(1), ...side(0).reverse()])}Z` })] : [];
}

function cuts(message: Standing, rounds: readonly Step[], x: Axis, y: Axis): SVGElement[] {
  const seen = new Set(rounds.map(({ round }) => round));
  const half = Math.min(5, (x.place(1) - x.place(0)) / 2 - 1);
  if (half < 1) return [];
  return message.questions
    .filter(({ round, thresholds }) => seen.has(round) && thresholds.length <= 16)
    .flatMap(({ round, thresholds }) =>
      thresholds.map((cut) => {
        const [at, up] = [x.place(round + 0.5), y.place(cut)];
        return shape("line", { class: "cut", x1: at - half, x2: at + half, y1: up, y2: up });
      }),
    );
}

/** A dot for every round that has room, which says its round to a pointer. */
function dots(rounds: readonly Step[], x: Axis, y: Axis): SVGElement[] {
  const shown = x.place(1) - x.place(0) >= 6 ? rounds : rounds.slice(-1);
  return shown.map((step) => {
    const between = step.limits === null ? "" : `, by the model between ${plain(step.limits[0])} and ${plain(step.limits[1])}`;
    const title = shape("title", {}, `Round ${step.round + 1}: ${plain(step.value)}${between}`);
    return shape("circle", { class: "dot", cx: x.place(step.round + 1), cy: y.place(step.value), r: 3.5 }, title);
  });
}
