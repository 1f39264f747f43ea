// Terms view: who asks, what, why, until when, how long it is kept, and what an answer reveals.

import { nats, type Nano } from "../src/epsilon.ts";
import { chance, factor } from "../src/odds.ts";
import type { TermsMessage } from "../src/terms_message.ts";
import type { TextsMessage } from "../src/texts_message.ts";
import { element, section } from "./dom.ts";
import { oddsPicture } from "./odds_picture.ts";
import type { Words } from "./words.ts";

const NANO = 1e9;
const PLAIN = 30 * NANO; // beyond it odds are no longer worth printing

/** All that answers can reveal together, at most. */
export const mostRevealed = (terms: TermsMessage): Nano => Math.min(terms.answers * terms.loss, terms.grant);

/** A text of the survey's own, in its language and direction. */
export function told(texts: TextsMessage, text: string, words: Words): HTMLElement {
  return text ? element("span", { lang: texts.language, dir: "auto" }, text) : element("span", { class: "quiet" }, words.notSaid);
}

/** The facts of a survey. */
export function aboutView(words: Words, terms: TermsMessage, texts: TextsMessage): HTMLElement {
  const { format } = words;
  const closes = terms.closes === null ? words.untilAsked : (format.moment(terms.closes) ?? words.noMoment);
  const facts: [string, Node | string][] = [
    [words.question, told(texts, texts.question, words)],
    [words.whoAsks, told(texts, texts.asker, words)],
    [words.contact, told(texts, texts.contact, words)],
    [words.purpose, told(texts, texts.purpose, words)],
    [words.sought, sought(words, terms)],
    ...(terms.groups ? [[words.groups, element("span", { dir: "auto" }, terms.groups.join(" · "))] as [string, Node]] : []),
    [words.until, closes],
    [words.kept, words.keeping(format.lasting(terms.keep_names), format.lasting(terms.keep_tallies))],
  ];
  const list = facts.map(([name, fact]) => element("div", {}, element("dt", {}, name), element("dd", {}, fact)));
  return section("about", words.about, element("dl", {}, ...list));
}

function sought(words: Words, { quantile, direction }: TermsMessage): string {
  if (quantile === null) return direction === "minimum" ? words.least : words.greatest;
  return words.quantile(words.percent(100 * quantile), direction);
}

/** What an answer will and will not reveal. */
export function revealsView(words: Words, terms: TermsMessage): HTMLElement {
  const most = mostRevealed(terms);
  const { format } = words;
  const odds = most > PLAIN ? words.noPrivacy : words.odds(format.number(factor(most)), words.percent(Number(chance(most))));
  const asked = words.asked(terms.answers, format.number(terms.answers), terms.direction);
  const groups = terms.groups_are ? [words.belonging[terms.groups_are]] : [];
  const lines = [asked, odds, ...groups, words.stays, words.network];
  const facts = lines.map((line, at) => element("p", at === 1 || groups.includes(line) ? { class: "key" } : {}, line));
  return section("reveals", words.reveals, ...facts, oddsPicture(words, Number(nats(most))));
}
