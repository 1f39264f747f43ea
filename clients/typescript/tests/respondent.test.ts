// Attacks on a person's device, by a server that may ask whatever it likes. All of them fail.

import assert from "node:assert/strict";
import { test } from "node:test";

import type { QuestionMessage } from "../src/answer_messages.ts";
import { lossOf } from "../src/randomizer.ts";
import { Respondent } from "./respondent.ts";
import type { Terms } from "../src/terms.ts";
import { asked as ask, CHEAP, COIN, DEAR, HONEST, NANO } from "./host.ts";

const TERMS: Terms = { lo: 0, hi: 8, direction: "minimum", step: null, outside: "refuse", answers: 3, loss: COIN.loss, grant: 3 * NANO };

/** The name of the error a device refuses with; null where it answers. */
function refusal(device: Respondent, question: QuestionMessage): string | null {
  try {
    device.respond(question);
    return null;
  } catch (error) {
    return (error as Error).name;
  }
}

test("a question that costs more than the terms say is refused, by a nano-nat too", () => {
  assert.equal(COIN.loss, NANO);
  assert.ok(DEAR.loss > COIN.loss && DEAR.loss < COIN.loss + 1000);
  assert.equal("OffTerms", refusal(new Respondent(1, TERMS), ask(0, 4, DEAR)));
});

for (const threshold of [-1, -Number.MIN_VALUE, 8.000000000000002, 1e308]) {
  test(`the threshold ${threshold} outside the domain is refused`, () => {
    assert.equal("OffTerms", refusal(new Respondent(1, TERMS), ask(0, threshold)));
  });
}

test("more answers than promised are refused even where the grant would allow them", () => {
  const device = new Respondent(1, { ...TERMS, grant: 100 * NANO });
  assert.deepEqual([null, null, null, "GrantSpent", "GrantSpent"], [0, 1, 2, 3, 4].map((round) => refusal(device, ask(round))));
});

test("cheap answers do not buy more of them", () => {
  const device = new Respondent(1, TERMS);
  assert.deepEqual([null, null, null, "GrantSpent"], [0, 1, 2, 3].map((round) => refusal(device, ask(round, 4, CHEAP))));
});

test("an honest table makes no randomizer", () => {
  assert.throws(() => lossOf(HONEST), { name: "NotPrivate" });
});

test("a value outside the domain is refused or clamped as the terms say, and no number never answered for", () => {
  const clamps: Terms = { ...TERMS, outside: "clamp" };
  const never = (count: number): Uint8Array => new Uint8Array(count).fill(0x80); // coins that never flip
  for (const value of [-1, 8.5, Infinity, -Infinity]) {
    assert.throws(() => new Respondent(value, TERMS), { name: "BadData" });
    assert.equal(value < 0 ? 1 : 0, new Respondent(value, clamps, never).respond(ask(0)));
  }
  for (const value of [NaN, "1", true, null, undefined, 1n, [1], { valueOf: () => 1 }]) {
    assert.throws(() => new Respondent(value as number, clamps), { name: "BadData" });
  }
});

test("every refused value is refused in the same words, and no log of it holds the number", () => {
  const said = new Set<string>();
  for (const secret of [90210.4375, -90210.4375, "90210.4375", NaN, 90210n]) {
    assert.throws(() => new Respondent(secret as number, TERMS), (error: Error) => {
      assert.ok(!`${error.stack} ${JSON.stringify(error)}`.includes("90210"));
      said.add(error.message);
      return true;
    });
  }
  assert.equal(1, said.size);
});

test("a device shows its number to nobody", () => {
  const device = new Respondent(3.141, TERMS);
  assert.deepEqual(["{}", "[object Object]", []], [JSON.stringify(device), String(device), Object.getOwnPropertyNames(device)]);
});

test("yes is said as often as the table says, within chance", () => {
  // 20,000 answers of chance .7311: a deviation beyond 4.5 standard errors has probability 7e-6.
  const total = 20_000;
  let yes = 0;
  for (let person = 0; person < total; person++) yes += new Respondent(3, TERMS).respond(ask(0));
  const chance = COIN.table[1]![1]! / 2 ** 53;
  assert.ok(Math.abs(yes / total - chance) < 4.5 * Math.sqrt((chance * (1 - chance)) / total), String(yes));
});
