// Terms on the wire, the hash by which a device pins them, and the survey that offers them.

import { BadMessage } from "./errors.ts";
import { double, listOf, oneOf, optional, text, whole } from "./fields.ts";
import { encode, inner, kind, version, type MessageIn } from "./message.ts";
import { sha256 } from "./sha256.ts";
import { checkTerms } from "./terms.ts";
import { TextsMessage } from "./texts_message.ts";

/** The id of a survey. */
export const SURVEY = /^[\w-]{1,64}$/;

const LARGEST = 60_000; // bytes of terms as canonical JSON
const LANGUAGES = 16;

/** Terms, as a server publishes them: all that a person must know beforehand; `loss` and `grant` are in nano-nats. */
export interface TermsMessage extends MessageIn<typeof TermsMessage> {}
export const TermsMessage = kind({
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
}, (message) => {
  const { quantile, keep_names, keep_tallies, closes, texts } = message;
  checkTerms(message);
  const inside = quantile === null || (quantile > 0 && quantile < 1);
  if (!inside || keep_names < 0 || keep_names > keep_tallies || (closes ?? 0) < 0) {
    throw new BadMessage(`quantile ${quantile}, kept for ${keep_names} and ${keep_tallies}, closes ${closes}`);
  }
  const languages = new Set(texts.map(({ language }) => language)).size;
  if (languages < 1 || languages > LANGUAGES || languages < texts.length) throw new BadMessage(`${languages} languages`);
  if (new TextEncoder().encode(encode(message)).length > LARGEST) throw new BadMessage(`more than ${LARGEST} bytes`);
});

/** A survey, as anyone may read it before taking part. */
export interface SurveyMessage extends MessageIn<typeof SurveyMessage> {}
export const SurveyMessage = kind({
  survey: text,
  terms: inner<TermsMessage>(TermsMessage),
  hash: text,
  recruiting: oneOf("rolling", "enrolled"),
  access: oneOf("open", "invitation"),
  state: oneOf("gathering", "open", "paused", "finished", "closed"),
  version,
}, (message) => {
  if (!SURVEY.test(message.survey)) throw new BadMessage(`survey ${message.survey}`);
  if (message.hash !== hashOf(message.terms)) throw new BadMessage("not the hash of the terms");
});

/** The hash by which a device pins terms: SHA-256 of their canonical JSON. */
export const hashOf = (terms: TermsMessage): string => sha256(encode(terms));
