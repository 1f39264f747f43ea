// Terms on the wire, the hash by which a device pins them, and the survey that offers them.

import { Domain } from "./domain.ts";
import { BadMessage } from "./errors.ts";
import { double, listOf, oneOf, optional, text, whole } from "./fields.ts";
import { encode, inner, kind, version, type MessageOf } from "./message.ts";
import { sha256 } from "./sha256.ts";
import { Terms } from "./terms.ts";
import { TextsMessage } from "./texts_message.ts";

/** The id of a survey. */
export const SURVEY = /^[A-Za-z0-9_-]{1,64}$/;

const LARGEST = 60_000; // bytes of terms as canonical JSON
const LANGUAGES = 16;

const TERMS = {
  lo: double,
  hi: double,
  direction: oneOf("minimum", "maximum"),
  step: optional(double),
  quantile: optional(double),
  outside: oneOf("refuse", "clamp"),
  answers: whole,
  loss: whole,
  grant: whole,
  keep_names: whole,
  keep_tallies: whole,
  closes: optional(whole),
  texts: listOf(inner<TextsMessage>(TextsMessage)),
  version,
};

/** Terms, as a server publishes them: all that a person must know beforehand; `loss` and `grant` are in nano-nats. */
export interface TermsMessage extends MessageOf<typeof TERMS> {}
export const TermsMessage = kind("TermsMessage", TERMS, checkTerms);

/** The terms that a message publishes. */
export function termsOf(message: TermsMessage): Terms {
  const domain = new Domain(message.lo, message.hi, message.direction, message.step);
  return new Terms(domain, message.outside, message.answers, message.loss, message.grant);
}

/** The texts in a language, else in one with the same primary subtag, else the original. */
export function textsIn(message: TermsMessage, language: string): TextsMessage {
  const short = (tag: string): string => tag.split("-")[0]!;
  const same = message.texts.find((texts) => texts.language === language);
  return same ?? message.texts.find((texts) => short(texts.language) === short(language)) ?? message.texts[0]!;
}

/** Refuse terms that the core refuses, impossible times, repeated languages, and too many bytes. */
function checkTerms(message: TermsMessage): void {
  const { quantile, keep_names, keep_tallies, closes, texts } = message;
  termsOf(message);
  if (quantile !== null && !(quantile > 0 && quantile < 1)) throw new BadMessage("quantile lies between 0 and 1");
  if (keep_names < 0 || keep_names > keep_tallies) throw new BadMessage("names go before tallies");
  if (closes !== null && closes < 0) throw new BadMessage("closes is a time in seconds since 1970");
  const languages = new Set(texts.map((each) => each.language)).size;
  if (languages < 1 || languages > LANGUAGES || languages < texts.length) throw new BadMessage("texts in 1 to 16 languages, each once");
  if (new TextEncoder().encode(encode(message)).length > LARGEST) throw new BadMessage(`terms have at most ${LARGEST} bytes`);
}

const SURVEY_FIELDS = {
  survey: text,
  terms: inner<TermsMessage>(TermsMessage),
  hash: text,
  recruiting: oneOf("rolling", "enrolled"),
  access: oneOf("open", "invitation"),
  state: oneOf("gathering", "open", "paused", "finished", "closed"),
  version,
};

/** A survey, as anyone may read it before taking part. */
export interface SurveyMessage extends MessageOf<typeof SURVEY_FIELDS> {}
export const SurveyMessage = kind("SurveyMessage", SURVEY_FIELDS, (message) => {
  if (!SURVEY.test(message.survey)) throw new BadMessage("an id is 1 to 64 letters, digits, - or _");
  if (message.hash !== hashOf(message.terms)) throw new BadMessage("the hash is not that of the terms");
});

/** The hash by which a device pins terms: SHA-256 of their canonical JSON. */
export const hashOf = (terms: TermsMessage): string => sha256(encode(terms));
