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
    this.whole = !/[.eE]/.test(text);
  }

  /** The double next to it. */
  get double(): number {
    return this.whole ? Number(this.text) + 0 : Number(this.text); // the whole number -0 is 0
  }
}

/** A JSON value; an object is a Map, so that `__proto__` is a field like any other. */
export type Json = null | boolean | string | Numeral | readonly Json[] | ReadonlyMap<string, Json>;

const UTF_8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const BLANK = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y;
const TEXT = /"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const WORD = /true|false|null/y;

/** Read a JSON value of at most `most` bytes; refuse anything else. */
export function parse(text: string | Uint8Array, most: number = LONGEST_TEXT): Json {
  const size = typeof text === "string" ? new TextEncoder().encode(text).length : text.length;
  if (size > most) throw new BadMessage(`${size} bytes; a message has at most ${most}`);
  return new Scanner(decoded(text)).whole();
}

function decoded(text: string | Uint8Array): string {
  if (typeof text === "string") {
    if (!text.isWellFormed()) throw new BadMessage("half a character in a text");
    return text;
  }
  try {
    return UTF_8.decode(text);
  } catch {
    throw new BadMessage("this is no UTF-8");
  }
}

class Scanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): Json {
    const value = this.#value(0);
    return this.#at === this.#text.length ? value : this.#fail("its end");
  }

  #value(depth: number): Json {
    this.#match(BLANK);
    const value = this.#bare(depth);
    this.#match(BLANK);
    return value;
  }

  #bare(depth: number): Json {
    if (this.#take("{")) return this.#object(depth + 1);
    if (this.#take("[")) return this.#list(depth + 1);
    const text = this.#match(TEXT);
    if (text) return JSON.parse(text);
    const word = this.#match(WORD);
    if (word) return word === "null" ? null : word === "true";
    const number = this.#match(NUMBER);
    if (number.length > DIGITS) throw new BadMessage(`a number has at most ${DIGITS} characters`);
    return number ? new Numeral(number) : this.#fail("a value");
  }

  #list(depth: number): Json {
    const items: Json[] = [];
    this.#items("]", depth, () => items.push(this.#value(depth)));
    return items;
  }

  #object(depth: number): Json {
    const fields = new Map<string, Json>();
    this.#items("}", depth, () => {
      this.#match(BLANK);
      const name = this.#match(TEXT) || this.#fail("a field");
      this.#match(BLANK);
      if (!this.#take(":")) this.#fail(":");
      const field: string = JSON.parse(name);
      if (fields.has(field)) throw new BadMessage("a field comes twice"); // languages differ in which one they read
      fields.set(field, this.#value(depth));
    });
    return fields;
  }

  #items(end: string, depth: number, item: () => void): void {
    if (depth > DEEPEST) throw new BadMessage(`at most ${DEEPEST} objects and lists stand inside each other`);
    this.#match(BLANK);
    if (this.#take(end)) return;
    do item();
    while (this.#take(","));
    if (!this.#take(end)) this.#fail(end);
  }

  #match(form: RegExp): string {
    form.lastIndex = this.#at;
    const text = form.exec(this.#text)?.[0] ?? "";
    this.#at += text.length;
    return text;
  }

  #take(sign: string): boolean {
    const there = this.#text[this.#at] === sign;
    if (there) this.#at++;
    return there;
  }

  #fail(wanted: string): never {
    throw new BadMessage(`this is no JSON: ${wanted} is missing at ${this.#at}`);
  }
}
