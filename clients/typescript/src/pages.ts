// Pages: the state of each survey, from the lines of a ledger.

import { Account, total, type Entry } from "./account.ts";
import type { Nano } from "./epsilon.ts";
import { BadLedger, OffTerms, YourFault } from "./errors.ts";
import type { AnswerLine, LeaveLine, Line, TermsLine } from "./lines.ts";
import { checkQuestion } from "./question.ts";
import { hashOf } from "./terms_message.ts";

/** One survey: its pinned terms, the device's name in it, the answers, and their fates by round. */
export interface Page extends TermsLine {}
export class Page {
  readonly account: Account;
  readonly fates = new Map<number, string>();

  constructor(line: TermsLine) {
    Object.assign(this, line);
    this.account = new Account(line.terms);
  }

  /** The entries without a fate: recorded, perhaps sent, and not acknowledged. */
  get unsettled(): readonly Entry[] {
    return this.account.told.filter(({ question }) => !this.fates.has(question.round));
  }
}

interface Where {
  readonly server: string | null;
  readonly survey: string | null;
}

/** The pages of all surveys, the surveys left for good, and the lifetime grant. */
export class Pages {
  lifetime: Nano | null = null;
  readonly leftForGood = new Map<string, LeaveLine>();
  readonly all = new Map<string, Page>();
}

const keyOf = ({ server, survey }: Where): string => `${survey} ${server}`;

/** The pages of a survey, at whatever address; without one, of all. */
export function pagesOf({ all }: Pages, survey?: string): readonly Page[] {
  return [...all.values()].filter((page) => !survey || page.survey === survey);
}

/** The page of a survey at a server. */
export const pageAt = ({ all }: Pages, where: Where): Page | undefined => all.get(keyOf(where));

/** What all answers to a survey may have revealed; without one, to all surveys, erased ones too. */
export function spentIn(pages: Pages, survey?: string): Nano {
  const erased = survey ? [] : pages.leftForGood.values();
  return total([...erased, ...pagesOf(pages, survey).flatMap(({ account }) => account.told)]);
}

/** What is left of the lifetime grant; Infinity if there is none. */
export function leftIn(pages: Pages): Nano {
  return pages.lifetime === null ? Infinity : Math.max(0, pages.lifetime - spentIn(pages));
}

/** The page of a survey; refuse other terms than it was pinned with, and the same ones at another address. */
export function pinned(pages: Pages, where: { readonly server: string; readonly survey: string }, hash: string): Page | undefined {
  const { survey } = where;
  stayAway(pages, survey);
  const page = pageAt(pages, where);
  if (page && page.hash !== hash) throw new OffTerms(`survey ${survey} has other terms now`);
  const elsewhere = page ? null : pagesOf(pages, survey).find((other) => other.hash === hash);
  if (elsewhere) throw new OffTerms(`survey ${survey} is answered at ${elsewhere.server}, not here`);
  return page;
}

/** Refuse a survey that the person left for good, at whatever address. */
export function stayAway({ leftForGood }: Pages, survey: string): void {
  const line = leftForGood.get(survey);
  if (line) throw new YourFault(`you left survey ${survey} for good`);
}

/** Apply one line; refuse one that contradicts those before it. */
export function take(pages: Pages, line: Line): void {
  if (line.kind === "left") leave(pages, line);
  else if (line.kind === "terms") pin(pages, line);
  else if (line.kind === "grant" && line.server === null) pages.lifetime = line.grant;
  else takeOn(line.kind === "ledger" ? undefined : pageAt(pages, line), line);
}

function takeOn(page: Page | undefined, line: Line): void {
  if (!page) throw new BadLedger("a line that does not fit");
  const { account, fates } = page;
  if (line.kind === "grant") account.grant = Math.min(line.grant, account.terms.grant);
  else if (line.kind === "fate" && account.entries.has(line.round)) fates.set(line.round, line.fate);
  else if (line.kind === "answer" && fits(account, line)) account.entries.set(line.question.round, line);
  else throw new BadLedger("a line that does not fit");
}

/** Whether an answer is one to its question, has its loss, and is the first in its round. */
function fits({ entries }: Account, { question, said, loss }: AnswerLine): boolean {
  return said < question.table.length && loss === checkQuestion(question) && !entries.has(question.round);
}

function pin({ all }: Pages, line: TermsLine): void {
  const page = all.get(keyOf(line)) ?? new Page(line);
  if (line.hash !== hashOf(line.terms) || page.hash !== line.hash || page.account.told.length) throw new BadLedger("a line that does not fit");
  const { name, invitation } = line;
  all.set(keyOf(line), Object.assign(page, { name, invitation }));
}

/** Keep the line with the larger loss, so that none is forgotten; with a loss, the survey's lines were erased. */
function leave(pages: Pages, line: LeaveLine): void {
  const { survey, loss } = line;
  if (loss > (pages.leftForGood.get(survey)?.loss ?? -1)) pages.leftForGood.set(survey, line);
  if (loss) for (const page of pagesOf(pages, survey)) pages.all.delete(keyOf(page));
}
