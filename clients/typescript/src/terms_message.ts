// Terms on the wire, the hash by which a device pins them, and the survey that offers them.

import { BadMessage } from "./errors.ts";
import { double, listOf, oneOf, optional, text, whole } from "./fields.ts";
import { encode, inner, kind, version, type Kind, type MessageIn, type MessageOf } from "./message.ts";
import { sha256 } from "./sha256.ts";
import { checkTerms } from "./terms.ts";
import { line, TextsMessage } from "./texts_message.ts";

/** The id of a survey. */
export const SURVEY = /^[\w-]{1,64}$/;

const LARGEST = 60_000; // bytes of terms as canonical JSON
const LANGUAGES = 16;
const GROUPS = 100;

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

/** Terms of a survey with groups; where they are `hidden`, nobody tells in clear which one is theirs. */
export interface GroupTermsMessage extends MessageIn<typeof GroupTermsMessage> {}
export const GroupTermsMessage = kind({ ...TERMS, groups: listOf(line(1, 60)), groups_are: oneOf("public", "hidden") }, check);

/** Terms, as a server publishes them: all that a person must know beforehand; `loss` and `grant` are in nano-nats. */
export interface TermsMessage extends MessageOf<typeof TERMS>, Partial<Pick<GroupTermsMessage, "groups" | "groups_are">> {}
const GROUPLESS: Kind<TermsMessage> = kind(TERMS, check);
export const TermsMessage: Kind<TermsMessage> = (value) => (value instanceof Map && value.has("groups") ? GroupTermsMessage : GROUPLESS)(value);

function check(message: TermsMessage): void {
  const { quantile, keep_names, keep_tallies, closes, texts, groups = [""], groups_are } = message;
  checkTerms(message);
  const inside = quantile === null || (quantile > 0 && quantile < 1 && groups_are !== "hidden");
  const listed = isList(texts.map(({ language }) => language), LANGUAGES) && isList(groups, GROUPS);
  const small = new TextEncoder().encode(encode(message)).length <= LARGEST;
  if (!(inside && listed && small && keep_names >= 0 && keep_names <= keep_tallies && (closes ?? 0) >= 0)) throw new BadMessage("no terms");
}

/** Whether these are 1 to `most` words, none of them twice. */
const isList = (words: readonly string[], most: number): boolean => words.length <= most && new Set(words).size >= (words.length || 1);

/** The id of a survey with groups, from its own or that of a member. */
export const wholeOf = (survey: string): string => survey.replace(/-\d\d?$/, "");

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
