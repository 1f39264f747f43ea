// Words: all that the page itself says; the words of the question come from the terms.

import type { Direction } from "../src/domain.ts";
import { arabic } from "./arabic.ts";
import { english } from "./english.ts";
import { Format } from "./format.ts";
import { german } from "./german.ts";

/** What can keep a person from answering, or ends it; each says what to do. */
export type Trouble =
  | "noLink" | "insecure" | "noSurvey" | "otherTerms" | "unreachable" | "paused" | "over" | "notInvited"
  | "noPlace" | "full" | "brokenPromise" | "grantSpent" | "noLedger" | "left" | "tooLate" | "contradicted" | "unknown"; // prettier-ignore

/** What is wrong with what was typed. */
export type Wrong = "empty" | "none" | "unclear";

/** The texts of one language. */
export interface Texts {
  readonly tag: string;
  readonly name: string;
  readonly right: boolean;
  readonly language: string;
  readonly looking: string;
  readonly lookAgain: string;
  readonly detail: string;
  readonly whoAsks: string;
  readonly contact: string;
  readonly purpose: string;
  readonly notSaid: string;
  readonly sought: string;
  readonly least: string;
  readonly greatest: string;
  readonly until: string;
  readonly untilAsked: string;
  readonly noMoment: string;
  readonly kept: string;
  readonly about: string;
  readonly reveals: string;
  readonly stays: string;
  readonly network: string;
  readonly belief: string;
  readonly before: string;
  readonly after: string;
  readonly bandMeans: string;
  readonly yours: string;
  readonly consent: string;
  readonly gathering: string;
  readonly clamped: string;
  readonly answer: string;
  readonly notStored: string;
  readonly sending: string;
  readonly counted: string;
  readonly thanks: string;
  readonly already: string;
  readonly unsettled: string;
  readonly told: string;
  readonly toldNothing: string;
  readonly forgets: string;
  readonly trust: string;
  readonly trustText: string;
  readonly fates: Readonly<Record<string, string>>;
  readonly noFate: string;
  readonly yes: string;
  readonly no: string;
  readonly wrong: Readonly<Record<Wrong, string>>;
  readonly trouble: Readonly<Record<Trouble, string>>;
  readonly quantile: (share: string, direction: Direction) => string;
  readonly keeping: (names: string, tallies: string) => string;
  readonly from: (lo: string, hi: string, unit: string) => string;
  readonly outside: (lo: string, hi: string) => string;
  readonly asked: (times: number, count: string, direction: Direction) => string;
  readonly odds: (factor: string, chance: string) => string;
  readonly noPrivacy: string;
  readonly believed: (before: string, least: string, most: string) => string;
  readonly waiting: (time: string) => string;
  readonly entry: (round: string, thresholds: string, direction: Direction, answer: string) => string;
  readonly spent: (nats: string, of: string) => string;
  readonly all: (nats: string) => string;
}

/** The texts of a language, and how it writes numbers. */
export type Words = Texts & { readonly format: Format; readonly percent: (value: number) => string };

export const LANGUAGES: readonly Texts[] = [english, german, arabic];

/** The first of the wanted languages that the page speaks, or English. */
export function wordsIn(wanted: readonly string[]): Words {
  const short = wanted.map((tag) => tag.split("-")[0]);
  const texts = short.map((tag) => LANGUAGES.find((each) => each.tag === tag)).find((each) => each) ?? english;
  const format = new Format(wanted.find((tag) => tag.split("-")[0] === texts.tag) ?? texts.tag);
  return { ...texts, format, percent: (value) => format.percent(value) };
}
