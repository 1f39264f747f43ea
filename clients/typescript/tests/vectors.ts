// Vectors: the files of `vectors/`, in which whole numbers past 2**53 become BigInt.

import { readFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(import.meta.dirname, "..", "..", "..", "vectors");

/** The vectors of a file, each an input with what it must give. */
export function vectors(name: string): readonly any[] {
  return JSON.parse(readFileSync(join(FOLDER, `${name}.json`), "utf8"), exactly).vectors;
}

function exactly(_: string, value: unknown, context?: { source: string }): unknown {
  const source = context?.source ?? "";
  const whole = typeof value === "number" && /^-?\d+$/.test(source);
  return whole && BigInt(source) !== BigInt(value) ? BigInt(source) : value;
}
