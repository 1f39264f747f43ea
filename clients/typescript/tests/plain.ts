// A parsed JSON value as plain JavaScript, for the tests of canonical JSON: a device writes no other values than its messages.

import { Numeral, type Json } from "../src/strict_json.ts";

export function plain(json: Json): unknown {
  if (json instanceof Numeral) return json.double;
  if (json instanceof Map) return Object.fromEntries([...json].map(([name, value]) => [name, plain(value)]));
  return Array.isArray(json) ? json.map(plain) : json;
}
