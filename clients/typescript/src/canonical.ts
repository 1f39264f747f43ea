// Canonical JSON (RFC 8785): one text for one value in every language, so that a hash means the same everywhere.

import { BadMessage } from "./errors.ts";
import { Numeral } from "./strict_json.ts";

/** The canonical text of a JSON value: fields sorted by their UTF-16 code units, numbers as ECMAScript writes them. */
export function canonical(value: unknown): string {
  if (value instanceof Numeral) return number(value.double);
  if (typeof value === "number") return number(value);
  if (typeof value === "string") return text(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return String(value);
  const fields = value instanceof Map ? value : new Map(Object.entries(value));
  const names = [...fields.keys()].sort();
  return `{${names.map((name) => `${text(name)}:${canonical(fields.get(name))}`).join(",")}}`;
}

function text(value: string): string {
  if (!value.isWellFormed()) throw new BadMessage("half a character in a text");
  return JSON.stringify(value);
}

function number(value: number): string {
  if (!Number.isFinite(value)) throw new BadMessage("a number past all doubles");
  return String(value); // -0 is written 0
}
