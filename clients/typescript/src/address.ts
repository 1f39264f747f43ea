// Addresses: one spelling for each server, as a browser normalizes it (WHATWG URL).
//
// What a browser would decode, convert or guess at is refused instead: percent signs, backslashes, other alphabets.

import { YourFault } from "./errors.ts";
import { SURVEY } from "./terms_message.ts";

const HERE = ["localhost", "127.0.0.1", "[::1]"]; // messages to them stay on the machine
const FORM = /^(https?):\/\/(\[[\da-f:.]*\]|[\w.-]+)(:\d*)?((?:\/[\w.~-]+)*)\/*$/i;
const MAPPED = /^\[::ffff:[\da-f]+:[\da-f]+\]$/;

/** Read the address of a server; all spellings of one address become equal. */
export function address(server: string): string {
  const form = FORM.exec(server.trim());
  const host = form?.[2]?.replace(/\.$/, "") ?? "";
  const named = host.startsWith("[") || (host.length <= 253 && host.split(".").every(({ length }) => length > 0 && length <= 63));
  const text = form && named ? `${form[1]}://${host}${form[3] ?? ""}${form[4]}` : "";
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || url.port === "0" || MAPPED.test(url.hostname)) {
    throw new YourFault(`${server.slice(0, 300)} is no address of a server`);
  }
  return url.origin + url.pathname.replace(/\/+$/, "");
}

/** Refuse plain http:// to any other machine: anyone on the way could read and change what is said. */
export function checkEncrypted(server: string): void {
  const { protocol, hostname } = new URL(server);
  if (protocol === "https:" || HERE.includes(hostname)) return;
  throw new YourFault(`${server} is not encrypted`);
}

/** Check that a text is the id of a survey, and return it. */
export function surveyId(text: string): string {
  if (!SURVEY.test(text)) throw new YourFault(`${text.slice(0, 300)} is no id of a survey`);
  return text;
}
