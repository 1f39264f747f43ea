// Ledger: a device's record of its answers, kept where it lasts.
//
// Spend before you speak: an answer is stored durably before it is sent. After any interruption the same question gets
// the same answer, and every answer that may have been sent stays charged. A ledger that cannot be read gives no answers.

import { afford, checkedLoss, draw, entryFor, type Entry } from "./account.ts";
import { address, surveyId } from "./address.ts";
import type { QuestionMessage } from "./answer_messages.ts";
import { checkedNano, nats, type Nano } from "./epsilon.ts";
import { BadInvitation, BadLedger, GrantSpent, OffTerms, YourFault } from "./errors.ts";
import { nameOf } from "./invitations.ts";
import { decodeLine, FORMAT, type HeadLine, type LeaveLine, type Line } from "./lines.ts";
import { encode } from "./message.ts";
import { secret } from "./names.ts";
import { leftIn, pageAt, Pages, pagesOf, pinned, spentIn, stayAway, take, type Page } from "./pages.ts";
import { systemCoins, type Coins } from "./randomizer.ts";
import type { Change, Store, Stored } from "./store.ts";
import { hashOf, wholeOf, type SurveyMessage } from "./terms_message.ts";

/** What a ledger may be given instead of its own clock and its own random texts. */
export interface LedgerOptions {
  readonly clock?: () => string;
  readonly secret?: () => string;
}

/** A line before it is written: its time is that of the writing. */
type Untimed<L> = L extends Line ? Omit<L, "time"> : never;
type Write = <L extends Untimed<Exclude<Line, HeadLine>>>(line: L) => L & { readonly time: string };

/** The current UTC time in ISO 8601, to the second. */
const now = (): string => `${new Date().toISOString().slice(0, 19)}+00:00`;

/** The pages of all surveys of a device, in a store that several tabs or processes may use at once. */
export class Ledger {
  readonly #store: Store;
  readonly #clock: () => string;
  readonly #secret: () => string;
  readonly #pages = new Pages();
  #head = "";
  #seen = 0; // the number of the last line that was taken
  #busy: Promise<unknown> = Promise.resolve();

  constructor(store: Store, options: LedgerOptions = {}) {
    [this.#store, this.#clock, this.#secret] = [store, options.clock ?? now, options.secret ?? secret];
  }

  /** The pages of all surveys, in the order they were first seen. */
  pages(): Promise<readonly Page[]> {
    return this.#change((pages) => pagesOf(pages));
  }

  /** The lines of all surveys that the person left for good, each with the loss of its erased answers. */
  leftForGood(): Promise<readonly LeaveLine[]> {
    return this.#change(({ leftForGood }) => [...leftForGood.values()]);
  }

  /** The grant for all surveys together; null if the person set none. */
  lifetime(): Promise<Nano | null> {
    return this.#change(({ lifetime }) => lifetime);
  }

  /** What all answers to all surveys may have revealed. */
  spent(): Promise<Nano> {
    return this.#change((pages) => spentIn(pages));
  }

  /** What may still be spent on a survey: the smaller of what is left of its grant and of the lifetime's. */
  left(page: Page): Promise<Nano> {
    return this.#change((pages) => Math.min(own(pages, page).account.left, leftIn(pages)));
  }

  /** Set the grant for all surveys together; answers that were given before count against it too. */
  grant(lifetime: Nano): Promise<void> {
    return this.#change((_, write) => void write({ kind: "grant", server: null, survey: null, grant: checkedNano(lifetime) }));
  }

  /** Pin the terms of a survey and a name for it, or return its page; refuse changed terms and addresses. */
  async join(server: string, message: SurveyMessage, grant: Nano | null = null, invitation: string | null = null): Promise<Page> {
    const { terms, access } = message;
    const survey = terms.groups ? wholeOf(message.survey) : message.survey; // all members of a survey share one page, and one grant
    const where = { server: address(server), survey: surveyId(survey) };
    const hash = hashOf(terms);
    const named = `survey ${where.survey}`;
    if (access === "open" && invitation !== null) throw new YourFault(`${named} needs no invitation`); // it would identify the person
    await this.#change((pages, write) => {
      const page = pinned(pages, where, hash);
      if (access === "invitation" && (invitation ?? page?.invitation ?? null) === null) throw new BadInvitation(`${named} is for the invited alone`);
      if (!page || (invitation !== null && invitation !== page.invitation)) {
        if (page?.account.told.length) throw new YourFault(`${named} was answered already`);
        write({ kind: "terms", ...where, terms, hash, name: invitation === null ? this.#secret() : nameOf(invitation), invitation });
      }
      const allowed = page?.account.grant ?? terms.grant;
      if (grant !== null && Math.min(checkedNano(grant), terms.grant) !== allowed) write({ kind: "grant", ...where, grant });
    });
    return pageAt(this.#pages, where)!;
  }

  /** Return the recorded entry of a repeated question, or record a fresh one within all grants; else refuse. */
  respond(page: Page, value: number, question: QuestionMessage, coins: Coins = systemCoins, inside?: boolean): Promise<Entry> {
    return this.#change((pages, write) => {
      stayAway(pages, page.survey);
      const { server, survey, account } = own(pages, page);
      const entry = entryFor(account, question);
      if (entry) return entry;
      const loss = checkedLoss(account, question);
      affordAll(pages, loss);
      const said = draw(account, value, question, coins, inside);
      return write({ kind: "answer", server, survey, question, said, receipt: this.#secret(), loss }); // handed out once it is stored
    });
  }

  /** Leave a survey for good, joined or not: it is never answered again. */
  leave(server: string, survey: string): Promise<void> {
    return this.#change(({ leftForGood }, write) => {
      if (!leftForGood.has(surveyId(survey))) write({ kind: "left", server: address(server), survey, loss: 0 });
    });
  }

  /** Leave a survey for good, and keep only its id, its address and the loss of its answers. */
  erase(page: Page): Promise<void> {
    return this.#change((pages, write, forget) => {
      const { server, survey } = own(pages, page);
      forget(survey);
      write({ kind: "left", server, survey, loss: spentIn(pages, survey) });
    });
  }

  /** Refuse if one more answer would exceed a grant; to be called before a question is asked for. */
  afford(page: Page): Promise<void> {
    return this.#change((pages) => {
      const { account } = own(pages, page);
      afford(account, account.terms.loss);
      affordAll(pages, account.terms.loss);
    });
  }

  /** Record the fate of an answer; if the record is lost, the same answer is sent once more. */
  settle(page: Page, entry: Entry, fate: string): Promise<void> {
    return this.#change((pages, write) => {
      const { server, survey, fates } = own(pages, page);
      const { round } = entry.question;
      if (fates.get(round) !== fate) write({ kind: "fate", server, survey, round, fate });
    });
  }

  /** Run `act` on up-to-date pages in one transaction of the store; what it writes is stored when this returns. */
  #change<T>(act: (pages: Pages, write: Write, forget: (survey: string) => void) => T): Promise<T> {
    const turn = this.#busy.then(async () => {
      const added: Line[] = [];
      const write: Write = (line) => {
        const timed = { ...line, time: this.#clock() };
        added.push(timed as Line);
        return timed;
      };
      let [result, head, remove]: [T?, HeadLine?, Change["remove"]?] = [];
      this.#seen = await this.#store.change(this.#seen, (stored) => {
        head = this.#catchUp(stored);
        result = act(this.#pages, write, (survey) => (remove = (text) => (decodeLine(text) as { survey?: unknown }).survey === survey));
        return { add: (stored.length || !added.length ? added : [head, ...added]).map(encode), remove: remove ?? null };
      });
      if (added.length) this.#head = head!.id;
      for (const line of added) take(this.#pages, line);
      return result!;
    });
    this.#busy = turn.catch(() => {});
    return turn;
  }

  /** Take the lines that others added; refuse a ledger that is not the one from before. */
  #catchUp([first, ...rest]: readonly Stored[]): HeadLine {
    const head: Line = first ? decodeLine(first.text) : { kind: "ledger", format: FORMAT, id: secret() };
    if (head.kind !== "ledger") throw new BadLedger("no ledger");
    if (this.#head && head.id !== this.#head) throw new BadLedger("the ledger was replaced or cleared");
    for (const { number, text } of rest) {
      take(this.#pages, decodeLine(text));
      this.#seen = number;
    }
    if (first) this.#head = head.id;
    return head;
  }
}

/** The page of a survey in this ledger, which is up to date. */
function own(pages: Pages, page: Page): Page {
  const known = pageAt(pages, page);
  if (!known) throw new OffTerms(`join survey ${page.survey} first`);
  return known;
}

/** Refuse a loss that exceeds what is left of the lifetime grant. */
function affordAll(pages: Pages, loss: Nano): void {
  if (loss > leftIn(pages)) throw new GrantSpent(`${nats(spentIn(pages))} of ${nats(pages.lifetime!)} nats for a lifetime`);
}
