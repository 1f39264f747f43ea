// The lines of a ledger: one JSON object each, read as strictly as a message.
//
// They hold terms, questions and answers. The person's value is in no line: there is no field for it.

import { QuestionMessage } from "./answer_messages.ts";
import { BadLedger, LowwaterError } from "./errors.ts";
import { oneOf, optional, text, whole, type Reader } from "./fields.ts";
import { inner, kind, type Kind, type MessageOf } from "./message.ts";
import { parse } from "./strict_json.ts";
import { TermsMessage } from "./terms_message.ts";

/** The format of a ledger that this client keeps; Python's is another. */
export const FORMAT = "lowwater/ledger/js/1";

const LONGEST = 2 ** 22; // bytes of a line
const natural: Reader<number> = (name, value) => {
  const count = whole(name, value);
  if (count < 0) throw new BadLedger(`${name} ${count}`);
  return count;
};
const ABOUT = { server: text, survey: text, time: text };
const terms = inner<TermsMessage>(TermsMessage);
const question = inner<QuestionMessage>(QuestionMessage);

const FIELDS = {
  ledger: { format: oneOf(FORMAT), id: text },
  grant: { server: optional(text), survey: optional(text), grant: natural, time: text },
  terms: { ...ABOUT, terms, hash: text, name: text, invitation: optional(text) },
  answer: { ...ABOUT, question, said: natural, receipt: text, loss: natural },
  fate: { ...ABOUT, round: natural, fate: text },
  left: { ...ABOUT, loss: natural },
};

type LineOf<K extends keyof typeof FIELDS> = { readonly kind: K } & MessageOf<(typeof FIELDS)[K]>;

/** The first line: which ledger it is. */
export type HeadLine = LineOf<"ledger">;
/** A grant in nano-nats: to one survey, or to all surveys for a lifetime if `server` and `survey` are null. */
export type GrantLine = LineOf<"grant">;
/** The terms of a survey as first seen, and the device's name in it; repeated if an invitation changes the name. */
export type TermsLine = LineOf<"terms">;
/** An answer, with its question, receipt and loss. */
export type AnswerLine = LineOf<"answer">;
/** What became of the answer of a round: `counted`, or why it was not. */
export type FateLine = LineOf<"fate">;
/** The person left a survey for good; `loss` is that of its erased answers, in nano-nats, or 0 if none were. */
export type LeaveLine = LineOf<"left">;

export type Line = HeadLine | GrantLine | TermsLine | AnswerLine | FateLine | LeaveLine;

const KINDS: ReadonlyMap<unknown, Kind<unknown>> = new Map(
  Object.entries(FIELDS).map(([word, fields]) => [word, kind({ kind: oneOf(word), ...fields })]),
);

/** Read the JSON of a line; refuse anything else. */
export function decodeLine(json: string): Line {
  try {
    const value = parse(json, LONGEST);
    const of = value instanceof Map ? KINDS.get(value.get("kind")) : null;
    if (!of) throw new BadLedger("a line that does not fit");
    return of(value) as Line;
  } catch (error) {
    throw error instanceof LowwaterError ? new BadLedger(error.message) : error;
  }
}
