// Problems: the error that each problem document of a server becomes (RFC 9457).

import * as errors from "./errors.ts";
import { LowwaterError, Unreachable } from "./errors.ts";

const PROBLEM = "application/problem+json";
const OWN = ["LowwaterError", "TheirFault", "OffTerms", "GrantSpent", "Unreachable", "BadLedger"]; // never a server's
const LONGEST = 300;

const KINDS = new Map(
  Object.values(errors)
    .filter((kind) => !OWN.includes(kind.name))
    .map((kind) => [kind.name.replace(/(?!^)(?=[A-Z])/g, "-").toLowerCase(), kind]),
);

/** A text from outside on one line: control characters become blanks, and it is cut after 300 characters. */
export function printable(text: string): string {
  const plain = [...text.replace(/[\p{C}\p{Z}]/gu, " ")];
  return plain.length <= LONGEST ? plain.join("") : `${plain.slice(0, LONGEST).join("")}...`;
}

/** The error that an unsuccessful reply becomes. */
export function errorOf(server: string, status: number, contentType: string, body: Uint8Array): LowwaterError {
  const isProblem = contentType.split(";")[0]!.trim().toLowerCase() === PROBLEM;
  const problem = isProblem ? problemOf(body) : null;
  if (!problem) return new Unreachable(`${server} says ${status}, and not in the way of a Lowwater server; is this its address?`);
  const kind = KINDS.get(problem.type);
  return kind ? new kind(problem.detail) : new Unreachable(`${server} says ${status}: ${problem.detail || "no more than that"}`);
}

/** The last part of the type, and the detail or title; null if `body` is no problem document. */
function problemOf(body: Uint8Array): { type: string; detail: string } | null {
  try {
    const { type, detail, title } = JSON.parse(new TextDecoder().decode(body));
    return { type: String(type).replace(/\/+$/, "").split("/").at(-1)!, detail: printable(String(detail || title || "")) };
  } catch {
    return null;
  }
}
