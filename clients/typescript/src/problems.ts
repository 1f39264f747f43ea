// Problems: the error that each problem document of a server becomes (RFC 9457).

import {
  BadData, BadDomain, BadEpsilon, BadInvitation, BadMessage, BadPlan, BadQuestion, BadRandomizer, BadStore, BadTerms, Contradicted,
  type LowwaterError, Moved, NoPlace, NoSurvey, NotOpen, NotPrivate, Refused, TooLate, Unreachable, YourFault,
} from "./errors.ts"; // prettier-ignore

const PROBLEM = /^\s*application\/problem\+json\s*(;|$)/i;
const LONGEST = 300;

/** The errors that a server may name, by the last part of the type; the others are a device's own. */
const KINDS = new Map(
  [
    YourFault, BadEpsilon, BadRandomizer, BadDomain, BadQuestion, BadTerms, BadPlan, BadData, BadMessage, NotPrivate, Refused, NoSurvey,
    NotOpen, NoPlace, TooLate, Contradicted, BadInvitation, Moved, BadStore,
  ].map((kind) => [typeOf(kind), kind]), // prettier-ignore
);

/** The last part of the type of a problem: too-late for TooLate. */
export function typeOf({ name }: { readonly name: string }): string {
  return name.replace(/\B(?=[A-Z])/g, "-").toLowerCase();
}

/** A text from outside on one line: control characters become blanks, and it is cut after 300 characters. */
export function printable(text: string): string {
  return [...text.replace(/[\p{C}\p{Z}]/gu, " ")].slice(0, LONGEST).join("");
}

/** The error that an unsuccessful reply becomes. */
export function errorOf(server: string, status: number, contentType: string, body: Uint8Array): LowwaterError {
  const said = `${server} says ${status}`;
  if (PROBLEM.test(contentType)) {
    try {
      const { type, detail, title } = JSON.parse(new TextDecoder().decode(body));
      const kind = KINDS.get(String(type).split("/").filter(Boolean).at(-1)!);
      const text = printable(String(detail || title || ""));
      return kind ? new kind(text) : new Unreachable(`${said}: ${text}`);
    } catch {} // it is no problem document
  }
  return new Unreachable(said);
}
