// Answers on the wire: check-in, question, answer and acknowledgement.

import { BadMessage } from "./errors.ts";
import { double, listOf, oneOf, optional, table, text, whole } from "./fields.ts";
import { inner, kind, VERSION, version, type MessageOf } from "./message.ts";
import { Question } from "./question.ts";
import { LARGEST, Randomizer } from "./randomizer.ts";

const LONGEST = 10 ** 9; // seconds that anyone may be told to wait
const NAME = /^[A-Za-z0-9_-]{32,128}$/;
const FIRST = 10; // the code of the answer 0: every code has two digits

const CHECK_IN = { name: text, invitation: optional(text), version };

/** A device asks for its place, under a random name for this survey alone, or with its invitation. */
export interface CheckInMessage extends MessageOf<typeof CHECK_IN> {}
export const CheckInMessage = kind("CheckInMessage", CHECK_IN, (message) => checkName(message.name));

const QUESTION = { round: whole, index: whole, thresholds: listOf(double), table, version };

/** A question, as a device receives it; the randomizer row by row, in parts of 2**53. */
export interface QuestionMessage extends MessageOf<typeof QUESTION> {}
export const QuestionMessage = kind("QuestionMessage", QUESTION, questionOf);

/** The question that a message asks. */
export function questionOf(message: QuestionMessage): Question {
  return new Question(message.round, message.index, message.thresholds, new Randomizer(message.table));
}

/** The message that asks a question. */
export function messageOf({ round, index, thresholds, randomizer }: Question): QuestionMessage {
  return { round, index, thresholds, table: randomizer.table, version: VERSION };
}

const PLACE = {
  status: oneOf("question", "wait", "done"),
  question: optional(inner<QuestionMessage>(QuestionMessage)),
  seconds: double,
  version,
};

/** What a device gets at check-in: a question to answer within `seconds`, those to wait, or the word that all is done. */
export interface PlaceMessage extends MessageOf<typeof PLACE> {}
export const PlaceMessage = kind("PlaceMessage", PLACE, ({ status, question, seconds }) => {
  if ((question === null) !== (status !== "question")) throw new BadMessage("a question comes with the status question alone");
  if (seconds < 0 || seconds > LONGEST) throw new BadMessage(`seconds are from 0 to ${LONGEST}`);
});

const ANSWER = { round: whole, index: whole, code: whole, version };

/** An answer, as a device sends it; its code is 10 plus the answer. */
export interface AnswerMessage extends MessageOf<typeof ANSWER> {}
export const AnswerMessage = kind("AnswerMessage", ANSWER, ({ round, index, code }) => {
  if (round < 0 || index < 0) throw new BadMessage("round and index count from 0");
  if (code < FIRST || code >= FIRST + LARGEST) throw new BadMessage(`code=${code} is no answer`);
});

const POSTED = { name: text, receipt: text, answer: inner<AnswerMessage>(AnswerMessage), version };

/** An answer with its sender's name and a receipt, the random text that tells a repeat from a change. */
export interface PostedMessage extends MessageOf<typeof POSTED> {}
export const PostedMessage = kind("PostedMessage", POSTED, (message) => {
  checkName(message.name);
  checkName(message.receipt);
});

/** The message with an answer to a question. */
export function posted(name: string, receipt: string, question: Question, answer: number): PostedMessage {
  const { round, index } = question;
  return { name, receipt, answer: { round, index, code: FIRST + answer, version: VERSION }, version: VERSION };
}

const COUNTED = { status: oneOf("counted", "again"), version };

/** The acknowledgement of an answer: `counted` now, or `again` because it was counted before. */
export interface CountedMessage extends MessageOf<typeof COUNTED> {}
export const CountedMessage = kind("CountedMessage", COUNTED);

function checkName(name: string): void {
  if (!NAME.test(name)) throw new BadMessage("a name or receipt is 32 to 128 letters, digits, - or _");
}
