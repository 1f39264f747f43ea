// Fields: how the JSON value of a field is read, by the type of the field.

import { BadMessage, NotPrivate } from "./errors.ts";
import { SCALE, type Table } from "./randomizer.ts";
import { Numeral, type Json } from "./strict_json.ts";

/** Reads a field, from its name (for errors) and its JSON value. */
export type Reader<T> = (name: string, value: Json) => T;

/** What a reader reads. */
export type Read<R> = R extends Reader<infer T> ? T : never;

const wrong = (name: string): BadMessage => new BadMessage(`${name} is not of its type`);

const numeral =
  (fits: (numeral: Numeral) => boolean): Reader<number> =>
  (name, value) => {
    if (!(value instanceof Numeral && fits(value))) throw wrong(name);
    return value.double;
  };

/** A whole number below 2**53. */
export const whole = numeral((value) => value.whole && Number.isSafeInteger(value.double));

/** A finite double. */
export const double = numeral((value) => Number.isFinite(value.double));

export const text: Reader<string> = (name, value) => {
  if (typeof value !== "string") throw wrong(name);
  return value;
};

/** The items of a list. */
export function list(name: string, value: Json): readonly Json[] {
  if (!Array.isArray(value)) throw wrong(name);
  return value;
}

/** A list whose items are read alike. */
export const listOf =
  <T>(item: Reader<T>): Reader<readonly T[]> =>
  (name, value) =>
    list(name, value).map((each) => item(name, each));

/** What may be null. */
export const optional =
  <T>(reader: Reader<T>): Reader<T | null> =>
  (name, value) =>
    value === null ? null : reader(name, value);

/** One of the values that this version knows for a field. */
export const oneOf =
  <const W extends string>(...words: readonly W[]): Reader<W> =>
  (name, value) => {
    const word = words.find((each) => each === value);
    if (word === undefined) throw new BadMessage(`${name} is none of ${words}`);
    return word;
  };

/** The rows of a randomizer; a part of 2**53 would tell the truth, and is refused. */
export const table: Reader<Table> = (name, value) => {
  const rows = list(name, value).map((row) => list(name, row));
  if (rows.some((row) => row.some(isWholeScale))) throw new NotPrivate("it asks for the truth");
  return rows.map((row) => row.map((part) => whole(name, part)));
};

const isWholeScale = (part: Json): boolean => part instanceof Numeral && part.text === String(SCALE);
