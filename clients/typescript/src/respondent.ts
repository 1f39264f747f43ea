// Respondent: a person's device, which refuses to reveal more than was granted, whatever the server asks.
//
// Its answers are kept in memory only; a Ledger keeps them where they last.

import { Account, type Entry } from "./account.ts";
import type { Nano } from "./epsilon.ts";
import type { Question } from "./question.ts";
import { systemCoins, type Coins } from "./randomizer.ts";
import type { Terms } from "./terms.ts";

/** One person's value, under the terms of one survey. */
export class Respondent {
  readonly #value: number;
  readonly #account: Account;
  readonly #coins: Coins;

  constructor(value: number, terms: Terms, coins: Coins = systemCoins) {
    this.#value = terms.domain.admit(value, terms.outside);
    this.#account = new Account(terms);
    this.#coins = coins;
  }

  /** All entries of this device, in order. */
  get told(): readonly Entry[] {
    return this.#account.told;
  }

  /** What all answers together may have revealed. */
  get spent(): Nano {
    return this.#account.spent;
  }

  /** Answer a question within the terms; repeat the recorded answer to a repeated one; refuse any other. */
  respond(question: Question): number {
    const entry = this.#account.entryFor(question);
    if (entry) return entry.answer;
    const answer = this.#account.fresh(this.#value, question, this.#coins);
    this.#account.keep({ question, answer, receipt: "", time: "" }); // charged before it is sent
    return answer;
  }
}
