// Links and addresses: one spelling for each server, and texts in a person's language.

import assert from "node:assert/strict";
import { test } from "node:test";

import { address } from "../src/address.ts";
import { link } from "../src/link.ts";
import { textsIn } from "../src/texts_in.ts";
import { Survey } from "./host.ts";

const HASH = "0123456789abcdef".repeat(4);

test("a link is taken apart", () => {
  const parts = { server: "https://survey.example.org/base", survey: "7Qb0ylFQe3Yv1x2K", hash: HASH, invitation: null };
  assert.deepEqual(parts, link(` https://Survey.Example.org:443/base/answer/7Qb0ylFQe3Yv1x2K#${HASH} `));
  assert.equal("come-in", link(`https://survey.example.org/answer/a#${HASH}.come-in`).invitation);
});

for (const text of ["", "https://survey.example.org/answer/a", `https://survey.example.org/answer/a#${HASH.slice(1)}`, `https://survey.example.org/a#${HASH}`]) {
  test(`"${text.slice(0, 60)}" is no link, and the error does not quote it`, () => {
    assert.throws(() => link(text), { name: "YourFault", message: /^no link to a survey/ });
  });
}

for (const [spelling, one] of [
  ["HTTPS://Survey.Example.Org.:443//", "https://survey.example.org"],
  ["http://127.1:80/.", "http://127.0.0.1"],
  ["http://0x7f000001:8770/a/../b/", "http://127.0.0.1:8770/b"],
  ["https://[2001:DB8:0::1]/", "https://[2001:db8::1]"],
] as const) {
  test(`${spelling} is ${one}`, () => assert.equal(one, address(spelling)));
}

for (const spelling of ["http://[::ffff:127.0.0.1]", "https://a:0", "https://é.org", "https://a/%2e", "https://a\\b", "https://a@b", `https://${"x".repeat(64)}.org`]) {
  test(`${spelling.slice(0, 40)} is no address`, () => assert.throws(() => address(spelling), { name: "YourFault" }));
}

test("texts are those of the language, else of a near one, else the original", () => {
  const [original] = new Survey().terms.texts;
  const texts = ["en", "pt-BR", "pt", "ar"].map((language) => ({ ...original!, language }));
  const terms = { ...new Survey().terms, texts };
  const shown = ["pt", "pt-PT", "ar-EG", "de", "en-GB"].map((language) => textsIn(terms, language).language);
  assert.deepEqual(["pt", "pt-BR", "ar", "en", "en"], shown);
});
