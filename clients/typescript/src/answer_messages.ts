// Answers on the wire: what a device reads and sends.

import type { Entry } from "./account.ts";
import { BadMessage } from "./errors.ts";
import { double, listOf, oneOf, optional, table, whole } from "./fields.ts";
import { inner, kind, VERSION, version, type MessageIn } from "./message.ts";
import { checkQuestion } from "./question.ts";

const LONGEST = 10 ** 9; // seconds that anyone may be told to wait

/** The code of the answer 0: every code has two digits. */
export const FIRST = 10;

/** A question, as a device receives it; the randomizer row by row, in parts of 2**53. */
export interface QuestionMessage extends MessageIn<typeof QuestionMessage> {}
export const QuestionMessage = kind({ round: whole, index: whole, thresholds: listOf(double), table, version }, (question) => {
  checkQuestion(question);
});

/** What a device gets at check-in: a question to answer within `seconds`, those to wait, or the word that all is done. */
export interface PlaceMessage extends MessageIn<typeof PlaceMessage> {}
export const PlaceMessage = kind(
  { status: oneOf("question", "wait", "done"), question: optional(inner<QuestionMessage>(QuestionMessage)), seconds: double, version },
  ({ status, question, seconds }) => {
    if (!question !== (status !== "question") || seconds < 0 || seconds > LONGEST) throw new BadMessage(`${status} for ${seconds} seconds`);
  },
);

/** The message with an answer, its sender's name and its receipt, the random text that tells a repeat from a change. */
export function posted(name: string, { question: { round, index }, said, receipt }: Entry): object {
  return { name, receipt, answer: { round, index, code: FIRST + said, version: VERSION }, version: VERSION };
}

/** The acknowledgement of an answer: `counted` now, or `again` because it was counted before. */
export interface CountedMessage extends MessageIn<typeof CountedMessage> {}
export const CountedMessage = kind({ status: oneOf("counted", "again"), version });
