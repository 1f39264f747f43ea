// Question: "is your number at most ...?", put to a device in one round.

import { isCount, type Nano } from "./epsilon.ts";
import { BadQuestion } from "./errors.ts";
import { lossOf, type Table } from "./randomizer.ts";

/** The thresholds of a question, and how to randomize the answer; with one threshold it is 1 for yes, 0 for no. */
export interface Question {
  readonly round: number;
  readonly index: number;
  readonly thresholds: readonly number[];
  readonly table: Table;
}

/** What an answer to a question reveals at most; refuse what is no question. */
export function checkQuestion({ round, index, thresholds, table }: Question): Nano {
  const loss = lossOf(table);
  if (![round, index].every(isCount)) throw new BadQuestion(`question ${index} of round ${round}`);
  const rising = thresholds.every((at, which) => Number.isFinite(at) && !(at <= thresholds[which - 1]!));
  if (!rising || thresholds.length !== table.length - 1) throw new BadQuestion(`thresholds ${thresholds}`);
  return loss;
}
