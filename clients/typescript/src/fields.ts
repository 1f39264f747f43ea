// Fields: how the JSON value of a field is read, by the type of the field.

import { BadMessage, NotPrivate } from "./errors.ts";
import { SCALE, type Table } from "./randomizer.ts";
import { Numeral, type Json } from "./strict_json.ts";

/** Reads a field, from its name (for errors) and its JSON value. */
export type Reader<T> = (name: string, value: Json) => T;

/** What a reader reads. */
export type Read<R> = R extends Reader<infer T> ? T : never;

const wrong = (name: string): BadMessage => new BadMessage(`${name} is not of the right type`);

export const whole: Reader<number> = (name, value) => {
  if (!(value instanceof Numeral && value.whole)) throw wrong(name);
  if (!Number.isSafeInteger(value.double)) throw new BadMessage(`${name}=${value.text}; whole numbers are below 2**53`);
  return value.double;
};

export const double: Reader<number> = (name, value) => {
  if (!(value instanceof Numeral)) throw wrong(name);
  if (!Number.isFinite(value.double)) throw new BadMessage(`${name}=${value.text} is past all doubles`);
  return value.double;
};

export const text: Reader<string> = (name, value) => {
  if (typeof value !== "string") throw wrong(name);
  return value;
};

export const flag: Reader<boolean> = (name, value) => {
  if (typeof value !== "boolean") throw wrong(name);
  return value;
};

export const object: Reader<ReadonlyMap<string, Json>> = (name, value) => {
  if (!(value instanceof Map)) throw wrong(name);
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
    if (word === undefined) throw new BadMessage(`${name} is none of ${words.join(", ")}, which this version knows`);
    return word;
  };

/** The rows of a randomizer; a part of 2**53 would tell the truth, and is refused. */
export const table: Reader<Table> = (name, value) => {
  const rows = list(name, value).map((row) => list(name, row));
  if (rows.some((row) => row.some(isWholeScale))) throw new NotPrivate();
  return rows.map((row) => row.map((part) => whole(name, part)));
};

const isWholeScale = (part: Json): boolean =>
  part instanceof Numeral && part.whole && BigInt(part.text) === BigInt(SCALE);
