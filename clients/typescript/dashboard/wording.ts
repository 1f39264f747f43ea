// Wording: numbers, shares, times and the names of things, as the dashboard writes them; in English, as the server's own
// statements are.

import { english } from "../page/english.ts";
import { Format } from "../page/format.ts";
import type { Words } from "../page/words.ts";
import { groupOf } from "../src/groups.ts";
import type { State, TermsMessage } from "./messages.ts";

export const format = new Format(english.numbers);

/** The words of the answering page, for the terms as a person will see them. */
export const words: Words = { ...english, format, percent: (value) => format.percent(value) };

/** The title of a survey, and the group that it is about, if it is a member of a survey with groups. */
export function titleOf(survey: { readonly survey: string; readonly terms: TermsMessage }): string {
  const group = groupOf(survey);
  return survey.terms.texts[0]!.title + (group === undefined ? "" : `: ${group}`);
}

/** A number with as many digits as anyone reads. */
export const plain = (value: number): string => format.number(Number(value.toPrecision(6)));

/** A number to three digits; more would claim a precision that it lacks. */
export const rough = (value: number): string => format.number(Number(value.toPrecision(3)));

export const count = (value: number): string => format.number(Math.round(value));

/** A share of 1 in percent, to a tenth. */
export const percent = (share: number): string => `${format.number(Number((100 * share).toFixed(1)))} %`;

/** `1 answer`, `2 answers`. */
export const several = (many: number, noun: string): string => `${count(many)} ${noun}${many === 1 ? "" : "s"}`;

const two = (value: number): string => String(value).padStart(2, "0");

/** The hour and minute of a Unix time, by the clock of this device. */
export function clock(seconds: number): string {
  const at = new Date(1000 * seconds);
  return `${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** A Unix time to the minute. */
export const moment = (seconds: number): string => format.moment(seconds) ?? words.noMoment;

/** How long until a time, or since when; `now` in seconds. */
export function away(seconds: number, now: number): string {
  const apart = Math.abs(seconds - now);
  const length = format.lasting(apart < 1 ? 1 : apart);
  return seconds >= now ? `in ${length}` : `${length} ago`;
}

export const STATES: Readonly<Record<State, string>> = {
  gathering: "Gathering people",
  open: "Open",
  paused: "Paused",
  finished: "Finished",
  closed: "Closed",
};

/** What a survey looks for, as the name of a number. */
export function goal({ quantile, direction }: Pick<TermsMessage, "quantile" | "direction">): string {
  if (quantile === null) return direction === "minimum" ? "Smallest number" : "Largest number";
  return quantile === 0.5 ? "Median" : `Number that ${percent(quantile)} are at or below`;
}

/** Where numbers stand that a question asks for. */
export const before = (direction: "minimum" | "maximum"): string => (direction === "minimum" ? "at or below" : "at or above");
