// What devices send: a server reads these messages and no device does, so they are here, for hosts and for their vectors.

import { FIRST } from "../src/answer_messages.ts";
import { BadMessage } from "../src/errors.ts";
import { optional, text, whole } from "../src/fields.ts";
import { inner, kind, version, type MessageIn } from "../src/message.ts";
import { LARGEST } from "../src/randomizer.ts";

const NAME = /^[A-Za-z0-9_-]{32,128}$/;

/** A device asks for its place, under a random name for this survey alone, or with its invitation. */
export interface CheckInMessage extends MessageIn<typeof CheckInMessage> {}
export const CheckInMessage = kind({ name: text, invitation: optional(text), version }, ({ name }) => checkNames(name));

/** An answer; its code is 10 plus the answer. */
export const AnswerMessage = kind({ round: whole, index: whole, code: whole, version }, ({ round, index, code }) => {
  if (round < 0 || index < 0 || code < FIRST || code >= FIRST + LARGEST) throw new BadMessage(`code ${code} in round ${round}`);
});

/** An answer with its sender's name and a receipt. */
export interface PostedMessage extends MessageIn<typeof PostedMessage> {}
export const PostedMessage = kind({ name: text, receipt: text, answer: inner(AnswerMessage), version }, ({ name, receipt }) => checkNames(name, receipt));

function checkNames(...names: string[]): void {
  if (!names.every((name) => NAME.test(name))) throw new BadMessage("no name or receipt");
}
