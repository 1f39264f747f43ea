// Strict JSON in UTF-8, read alike in every language: each field once, only finite numbers, and limits of size.

import { BadMessage } from "./errors.ts";

/** Bytes of a message, at most. */
export const LONGEST_TEXT = 65_536;

const DEEPEST = 16; // objects and lists inside each other
const DIGITS = 64; // characters of a number

/** A number as it was written: a double cannot tell 2**53 from the number after it, nor `1` from `1.0`. */
export class Numeral {
  readonly text: string;
  readonly whole: boolean;

  constructor(text: string) {
    this.text = text;
    this.whole = !/[.e]/i.test(text);
  }

  /** The double next to it. */
  get double(): number {
    return Number(this.text) + 0; // -0 is 0
  }
}

/** A JSON value; an object is a Map, so that `__proto__` is a field like any other. */
export type Json = null | boolean | string | Numeral | readonly Json[] | ReadonlyMap<string, Json>;

const TOKEN =
  /[ \t\n\r]*("(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null|[[\]{},:])[ \t\n\r]*/y;

/** Read a JSON value of at most `most` bytes; refuse anything else. */
export function parse(text: string | Uint8Array, most: number = LONGEST_TEXT): Json {
  const source = decoded(text, most);
  let at = 0;
  const refuse = (): never => {
    throw new BadMessage("no JSON");
  };
  const next = (): string => {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(source) ?? refuse();
    at = TOKEN.lastIndex;
    return token[1]!;
  };
  /** Read items up to `end`, each from its first token. */
  const items = (end: string, item: (token: string) => void): void => {
    let token = next();
    while (token !== end) {
      item(token);
      const sign = next();
      if (sign === end) return;
      token = sign === "," ? next() : refuse();
      if (token === end) refuse(); // after a comma
    }
  };
  const value = (token: string, depth: number): Json => {
    const sign = token[0]!;
    if (depth === DEEPEST && "[{".includes(sign)) refuse();
    if (sign === "[") {
      const list: Json[] = [];
      items("]", (first) => list.push(value(first, depth + 1)));
      return list;
    }
    if (sign === "{") {
      const fields = new Map<string, Json>();
      items("}", (first) => {
        if (first[0] !== '"' || next() !== ":") refuse();
        const name: string = JSON.parse(first);
        if (fields.has(name)) refuse(); // languages differ in which one they read
        fields.set(name, value(next(), depth + 1));
      });
      return fields;
    }
    if (/[\d-]/.test(sign)) return token.length > DIGITS ? refuse() : new Numeral(token);
    return /["a-z]/.test(sign) ? JSON.parse(token) : refuse();
  };
  const json = value(next(), 0);
  return at === source.length ? json : refuse();
}

/** The text of at most `most` bytes of UTF-8. */
function decoded(text: string | Uint8Array, most: number): string {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  if (bytes.length > most) throw new BadMessage(`more than ${most} bytes`);
  try {
    const decoded = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    if (bytes === text || decoded === text) return decoded; // what has half a character is not what its bytes say
  } catch {}
  throw new BadMessage("no UTF-8");
}
