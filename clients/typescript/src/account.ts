// Account: a person's answers to one survey, and the rules that every further question must keep.
//
// A repeated question gets the recorded answer, never fresh coins: averaging many noisy copies of one truth would undo
// the noise.

import type { QuestionMessage } from "./answer_messages.ts";
import { admit, truth } from "./domain.ts";
import { nats, type Nano } from "./epsilon.ts";
import { GrantSpent, OffTerms } from "./errors.ts";
import { encode } from "./message.ts";
import { checkQuestion } from "./question.ts";
import { COINS, randomize, type Coins } from "./randomizer.ts";
import { objection, type Terms } from "./terms.ts";

/** A question, the answer that was given and its loss; from a ledger, with a receipt and a time. */
export interface Entry {
  readonly question: QuestionMessage;
  readonly said: number;
  readonly receipt: string;
  readonly loss: Nano;
  readonly time: string;
}

/** The entries of one survey by round, under its terms and the person's grant, whichever allows less. */
export class Account {
  readonly terms: Terms;
  readonly entries = new Map<number, Entry>();
  grant: Nano;

  constructor(terms: Terms) {
    this.terms = terms;
    this.grant = terms.grant;
  }

  /** All entries, in order. */
  get told(): readonly Entry[] {
    return [...this.entries.values()];
  }

  /** What all answers together may have revealed. */
  get spent(): Nano {
    return total(this.told);
  }

  /** What is left of the grant. */
  get left(): Nano {
    return Math.max(0, this.grant - this.spent);
  }

  /** Whether as many answers were given as the terms allow. */
  get full(): boolean {
    return this.entries.size >= this.terms.answers;
  }
}

/** The sum of losses. */
export function total(items: Iterable<{ readonly loss: Nano }>): Nano {
  return [...items].reduce((sum, { loss }) => sum + loss, 0);
}

/** The entry of a question, undefined if it is new; refuse another question for an answered round. */
export function entryFor({ entries }: Account, question: QuestionMessage): Entry | undefined {
  const entry = entries.get(question.round);
  if (entry && encode(entry.question) !== encode(question)) throw new OffTerms("another question");
  return entry;
}

/** Refuse one more answer of this loss if it exceeds the number of answers or the grant. */
export function afford(account: Account, loss: Nano): void {
  const { full, left, spent, grant, terms, entries } = account;
  if (full || loss > left) throw new GrantSpent(`${nats(spent)} of ${nats(grant)} nats, ${entries.size} of ${terms.answers} answers`);
}

/** The loss of a new question; refuse one that the rules do not allow. */
export function checkedLoss(account: Account, question: QuestionMessage): Nano {
  const loss = checkQuestion(question);
  const same = account.told.every((entry) => String(entry.question.table) === String(question.table));
  const why = objection(account.terms, question.thresholds, loss) ?? (same ? null : "another randomizer");
  if (why) throw new OffTerms(why);
  afford(account, loss);
  return loss;
}

/** Draw a new answer to a question that was checked; store it before it is sent. `inside` the group asked about alone is the truth yes. */
export function draw({ terms }: Account, value: number, { table, thresholds }: QuestionMessage, coins: Coins, inside = true): number {
  const within = truth(terms, admit(terms, value), thresholds);
  return randomize(table, inside ? within : 0, coins(COINS));
}
