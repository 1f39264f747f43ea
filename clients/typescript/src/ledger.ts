// Ledger: a device's record of its answers, kept where it lasts.
//
// Spend before you speak: an answer is stored durably before it is sent. After any interruption the same question gets
// the same answer, and every answer that may have been sent stays charged. A ledger that cannot be read gives no answers.

import type { Entry } from "./account.ts";
import { address, surveyId } from "./address.ts";
import { messageOf } from "./answer_messages.ts";
import { checkedNano, nats, type Nano } from "./epsilon.ts";
import { BadInvitation, BadLedger, GrantSpent, OffTerms, YourFault } from "./errors.ts";
import { nameOf } from "./invitations.ts";
import { decodeLine, encodeLine, FORMAT, type HeadLine, type LeaveLine, type Line } from "./lines.ts";
import { secret } from "./names.ts";
import { Pages, type Page } from "./pages.ts";
import type { Question } from "./question.ts";
import { systemCoins, type Coins } from "./randomizer.ts";
import type { Change, Store, Stored } from "./store.ts";
import { hashOf, type SurveyMessage } from "./terms_message.ts";

/** What a ledger may be given instead of its own clock and its own random texts. */
export interface LedgerOptions {
  readonly clock?: () => string;
  readonly secret?: () => string;
}

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
    this.#store = store;
    this.#clock = options.clock ?? now;
    this.#secret = options.secret ?? secret;
  }

  /** The pages of all surveys, in the order they were first seen. */
  pages(): Promise<readonly Page[]> {
    return this.#change(() => this.#pages.all);
  }

  /** The lines of all surveys that the person left for good, each with the loss of its erased answers. */
  leftForGood(): Promise<readonly LeaveLine[]> {
    return this.#change(() => [...this.#pages.leftForGood.values()]);
  }

  /** The grant for all surveys together; null if the person set none. */
  lifetime(): Promise<Nano | null> {
    return this.#change(() => this.#pages.lifetime);
  }

  /** What all answers to all surveys may have revealed. */
  spent(): Promise<Nano> {
    return this.#change(() => this.#pages.spent);
  }

  /** What may still be spent on a survey: the smaller of what is left of its grant and of the lifetime's. */
  left(page: Page): Promise<Nano> {
    return this.#change(() => Math.min(this.#own(page).account.left, this.#pages.left));
  }

  /** Set the grant for all surveys together; answers that were given before count against it too. */
  grant(lifetime: Nano): Promise<void> {
    return this.#change((write) =>
      write({ kind: "grant", server: null, survey: null, grant: checkedNano(lifetime), time: this.#clock() }),
    );
  }

  /** Pin the terms of a survey and a name for it, or return its page; refuse changed terms and addresses. */
  async join(server: string, survey: SurveyMessage, grant: Nano | null = null, invitation: string | null = null): Promise<Page> {
    const where = { server: address(server), survey: surveyId(survey.survey) };
    const hash = hashOf(survey.terms);
    if (survey.access === "open" && invitation !== null) {
      // it would identify the person
      throw new YourFault(`survey ${where.survey} is open to everybody and needs no invitation; leave it out`);
    }
    await this.#change((write) => {
      const page = this.#pages.pinned(where.server, where.survey, hash);
      if (survey.access === "invitation" && (invitation ?? page?.invitation ?? null) === null) {
        throw new BadInvitation(`survey ${where.survey} is for the invited alone; give the invitation that you got for it`);
      }
      if (!page || (invitation !== null && invitation !== page.invitation)) {
        if (page?.account.told.length) throw new YourFault(`survey ${where.survey} was answered already, without this invitation; leave it out`);
        const name = invitation === null ? this.#secret() : nameOf(invitation);
        write({ kind: "terms", ...where, terms: survey.terms, hash, name, invitation, time: this.#clock() });
      }
      const allowed = page?.account.grant ?? survey.terms.grant;
      if (grant !== null && Math.min(checkedNano(grant), survey.terms.grant) !== allowed) {
        write({ kind: "grant", ...where, grant, time: this.#clock() });
      }
    });
    return this.#pages.page(where)!;
  }

  /** Return the recorded entry of a repeated question, or record a fresh one within all grants; else refuse. */
  respond(page: Page, value: number, question: Question, coins: Coins = systemCoins): Promise<Entry> {
    return this.#change((write) => {
      this.#pages.stayAway(page.survey);
      const { server, survey, account } = this.#own(page);
      const entry = account.entryFor(question);
      if (entry) return entry;
      const { loss } = question.randomizer;
      account.check(question);
      this.#afford(loss);
      const answer = account.fresh(value, question, coins);
      const [receipt, time] = [this.#secret(), this.#clock()];
      write({ kind: "answer", server, survey, question: messageOf(question), said: answer, receipt, loss, time });
      return { question, answer, receipt, time }; // handed out once the line is stored: charged before it is sent
    });
  }

  /** Leave a survey for good, joined or not: it is never answered again. */
  leave(server: string, survey: string): Promise<void> {
    return this.#change((write) => {
      if (this.#pages.leftForGood.has(surveyId(survey))) return;
      write({ kind: "left", server: address(server), survey, loss: 0, time: this.#clock() });
    });
  }

  /** Leave a survey for good, and keep only its id, its address and the loss of its answers. */
  erase(page: Page): Promise<void> {
    return this.#change((write, forget) => {
      const { server, survey } = this.#own(page);
      const pages = this.#pages.all.filter((other) => other.survey === survey);
      forget((line) => "survey" in line && line.survey === survey);
      write({ kind: "left", server, survey, loss: pages.reduce((sum, { account }) => sum + account.spent, 0), time: this.#clock() });
    });
  }

  /** Refuse if one more answer would exceed a grant; to be called before a question is asked for. */
  afford(page: Page): Promise<void> {
    return this.#change(() => {
      const { account } = this.#own(page);
      account.afford(account.terms.loss);
      this.#afford(account.terms.loss);
    });
  }

  /** Record the fate of an answer; if the record is lost, the same answer is sent once more. */
  settle(page: Page, entry: Entry, fate: string): Promise<void> {
    return this.#change((write) => {
      const { server, survey, fates } = this.#own(page);
      const { round } = entry.question;
      if (fates.get(round) !== fate) write({ kind: "fate", server, survey, round, fate, time: this.#clock() });
    });
  }

  /** Run `act` on up-to-date pages in one transaction of the store; what it writes is stored when this returns. */
  #change<T>(act: (write: (line: Line) => void, forget: (which: (line: Line) => boolean) => void) => T): Promise<T> {
    const turn = this.#busy.then(async () => {
      const added: Line[] = [];
      let result: T;
      let head: Line;
      let remove: Change["remove"] = null;
      this.#seen = await this.#store.change(this.#seen, (stored) => {
        head = this.#catchUp(stored);
        result = act(
          (line) => added.push(line),
          (which) => (remove = (text) => which(decodeLine(text))),
        );
        const first = stored.length || !added.length ? [] : [head];
        return { add: [...first, ...added].map(encodeLine), remove };
      });
      if (added.length) this.#head = (head! as HeadLine).id;
      for (const line of added) this.#pages.take(line);
      return result!;
    });
    this.#busy = turn.catch(() => {});
    return turn;
  }

  /** Take the lines that others added; refuse a ledger that is not the one from before. */
  #catchUp(stored: readonly Stored[]): HeadLine {
    const head: Line = stored[0] ? decodeLine(stored[0].text) : { kind: "ledger", format: FORMAT, id: secret() };
    if (head.kind !== "ledger") throw new BadLedger("this is no ledger; it is left as it is");
    if (this.#head && head.id !== this.#head) throw new BadLedger("the ledger was replaced or cleared while in use; start anew");
    for (const { number, text } of stored.slice(1)) {
      this.#pages.take(decodeLine(text));
      this.#seen = number;
    }
    if (stored[0]) this.#head = head.id;
    return head;
  }

  /** This ledger's own page of a survey, which is up to date. */
  #own(page: Page): Page {
    const own = this.#pages.page(page);
    if (!own) throw new OffTerms(`survey ${page.survey} is not in this ledger; join it first`);
    return own;
  }

  /** Refuse a loss that exceeds what is left of the lifetime grant. */
  #afford(loss: Nano): void {
    const { left, spent, lifetime } = this.#pages;
    if (loss <= left) return;
    throw new GrantSpent(`${nats(spent)} nats spent of ${nats(lifetime ?? 0)} for a lifetime; this question would cost ${nats(loss)} more`);
  }
}
