// The lines of a ledger: one JSON object each, read as strictly as a message.
//
// They hold terms, questions and answers. The person's value is in no line: there is no field for it.

import { QuestionMessage } from "./answer_messages.ts";
import { BadLedger, LowwaterError } from "./errors.ts";
import { oneOf, optional, text, whole, type Reader } from "./fields.ts";
import { encode, inner, kind, type Kind, type MessageOf } from "./message.ts";
import { parse } from "./strict_json.ts";
import { TermsMessage } from "./terms_message.ts";

/** The format of a ledger that this client keeps; Python's is another. */
export const FORMAT = "lowwater/ledger/js/1";

const LONGEST = 2 ** 22; // bytes of a line
const natural: Reader<number> = (name, value) => {
  const number = whole(name, value);
  if (number < 0) throw new BadLedger(`${name}=${number}; it is 0 or more`);
  return number;
};
const WHERE = { server: text, survey: text };

const HEAD = { kind: oneOf("ledger"), format: oneOf(FORMAT), id: text };
const GRANT = { kind: oneOf("grant"), server: optional(text), survey: optional(text), grant: natural, time: text };
const TERMS = {
  kind: oneOf("terms"),
  ...WHERE,
  terms: inner<TermsMessage>(TermsMessage),
  hash: text,
  name: text,
  invitation: optional(text),
  time: text,
};
const ANSWER = {
  kind: oneOf("answer"),
  ...WHERE,
  question: inner<QuestionMessage>(QuestionMessage),
  said: natural,
  receipt: text,
  loss: natural,
  time: text,
};
const FATE = { kind: oneOf("fate"), ...WHERE, round: natural, fate: text, time: text };
const LEFT = { kind: oneOf("left"), ...WHERE, loss: natural, time: text };

/** The first line: which ledger it is. */
export interface HeadLine extends MessageOf<typeof HEAD> {}
/** A grant in nano-nats: to one survey, or to all surveys for a lifetime if `server` and `survey` are null. */
export interface GrantLine extends MessageOf<typeof GRANT> {}
/** The terms of a survey as first seen, and the device's name in it; repeated if an invitation changes the name. */
export interface TermsLine extends MessageOf<typeof TERMS> {}
/** An answer, with its question, receipt and loss. */
export interface AnswerLine extends MessageOf<typeof ANSWER> {}
/** What became of the answer of a round: `counted`, or why it was not. */
export interface FateLine extends MessageOf<typeof FATE> {}
/** The person left a survey for good; `loss` is that of its erased answers, in nano-nats, or 0 if none were. */
export interface LeaveLine extends MessageOf<typeof LEFT> {}

export type Line = HeadLine | GrantLine | TermsLine | AnswerLine | FateLine | LeaveLine;

const KINDS: ReadonlyMap<unknown, Kind<Line>> = new Map(
  Object.entries({
    ledger: kind("HeadLine", HEAD),
    grant: kind("GrantLine", GRANT),
    terms: kind("TermsLine", TERMS),
    answer: kind("AnswerLine", ANSWER),
    fate: kind("FateLine", FATE),
    left: kind("LeaveLine", LEFT),
  }),
);

/** The JSON of a line. */
export const encodeLine = (line: Line): string => encode(line);

/** Read the JSON of a line; refuse anything else. */
export function decodeLine(json: string): Line {
  try {
    const value = parse(json, LONGEST);
    const of = value instanceof Map ? KINDS.get(value.get("kind")) : undefined;
    if (!of) throw new BadLedger("it is no line of a ledger");
    return of.read(value);
  } catch (error) {
    throw error instanceof LowwaterError ? new BadLedger(error.message, { cause: error }) : error;
  }
}
