// Losses: read exactly, written without rounding, and said rounded towards the worse.

import assert from "node:assert/strict";
import { test } from "node:test";

import { nats } from "../src/epsilon.ts";
import { chance, epsilon, factor } from "../src/odds.ts";
import { vectors } from "./vectors.ts";

for (const [text, nano] of [["1", 1e9], [0.1, 1e8], ["0.1234567899", 123456789], ["1e-9", 1], [1e-7, 100], ["2.5e3", 2.5e12]] as const) {
  test(`${text} nats are ${nano} nano-nats`, () => assert.equal(nano, epsilon(text)));
}

for (const text of ["", "0", "-1", "nan", "Infinity", "1e-10", "9e15", "0x1", "1,5"]) {
  test(`"${text}" is no epsilon`, () => assert.throws(() => epsilon(text), { name: "BadEpsilon" }));
}

test("a loss is written without rounding", () => {
  assert.deepEqual(["0", "1", "0.5", "0.000000001", "15"], [0, 1e9, 5e8, 1, 15e9].map(nats));
});

test("what a loss means is rounded towards the worse", () => {
  assert.deepEqual([2.719, 1.001, Infinity], [1e9, 0, 31e9].map(factor));
  assert.deepEqual(["73.2", "50.1", "100"], [1e9, 0, 31e9].map(chance));
});

test("what is said of a loss is never better than doubles say", () => {
  for (const { loss } of vectors("losses")) {
    assert.ok(factor(loss) >= Math.exp(loss / 1e9));
    assert.ok(Number(chance(loss)) >= 100 / (1 + Math.exp(-loss / 1e9)) - 1e-9);
  }
});
