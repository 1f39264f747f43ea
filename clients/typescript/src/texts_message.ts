// Texts: what a survey says to people in one language, without invisible characters.

import { BadMessage } from "./errors.ts";
import { text } from "./fields.ts";
import { kind } from "./message.ts";

const MOST = { title: 200, question: 300, unit: 40, asker: 200, contact: 200, purpose: 1000, language: 35 };
const NEEDED = ["title", "question", "language"];

/** Controls, line ends, marks that change the direction of text, lone surrogates, and other invisible characters. */
const HIDDEN =
  /[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff\ufff9-\uffff\u{e0000}-\u{e0fff}]/u;

const LANGUAGE = /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/;

export interface TextsMessage {
  readonly title: string;
  readonly question: string;
  readonly unit: string;
  readonly asker: string;
  readonly contact: string;
  readonly purpose: string;
  readonly language: string;
}

/** A survey's texts in one language; the unit, who asks, how to reach them and what for may be left empty. */
export const TextsMessage = kind(
  "TextsMessage",
  { title: text, question: text, unit: text, asker: text, contact: text, purpose: text, language: text },
  checkTexts,
);

/** Refuse texts that are too long, contain hidden characters, or begin or end with a blank. */
export function checkTexts(texts: TextsMessage): void {
  for (const [name, most] of Object.entries(MOST)) checkText(name, texts[name as keyof TextsMessage], most);
  if (!LANGUAGE.test(texts.language)) throw new BadMessage("language is a tag such as en or pt-BR");
}

function checkText(name: string, value: string, most: number): void {
  const least = NEEDED.includes(name) ? 1 : 0;
  const length = [...value].length;
  if (length < least || length > most) throw new BadMessage(`${name} has from ${least} to ${most} characters`);
  if (HIDDEN.test(value) || value.startsWith(" ") || value.endsWith(" ")) {
    throw new BadMessage(`${name} is one line, without blanks around it or hidden marks`);
  }
}
