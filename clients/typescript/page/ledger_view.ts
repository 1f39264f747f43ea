// Ledger view: what this browser has told the surveys of this site.

import type { Entry } from "../src/account.ts";
import { nats } from "../src/epsilon.ts";
import type { Ledger } from "../src/ledger.ts";
import type { Page } from "../src/pages.ts";
import { textsIn } from "../src/texts_in.ts";
import { element, section } from "./dom.ts";
import type { Words } from "./words.ts";

/** The ledger, survey by survey, and what all of them may have learnt. */
export async function ledgerView(words: Words, ledger: Ledger): Promise<HTMLElement> {
  const pages = (await ledger.pages()).filter(({ account }) => account.told.length);
  const spent = await ledger.spent();
  const sum = spent ? [element("p", {}, words.all(words.format.number(Number(nats(spent)))))] : [];
  const parts = pages.length ? pages.map((page) => surveyView(words, page)) : [element("p", {}, words.toldNothing)];
  return section("ledger", words.told, ...parts, ...sum, element("p", { class: "quiet" }, words.forgets));
}

function surveyView(words: Words, page: Page): HTMLElement {
  const texts = textsIn(page.terms, words.tag);
  const { account } = page;
  const [spent, grant] = [account.spent, account.grant].map((loss) => words.format.number(Number(nats(loss))));
  const entries = account.told.map((entry) => element("li", {}, entryWords(words, page, entry)));
  const title = element("h3", { lang: texts.language, dir: "auto" }, texts.title);
  return element("div", { class: "told" }, title, element("ul", {}, ...entries), element("p", { class: "quiet" }, words.spent(spent!, grant!)));
}

function entryWords(words: Words, { terms, fates }: Page, { question, said: answer }: Entry): string {
  const { format } = words;
  const thresholds = question.thresholds.map((threshold) => format.number(threshold)).join(" · ");
  const several = question.thresholds.length > 1;
  const said = several ? format.number(answer) : answer ? words.yes : words.no;
  const fate = words.fates[fates.get(question.round) ?? ""] ?? words.noFate;
  const entry = (several ? words.cells : words.entry)(format.number(question.round + 1), thresholds, terms.direction, said);
  return `${entry}${words.pause} ${fate}.`;
}
