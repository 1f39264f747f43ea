// Odds: how far answers that reveal at most `nats` can move a belief, either way.

/** The least and the most that a belief can become. */
export interface Range {
  readonly least: number;
  readonly most: number;
}

/** What a belief of `prior` (from 0 to 1) becomes at least and at most: the odds move by a factor of e**nats. */
export function moved(prior: number, nats: number): Range {
  return { least: after(prior, -nats), most: after(prior, nats) };
}

function after(prior: number, nats: number): number {
  if (prior <= 0 || prior >= 1) return prior;
  return 1 / (1 + ((1 - prior) / prior) * Math.exp(-nats));
}

/** A share in tenths of a percent, rounded by `round`: outwards, so that nobody is promised too much. */
export function tenths(share: number, round: (value: number) => number): number {
  const margin = round === Math.ceil ? -1e-9 : 1e-9; // a share that is a whole tenth stays one
  return round(1000 * share + margin) / 10;
}
