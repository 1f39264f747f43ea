// Groups chart: the estimate of every group on one axis, with how far off it likely is, and what is certain.

import { shape } from "../page/dom.ts";
import { groupOf } from "../src/groups.ts";
import { across, Axis } from "./axis.ts";
import type { ChartKind, Drawing } from "./chart.ts";
import type { Standing } from "./messages.ts";
import { plain, rough, several, STATES } from "./wording.ts";

const [TOP, ROW, RIGHT, CHARACTER, LONGEST] = [10, 30, 16, 7, 22];

/** Whether a round of the survey is over, so that its estimate says something. */
export const told = ({ questions }: Standing): boolean => questions.some(({ counts, withheld }) => counts !== null || withheld);

/** The group that a member is about. */
export const nameOf = (member: Standing): string => groupOf(member) ?? member.title;

export const GROUPS: ChartKind<readonly Standing[]> = {
  id: "groups",
  heading: "What was found in every group",
  about: "The estimate of each group, as far as it is likely off to either side, and the number at or before which somebody certainly is.",
  nothing: "Nothing yet: the first round of every group is still open.",
  draw,
  table: (members) => ({
    head: ["Group", "State", "Answers", "Needed", "Estimate", "Likely off by", "Certain: somebody up to"],
    rows: members.map((each) => {
      const { value, likely_error, certain } = each.estimate;
      const found = told(each) ? [value, likely_error, certain.somebody] : [null, null, null];
      return [nameOf(each), STATES[each.state], each.answers.got, each.answers.needed, ...found];
    }),
  }),
};

function draw(members: readonly Standing[], width: number): Drawing | null {
  const known = members.filter(told);
  if (!known.length) return null;
  const { lo, hi, texts } = members[0]!.terms;
  const left = 12 + CHARACTER * Math.min(LONGEST, Math.max(...members.map((each) => nameOf(each).length)));
  const x = new Axis(lo, hi, left, width - RIGHT);
  const bottom = TOP + ROW * members.length;
  const shapes = [...members.flatMap((each, at) => row(each, x, TOP + ROW * (at + 0.5), left)), ...across(x, bottom, texts[0]!.unit || "number")];
  const says = known.map((each) => `${nameOf(each)}: ${words(each)}`).join("; ");
  return { height: bottom + 46, shapes, says: `${several(known.length, "group")}: ${says}.` };
}

/** The estimate of a group in words. */
export function words({ estimate: { value, likely_error } }: Standing): string {
  return plain(value) + (likely_error === null ? ", error unknown" : `, likely off by about ${rough(likely_error)}`);
}

function row(member: Standing, x: Axis, y: number, left: number): SVGElement[] {
  const name = nameOf(member);
  const label = shape("text", { class: "name", x: left - 10, y: y + 4, "text-anchor": "end" }, name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name);
  const line = shape("line", { class: "grid", x1: left, x2: x.end, y1: y, y2: y });
  if (!told(member)) return [line, label];
  const { value, likely_error, certain } = member.estimate;
  const off = likely_error === null ? [] : [bar(x.place(value - likely_error), x.place(value + likely_error), y)];
  const sure = certain.somebody === null ? [] : [tick(x.place(certain.somebody), y, "cut", `somebody is at or before ${plain(certain.somebody)}`)];
  const dot = shape("circle", { class: "dot", cx: x.place(value), cy: y, r: 4.5 }, shape("title", {}, `${name}: ${words(member)}`));
  return [line, label, ...off, ...sure, dot];
}

const bar = (from: number, to: number, y: number): SVGElement => shape("rect", { class: "likely", x: from, y: y - 7, width: Math.max(1, to - from), height: 14, rx: 3 });

const tick = (at: number, y: number, kind: string, title: string): SVGElement => shape("line", { class: kind, x1: at, x2: at, y1: y - 10, y2: y + 10 }, shape("title", {}, title));
