// Words: all that the page itself says; the words of the question come from the terms.

import type { Direction } from "../src/domain.ts";
import { Format, type Numbers } from "./format.ts";

/** What can keep a person from answering, or ends it; each says what to do. */
export type Trouble =
  | "noLink" | "insecure" | "noSurvey" | "otherTerms" | "unreachable" | "paused" | "over" | "notInvited"
  | "noPlace" | "full" | "brokenPromise" | "grantSpent" | "noLedger" | "left" | "tooLate" | "contradicted" | "unknown"; // prettier-ignore

/** What is wrong with what was typed. */
export type Wrong = "empty" | "none" | "unclear" | "group";

/** The texts of one language. */
export interface Texts {
  readonly tag: string;
  readonly right: boolean;
  readonly numbers: Numbers;
  readonly language: string;
  readonly paste: string;
  readonly open: string;
  readonly looking: string;
  readonly lookAgain: string;
  readonly detail: string;
  readonly question: string;
  readonly whoAsks: string;
  readonly contact: string;
  readonly purpose: string;
  readonly notSaid: string;
  readonly sought: string;
  readonly least: string;
  readonly greatest: string;
  readonly groups: string;
  readonly groupYours: string;
  readonly groupChoose: string;
  readonly groupNone: string;
  readonly groupFixed: string;
  readonly belonging: Readonly<Record<"public" | "hidden", string>>;
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
  readonly pause: string;
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
  readonly cells: (round: string, thresholds: string, direction: Direction, count: string) => string;
  readonly spent: (nats: string, of: string) => string;
  readonly all: (nats: string) => string;
}

/** The texts of a language, and how it writes numbers. */
export type Words = Texts & { readonly format: Format; readonly percent: (value: number) => string };

/** The languages that the page speaks, by their own names; each is loaded when it is wanted. */
export const LANGUAGES: Readonly<Record<string, string>> = { en: "English", de: "Deutsch", ar: "العربية" };

const LOADED: Readonly<Record<string, () => Promise<Texts>>> = {
  en: async () => (await import("./english.ts")).english,
  de: async () => (await import("./german.ts")).german,
  ar: async () => (await import("./arabic.ts")).arabic,
};

/** The first of the wanted languages that the page speaks, or English. */
export async function wordsIn(wanted: readonly string[]): Promise<Words> {
  const tag = wanted.find((each) => short(each) in LOADED) ?? "en";
  const texts = await LOADED[short(tag)]!();
  const format = new Format(texts.numbers);
  return { ...texts, format, percent: (value) => format.percent(value) };
}

const short = (tag: string): string => tag.split("-")[0]!;
