// Pages: the state of each survey, from the lines of a ledger.

import { Account, type Entry } from "./account.ts";
import { questionOf } from "./answer_messages.ts";
import type { Nano } from "./epsilon.ts";
import { BadLedger, OffTerms, YourFault } from "./errors.ts";
import type { AnswerLine, FateLine, GrantLine, LeaveLine, Line, TermsLine } from "./lines.ts";
import { hashOf, termsOf, type TermsMessage } from "./terms_message.ts";

/** One survey: its pinned terms, the device's name in it, the answers, and their fates by round. */
export class Page {
  readonly server: string;
  readonly survey: string;
  readonly terms: TermsMessage;
  readonly hash: string;
  readonly time: string;
  readonly account: Account;
  readonly fates = new Map<number, string>();
  /** Whoever knows it can answer for this device. */
  name: string;
  invitation: string | null;

  constructor(line: TermsLine) {
    [this.server, this.survey, this.terms, this.hash, this.time] = [line.server, line.survey, line.terms, line.hash, line.time];
    [this.name, this.invitation] = [line.name, line.invitation];
    this.account = new Account(termsOf(line.terms));
  }

  /** The entries without a fate: recorded, perhaps sent, and not acknowledged. */
  get unsettled(): readonly Entry[] {
    return this.account.told.filter((entry) => !this.fates.has(entry.question.round));
  }
}

interface Where {
  readonly server: string | null;
  readonly survey: string | null;
}

const keyOf = ({ server, survey }: Where): string => `${survey} ${server}`;

/** The pages of all surveys, the surveys left for good, and the lifetime grant. */
export class Pages {
  lifetime: Nano | null = null;
  readonly leftForGood = new Map<string, LeaveLine>();
  readonly #pages = new Map<string, Page>();

  get all(): readonly Page[] {
    return [...this.#pages.values()];
  }

  /** What all answers to all surveys may have revealed. */
  get spent(): Nano {
    const erased = [...this.leftForGood.values()].reduce((sum, line) => sum + line.loss, 0);
    return this.all.reduce((sum, page) => sum + page.account.spent, erased);
  }

  /** What is left of the lifetime grant; Infinity if there is none. */
  get left(): Nano {
    return this.lifetime === null ? Infinity : Math.max(0, this.lifetime - this.spent);
  }

  /** The page of a survey at a server. */
  page(where: Where): Page | undefined {
    return this.#pages.get(keyOf(where));
  }

  /** The page of a survey; refuse other terms than it was pinned with, and the same ones at another address. */
  pinned(server: string, survey: string, hash: string): Page | undefined {
    this.stayAway(survey);
    const page = this.page({ server, survey });
    if (page && page.hash !== hash) {
      throw new OffTerms(`survey ${survey} at ${server} has other terms now than those this device agreed to`);
    }
    const elsewhere = this.all.find((other) => other.survey === survey && other.hash === hash && other.server !== server);
    if (!page && elsewhere) {
      throw new OffTerms(
        `survey ${survey} at ${server} is the one that this device joined at ${elsewhere.server}; it is answered at ` +
          `one address alone: use ${elsewhere.server}`,
      );
    }
    return page;
  }

  /** Refuse a survey that the person left for good, at whatever address. */
  stayAway(survey: string): void {
    const line = this.leftForGood.get(survey);
    if (line) throw new YourFault(`this device left survey ${survey} for good at ${line.time}; nothing was said`);
  }

  /** Apply one line; refuse one that contradicts those before it. */
  take(line: Line): void {
    if (line.kind === "grant") this.#allow(line);
    else if (line.kind === "terms") this.#pin(line);
    else if (line.kind === "answer") this.#addAnswer(line);
    else if (line.kind === "fate") this.#settle(line);
    else if (line.kind === "left") this.#leave(line);
    else throw new BadLedger("a second head");
  }

  #known(where: Where): Page {
    const page = this.page(where);
    if (!page) throw new BadLedger(`it speaks of survey ${where.survey}, whose terms are not before it`);
    return page;
  }

  #allow(line: GrantLine): void {
    if (line.server === null) this.lifetime = line.grant;
    else this.#known(line).account.allow(line.grant);
  }

  #pin(line: TermsLine): void {
    if (line.hash !== hashOf(line.terms)) throw new BadLedger("its hash is not that of its terms");
    const known = this.page(line) ?? new Page(line);
    if (known.hash !== line.hash || known.account.told.length) {
      throw new BadLedger("it changes terms or a name that were used before it");
    }
    [known.name, known.invitation] = [line.name, line.invitation];
    this.#pages.set(keyOf(line), known);
  }

  #addAnswer({ question: message, said: answer, receipt, loss, time, ...where }: AnswerLine): void {
    const { account } = this.#known(where);
    const question = questionOf(message);
    const fits = answer >= 0 && answer < message.table.length && loss === question.randomizer.loss;
    if (!fits || account.answered(question.round)) throw new BadLedger("its answer or loss does not fit, or its round was answered before it");
    account.keep({ question, answer, receipt, time });
  }

  #settle(line: FateLine): void {
    const page = this.#known(line);
    if (!page.account.answered(line.round)) throw new BadLedger(`it settles round ${line.round}, which was not answered`);
    page.fates.set(line.round, line.fate);
  }

  /** Keep the line with the larger loss, so that none is forgotten; with a loss, the survey's lines were erased. */
  #leave(line: LeaveLine): void {
    const known = this.leftForGood.get(line.survey);
    if (!known || line.loss > known.loss) this.leftForGood.set(line.survey, line);
    if (line.loss) for (const page of this.all) if (page.survey === line.survey) this.#pages.delete(keyOf(page));
  }
}
