// Terms: what a survey promises a person before the first question; a device checks every question against them.

import type { Domain, Outside } from "./domain.ts";
import { nats, type Nano } from "./epsilon.ts";
import { BadTerms } from "./errors.ts";
import type { Question } from "./question.ts";

/** The domain, what happens outside it, how many answers at most, the loss of each, and the grant. */
export class Terms {
  readonly domain: Domain;
  readonly outside: Outside;
  readonly answers: number;
  readonly loss: Nano;
  readonly grant: Nano;

  constructor(domain: Domain, outside: Outside, answers: number, loss: Nano, grant: Nano) {
    if (![answers, loss, grant].every((number) => Number.isSafeInteger(number) && number >= 1)) {
      throw new BadTerms(`answers=${answers}, loss=${loss}, grant=${grant}; whole numbers from 1`);
    }
    if (BigInt(answers) * BigInt(loss) > BigInt(grant)) {
      throw new BadTerms(`${answers} answers of ${nats(loss)} nats each exceed the grant of ${nats(grant)}`);
    }
    [this.domain, this.outside, this.answers, this.loss, this.grant] = [domain, outside, answers, loss, grant];
    Object.freeze(this);
  }

  /** Why a question breaks these terms; null if it keeps them. */
  objection(question: Question): string | null {
    const { loss } = question.randomizer;
    if (loss > this.loss) return `it costs ${nats(loss)} nats; the terms say ${nats(this.loss)}`;
    const outside = question.thresholds.find((threshold) => !this.domain.holds(threshold));
    return outside === undefined ? null : `its threshold ${outside} is outside [${this.domain.lo}, ${this.domain.hi}]`;
  }
}
