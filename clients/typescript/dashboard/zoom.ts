// Zoom: which numbers a picture of an estimate shows; as lowwater.core.estimate_view has it.

import type { Estimate, Point } from "./messages.ts";

const REACH = 0.3; // shares that differ by so much from the one searched for are not shown
const ROOM = 3; // beyond its marks a picture shows at most so many times their extent
const MARGIN = 0.06;

/** The numbers from a bit before all marks to where the share is `REACH` away from the one searched for. */
export function numbers(estimate: Estimate): [number, number] {
  const sign = estimate.direction === "minimum" ? 1 : -1;
  const marks = stated(estimate).map((mark) => sign * mark);
  const [near, far] = [Math.min(...marks), Math.max(...marks)];
  const span = far - near || Infinity;
  const seen = rising(estimate)
    .filter(([, share]) => Math.abs(share - searched(estimate)) <= REACH)
    .map(([value]) => sign * value);
  const first = estimate.quantile === null ? near : Math.max(Math.min(near, ...seen), near - ROOM * span);
  const last = Math.min(Math.max(far, ...seen), far + ROOM * span);
  const margin = MARGIN * (last - first);
  return sign > 0 ? [first - margin, last + margin] : [-last - margin, -first + margin];
}

/** The share at or before what is searched for. */
export const searched = ({ quantile }: Estimate): number => quantile ?? 0;

function stated({ certain, fitted, value, cell }: Estimate): number[] {
  const ends = [certain.somebody, certain.least, certain.most, fitted.low, fitted.high].filter((end) => end !== null);
  const points = [...certain.few.map(({ threshold }) => threshold), ...fitted.posterior.map(([at]) => at)];
  const bare = !points.length && !fitted.curve.length && !certain.band.length;
  return [value, ...ends, ...points, ...(bare ? cell : [])];
}

function rising({ certain, fitted }: Estimate): (readonly [number, number])[] {
  return fitted.curve.length ? [...fitted.curve] : certain.band.map(({ threshold, share }) => [threshold, share]);
}

/** The points of the band from `lo` to `hi`, the largest last, each with its size: 1 for a quarter of all people. */
export function shown({ certain }: Estimate, lo: number, hi: number): [Point, number][] {
  const points = certain.band.filter(({ threshold }) => threshold >= lo && threshold <= hi).sort((one, other) => one.people - other.people);
  const quarter = Math.max(1, points.reduce((sum, { people }) => sum + people, 0)) / 4;
  return points.map((point) => [point, Math.min(1, Math.sqrt(point.people / quarter))]);
}

/** The density between the points of a posterior, as a share of its peak; they are `narrowest` apart or more. */
export function density(posterior: Estimate["fitted"]["posterior"], narrowest: number): [number, number][] {
  const apart: (readonly [number, number])[] = [];
  for (const point of [...posterior].sort(([one], [other]) => one - other)) {
    if (!apart.length || point[0] - apart.at(-1)![0] >= narrowest) apart.push(point);
  }
  const steps = apart.slice(1).map(([value, chance], at): [number, number] => {
    const [start, below] = apart[at]!;
    return [start + (value - start) / 2, (chance - below) / (value - start)];
  });
  const peak = Math.max(0, ...steps.map(([, height]) => height));
  if (!(peak > 0)) return [];
  return [[apart[0]![0], 0], ...steps.map(([value, height]): [number, number] => [value, height / peak]), [apart.at(-1)![0], 0]];
}
