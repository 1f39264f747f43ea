// The vectors: what they say must be accepted, refused or computed is, as in Python.

import assert from "node:assert/strict";
import { createPublicKey, verify } from "node:crypto";
import { test } from "node:test";

import * as answers from "../src/answer_messages.ts";
import { canonical } from "../src/canonical.ts";
import { admit, checkDomain, truth as truthOf } from "../src/domain.ts";
import * as errors from "../src/errors.ts";
import { hashIn, nameOf } from "../src/invitations.ts";
import { decode, encode } from "../src/message.ts";
import { lossOf, randomize } from "../src/randomizer.ts";
import { Respondent } from "./respondent.ts";
import { sha256 } from "../src/sha256.ts";
import { parse } from "../src/strict_json.ts";
import * as terms from "../src/terms_message.ts";
import { TextsMessage } from "../src/texts_message.ts";
import * as analysts from "./analysts.ts";
import { debias } from "./debias.ts";
import { plain } from "./plain.ts";
import * as sent from "./sent.ts";
import { vectors } from "./vectors.ts";

const KINDS: Record<string, any> = { ...answers, ...sent, ...terms, ...analysts, TextsMessage };
const kindOf = (vector: any): any => KINDS[vector.kind] ?? assert.fail(`no kind ${vector.kind}`);
const refusal = (vector: any): { name: string } => ({ name: vector.error });

/** One test for all vectors of a file; a failure names the vector. */
function each(file: string, sentence: string, check: (vector: any) => void): void {
  test(sentence, () => {
    const all = vectors(file);
    assert.ok(all.length > 0);
    all.forEach((vector, index) => {
      try {
        check(vector);
      } catch (error) {
        throw new Error(`vector ${index} of ${file}: ${JSON.stringify(vector, exact).slice(0, 500)}`, { cause: error });
      }
    });
  });
}

const exact = (_: string, value: unknown): unknown => (typeof value === "bigint" ? `${value}` : value);

each("messages", "a message is read and written", (vector) => {
  const kind = kindOf(vector);
  assert.equal(encode(decode(kind, vector.text)), vector.written);
  assert.equal(encode(decode(kind, new TextEncoder().encode(vector.text))), vector.written);
});

each("bad_messages", "what is no message is refused", (vector) => {
  const text = "hex" in vector ? Uint8Array.from(Buffer.from(vector.hex, "hex")) : vector.text;
  assert.throws(() => decode(kindOf(vector), text), refusal(vector));
});

each("terms", "terms have this hash", (vector) => {
  const message = decode<terms.TermsMessage>(terms.TermsMessage, vector.text);
  assert.deepEqual([encode(message), terms.hashOf(message)], [vector.hashed, vector.hash]);
});

each("canonical", "a value has this canonical text", (vector) => {
  const text = canonical(plain(parse(vector.text)));
  assert.deepEqual([text, sha256(text)], [vector.canonical, vector.hash]);
});

each("bad_canonical", "what not everybody reads alike has no canonical text", (vector) => {
  assert.throws(() => canonical(plain(parse(vector.text))), refusal(vector));
});

const coins = (vector: any): Uint8Array => Uint8Array.from(Buffer.from(vector.coins, "hex"));

each("randomizer", "a truth and coins give this answer", (vector) => {
  lossOf(vector.table);
  assert.equal(randomize(vector.table, vector.truth, coins(vector)), vector.answer);
});

each("bad_randomizer", "what is no randomizer gives no answer", (vector) => {
  assert.throws(() => [lossOf(vector.table), randomize(vector.table, 1, coins(vector))], refusal(vector));
});

each("losses", "a randomizer has this loss", (vector) => {
  assert.equal(lossOf(vector.table), vector.loss);
});

test("doubles alone would get some losses wrong", () => {
  const wrong = vectors("losses").filter(({ table, loss }) => {
    const ratios = table.map((_: unknown, answer: number) => {
      const column = table.map((row: number[]) => row[answer]);
      return Math.max(...column) / Math.min(...column);
    });
    return Math.ceil(1e9 * Math.log(Math.max(...ratios))) !== loss;
  });
  assert.ok(wrong.length > 0);
});

each("debias", "a tally is debiased to these shares", (vector) => {
  assert.deepEqual(debias(vector.table, vector.counts), vector.fractions.map((pair: string[]) => pair.map(BigInt)));
});

each("bad_debias", "a tally that cannot be has no share", (vector) => {
  assert.throws(() => debias(vector.table, vector.counts), refusal(vector));
});

function truth({ lo, hi, direction, outside, value, thresholds }: any): number {
  const domain = { lo, hi, direction, step: null, outside };
  checkDomain(domain);
  return truthOf(domain, admit(domain, value ?? NaN), thresholds);
}

each("truths", "a value has this truth", (vector) => assert.equal(truth(vector), vector.truth));

each("bad_truths", "a value outside has no truth", (vector) => assert.throws(() => truth(vector), refusal(vector)));

const question = (message: object): any =>
  decode<answers.QuestionMessage>(answers.QuestionMessage, JSON.stringify(message));

/** A device that has answered what was said before. */
function device(vector: any): Respondent {
  const message = decode<terms.TermsMessage>(terms.TermsMessage, JSON.stringify(vector.terms));
  const respondent = new Respondent(34, message);
  for (const asked of vector.said) respondent.respond(question(asked));
  return respondent;
}

each("questions", "a question on the terms is answered once", (vector) => {
  const asked = device(vector);
  asked.respond(question(vector.asked));
  assert.equal(asked.told.length, vector.said.length + (vector.how === "anew" ? 1 : 0));
});

each("bad_questions", "a question off the terms is not answered", (vector) => {
  const asked = device(vector);
  assert.throws(() => asked.respond(question(vector.asked)), refusal(vector));
  assert.equal(asked.told.length, vector.said.length);
});

/** Whether a server would admit a check-in: the name and the terms that a device reads, and a genuine signature. */
function admitted({ survey, terms: hash, issuer, name, invitation }: any): boolean {
  if (invitation === null || hashIn(invitation) !== hash || nameOf(invitation) !== name) return false;
  const raw = Buffer.from(invitation, "base64url");
  const signed = Buffer.concat([Buffer.from(`lowwater/2 invitation ${survey} `), raw.subarray(0, 48)]);
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: Buffer.from(issuer, "hex").toString("base64url") }, format: "jwk" });
  return verify(null, signed, key, raw.subarray(48));
}

each("invitations", "an invitation is genuine", (vector) => {
  assert.deepEqual([hashIn(vector.invitation), nameOf(vector.invitation)], [vector.terms, vector.name]);
  assert.ok(admitted(vector));
});

each("bad_invitations", "a forged invitation is not", (vector) => assert.ok(!admitted(vector)));

each("hashes", "a server knows it by this hash", (vector) => assert.equal(sha256(vector.hashed), vector.hash));

test("every error of a device has its name from Python", () => {
  for (const [name, kind] of Object.entries(errors)) assert.equal(new kind().name, name);
});
