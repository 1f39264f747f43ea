// Account: a person's answers to one survey, and the rules that every further question must keep.
//
// A repeated question gets the recorded answer, never fresh coins: averaging many noisy copies of one truth would undo
// the noise.

import { nats, type Nano } from "./epsilon.ts";
import { GrantSpent, OffTerms } from "./errors.ts";
import type { Question } from "./question.ts";
import { COINS, type Coins } from "./randomizer.ts";
import type { Terms } from "./terms.ts";

/** A question and the answer that was given; from a ledger, with a receipt and a time. */
export interface Entry {
  readonly question: Question;
  readonly answer: number;
  readonly receipt: string;
  readonly time: string;
}

/** The entries of one survey, under its terms and the person's grant, whichever allows less. */
export class Account {
  readonly terms: Terms;
  grant: Nano;
  readonly #entries = new Map<number, Entry>();

  constructor(terms: Terms) {
    this.terms = terms;
    this.grant = terms.grant;
  }

  /** All entries, in order. */
  get told(): readonly Entry[] {
    return [...this.#entries.values()];
  }

  /** What all answers together may have revealed. */
  get spent(): Nano {
    return this.told.reduce((sum, entry) => sum + entry.question.randomizer.loss, 0);
  }

  /** What is left of the grant. */
  get left(): Nano {
    return Math.max(0, this.grant - this.spent);
  }

  /** Whether as many answers were given as the terms allow. */
  get full(): boolean {
    return this.#entries.size >= this.terms.answers;
  }

  /** Set the grant, to at most that of the terms. */
  allow(grant: Nano): void {
    this.grant = Math.min(grant, this.terms.grant);
  }

  /** Whether a round was answered. */
  answered(round: number): boolean {
    return this.#entries.has(round);
  }

  /** The entry of a question, undefined if it is new; refuse another question for an answered round. */
  entryFor(question: Question): Entry | undefined {
    const entry = this.#entries.get(question.round);
    if (entry && !entry.question.equals(question)) {
      throw new OffTerms(`round ${question.round + 1} was answered already, for another question`);
    }
    return entry;
  }

  /** Draw a new answer within the rules; keep it before it is sent. */
  fresh(value: number, question: Question, coins: Coins): number {
    this.check(question);
    const { domain, outside } = this.terms;
    const truth = domain.truth(domain.admit(value, outside), question.thresholds);
    return question.randomizer.randomize(truth, coins(COINS));
  }

  /** Add an entry. */
  keep(entry: Entry): void {
    this.#entries.set(entry.question.round, entry);
  }

  /** Refuse one more answer of this loss if it exceeds the number of answers or the grant. */
  afford(loss: Nano): void {
    if (!this.full && loss <= this.left) return;
    throw new GrantSpent(
      `${nats(this.spent)} nats spent of ${nats(this.grant)} in ${this.#entries.size} of ${this.terms.answers} answers; ` +
        `this question would cost ${nats(loss)} more`,
    );
  }

  /** Refuse a new question that the rules do not allow. */
  check(question: Question): void {
    const objection = this.terms.objection(question) ?? this.#changedRandomizer(question);
    if (objection !== null) throw new OffTerms(`this question is off the terms: ${objection}`);
    this.afford(question.randomizer.loss);
  }

  #changedRandomizer(question: Question): string | null {
    const same = this.told.every((entry) => entry.question.randomizer.equals(question.randomizer));
    return same ? null : "its randomizer is not the one that this survey began with";
  }
}
