// Question: "is your number at most ...?", put to a device in one round.

import { BadQuestion } from "./errors.ts";
import { Randomizer } from "./randomizer.ts";

/** The thresholds of a question, and how to randomize the answer; with one threshold it is 1 for yes, 0 for no. */
export class Question {
  readonly round: number;
  readonly index: number;
  readonly thresholds: readonly number[];
  readonly randomizer: Randomizer;

  constructor(round: number, index: number, thresholds: readonly number[], randomizer: Randomizer) {
    if (![round, index].every((number) => Number.isSafeInteger(number) && number >= 0)) {
      throw new BadQuestion(`question ${index} of round ${round}; both count from 0`);
    }
    const rising = thresholds.every((at, index) => Number.isFinite(at) && !(at <= thresholds[index - 1]!));
    const needed = randomizer.table.length - 1;
    if (!rising || thresholds.length !== needed) {
      throw new BadQuestion(`thresholds=${thresholds}; ${needed} are needed, the smallest first`);
    }
    [this.round, this.index, this.randomizer] = [round, index, randomizer];
    this.thresholds = Object.freeze([...thresholds]);
    Object.freeze(this);
  }

  equals(other: Question): boolean {
    return (
      this.round === other.round &&
      this.index === other.index &&
      this.thresholds.length === other.thresholds.length &&
      this.thresholds.every((at, index) => at === other.thresholds[index]) &&
      this.randomizer.equals(other.randomizer)
    );
  }
}
