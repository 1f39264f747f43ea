// Canonical JSON (RFC 8785): one text for one value in every language, so that a hash means the same everywhere.

import { BadMessage } from "./errors.ts";

/** The canonical text of a JSON value: fields sorted by their UTF-16 code units, numbers as ECMAScript writes them. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value === "object" && value) {
    const fields = value as Readonly<Record<string, unknown>>;
    return `{${Object.keys(fields).sort().map((name) => `${canonical(name)}:${canonical(fields[name])}`).join()}}`;
  }
  if (typeof value === "number" ? !Number.isFinite(value) : typeof value === "string" && !value.isWellFormed()) {
    throw new BadMessage("no JSON");
  }
  return JSON.stringify(value); // -0 is written 0
}
