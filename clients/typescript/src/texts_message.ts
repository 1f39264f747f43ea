// Texts: what a survey says to people in one language, without invisible characters.

import { BadMessage } from "./errors.ts";
import { text, type Reader } from "./fields.ts";
import { kind, type MessageOf } from "./message.ts";

/** A blank at either end, controls, line ends, marks that change the direction of text, lone surrogates, and other invisible characters. */
const HIDDEN =
  /^ | $|[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff\ufff9-\uffff\u{e0000}-\u{e0fff}]/u;

/** One line of text with so many characters. */
export const line =
  (least: number, most: number, form: RegExp = /^/): Reader<string> =>
  (name, value) => {
    const read = text(name, value);
    const { length } = [...read];
    if (length < least || length > most || HIDDEN.test(read) || !form.test(read)) {
      throw new BadMessage(`${name} is no text of ${least} to ${most}`);
    }
    return read;
  };

/** The fields of texts. */
export const TEXTS = {
  title: line(1, 200),
  question: line(1, 300),
  unit: line(0, 40),
  asker: line(0, 200),
  contact: line(0, 200),
  purpose: line(0, 1000),
  language: line(1, 35, /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/), // such as en or pt-BR
};

/** A survey's texts in one language; the unit, who asks, how to reach them and what for may be left empty. */
export interface TextsMessage extends MessageOf<typeof TEXTS> {}
export const TextsMessage = kind(TEXTS);
