// Respondent: a device without a store, whose answers are kept in memory alone, to replay vectors and to be attacked.

import { Account, checkedLoss, draw, entryFor, type Entry } from "../src/account.ts";
import type { QuestionMessage } from "../src/answer_messages.ts";
import { admit } from "../src/domain.ts";
import type { Nano } from "../src/epsilon.ts";
import { systemCoins, type Coins } from "../src/randomizer.ts";
import { checkTerms, type Terms } from "../src/terms.ts";

/** One person's value, under the terms of one survey. */
export class Respondent {
  readonly #value: number;
  readonly #account: Account;
  readonly #coins: Coins;

  constructor(value: number, terms: Terms, coins: Coins = systemCoins) {
    checkTerms(terms);
    this.#value = admit(terms, value);
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
  respond(question: QuestionMessage): number {
    const account = this.#account;
    const entry = entryFor(account, question);
    if (entry) return entry.said;
    const loss = checkedLoss(account, question);
    const said = draw(account, this.#value, question, this.#coins);
    account.entries.set(question.round, { question, said, receipt: "", loss, time: "" }); // charged before it is sent
    return said;
  }
}
