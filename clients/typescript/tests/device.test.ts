// Device: looks, pins, checks in, waits, charges, speaks, and brings home what got lost on the way.

import assert from "node:assert/strict";
import { test } from "node:test";

import type { Outcome } from "../src/device.ts";
import { BadLedger } from "../src/errors.ts";
import { Ledger } from "../src/ledger.ts";
import { SqliteFile } from "../src/sqlite_file.ts";
import type { Change, Stored } from "../src/store.ts";
import { sha256 } from "../src/sha256.ts";
import { COIN, NANO, place, problem, Scene, Survey, wait } from "./host.ts";

const rounds = (outcome: Outcome): number[] => outcome.said.map((entry) => entry.question.round);

test("one answer is given and counted", async (t) => {
  const scene = await Scene.open(t);
  const outcome = await scene.device().answerOnce();
  const [posted] = scene.survey.posted;
  const [said] = outcome.said;
  assert.deepEqual(["counted", said!.said + 10, said!.receipt], [outcome.status, posted!.answer.code, posted!.receipt]);
  assert.deepEqual([COIN.loss, 0], [outcome.spent, outcome.left]);
});

test("a device checks in and answers under one name, and under another in every survey", async (t) => {
  const scene = await Scene.open(t);
  const names: string[] = [];
  for (const survey of [scene.survey, new Survey("oldest")]) {
    scene.host.answer = survey.reply;
    await scene.device({ survey: survey.name }).answerOnce();
    assert.equal(survey.checkIns[0]!.name, survey.posted[0]!.name);
    names.push(survey.posted[0]!.name);
  }
  assert.equal(2, new Set(names).size);
  assert.match(names[0]!, /^[A-Za-z0-9_-]{43}$/);
});

test("an invitation is shown at check-in and remembered, and gives the name", async (t) => {
  const scene = await Scene.open(t);
  scene.survey.access = "invitation";
  scene.survey.places.push(wait(20));
  await scene.device({ invitation: "come in", pace: { patience: 0 } }).answerOnce();
  await scene.device().answerOnce();
  const shown = scene.survey.checkIns.map(({ name, invitation }) => [name, invitation]);
  assert.deepEqual([[sha256("come in"), "come in"], [sha256("come in"), "come in"]], shown);
});

test("an open survey learns of no invitation, and one for the invited hears nothing without", async (t) => {
  const scene = await Scene.open(t);
  await assert.rejects(scene.device({ invitation: "come in" }).answerOnce(), { name: "YourFault", message: /needs no invitation/ });
  scene.survey.access = "invitation";
  await assert.rejects(scene.device().answerOnce(), { name: "BadInvitation" });
  assert.deepEqual([[], []], [scene.survey.checkIns, await scene.ledger.pages()]);
});

test("another invitation after the answer is refused", async (t) => {
  const scene = await Scene.open(t);
  await scene.device().answerOnce();
  scene.survey.access = "invitation";
  await assert.rejects(scene.device({ invitation: "come in" }).answerOnce(), { name: "YourFault", message: /was answered already/ });
});

test("a device that has said all it may does not even check in", async (t) => {
  const scene = await Scene.open(t);
  await scene.device().answerOnce();
  const outcome = await scene.device().answerOnce();
  assert.deepEqual(["done", 0, 1, 1], [outcome.status, outcome.said.length, scene.survey.checkIns.length, scene.survey.posted.length]);
});

test("a device waits as long as it is asked to, stretched at random, and does not rush", async (t) => {
  const scene = await Scene.open(t);
  scene.survey.places.push(wait(20), wait(0));
  assert.equal("counted", (await scene.device({ pace: { chance: () => 1 } }).answerOnce()).status);
  assert.deepEqual([25, 1.25], scene.time.slept);
});

test("a device waits no longer than its patience and says how long it would have been", async (t) => {
  const scene = await Scene.open(t);
  scene.survey.places.push(...Array.from({ length: 9 }, () => wait(20)));
  const outcome = await scene.device({ pace: { patience: 50 } }).answerOnce();
  assert.deepEqual(["waiting", 20, [20, 20]], [outcome.status, outcome.seconds, scene.time.slept]);
});

test("a device that is sent away for longer than anyone lives says a year", async (t) => {
  const scene = await Scene.open(t);
  scene.survey.places.push(wait(1e9));
  assert.equal(366 * 86_400, (await scene.device().answerOnce()).seconds);
});

test("a device says nothing where it could not arrive in time", async (t) => {
  const scene = await Scene.open(t);
  scene.survey.places.push(place(scene.survey.questions[0]!, 1.9));
  scene.survey.questions.length = 0;
  assert.equal("done", (await scene.device().answerOnce()).status);
  assert.deepEqual([[], [1.9]], [scene.survey.posted, scene.time.slept]);
});

for (const [took, said] of [[57.9, 1], [58.1, 0]] as const) {
  test(`a reply that took ${took} seconds takes them off the lease`, async (t) => {
    const scene = await Scene.open(t);
    const clock = (): number => (scene.time.now += took); // every look at the clock takes so long
    await scene.device({ pace: { patience: 0, clock } }).answerOnce();
    assert.equal(said, scene.survey.posted.length);
  });
}

test("an answer whose acknowledgement got lost is sent again at once", async (t) => {
  const scene = await Scene.open(t);
  scene.survey.fates.push({ lost: true });
  assert.equal("counted", (await scene.device().answerOnce()).status);
  assert.deepEqual(scene.survey.posted[0], scene.survey.posted[1]);
});

test("an answer that was never acknowledged is brought home after a restart", async (t) => {
  const scene = await Scene.open(t);
  scene.survey.fates.push({ status: 500 });
  await assert.rejects(scene.device().answerOnce(), { name: "Unreachable" });
  scene.restart();
  const outcome = await scene.device().answerOnce();
  assert.deepEqual(["counted", scene.survey.posted[0]], [outcome.status, scene.survey.posted[1]]);
  assert.deepEqual([1, COIN.loss], [scene.survey.checkIns.length, outcome.spent]);
});

for (const kind of ["too-late", "no-place"]) {
  test(`what comes home to ${kind} is settled and not sent again`, async (t) => {
    const scene = await Scene.open(t);
    scene.survey.fates.push({ status: 500 }, problem(kind));
    await assert.rejects(scene.device().answerOnce(), { name: "Unreachable" });
    for (let turn = 0; turn < 2; turn++) assert.equal("done", (await scene.device().answerOnce()).status);
    const [page] = await scene.ledger.pages();
    assert.deepEqual([2, kind], [scene.survey.posted.length, page!.fates.get(0)]);
  });
}

for (const [kind, name] of [["too-late", "TooLate"], ["contradicted", "Contradicted"]] as const) {
  test(`an answer that came ${kind} stays charged`, async (t) => {
    const scene = await Scene.open(t);
    scene.survey.fates.push(problem(kind, 409, { detail: "the round is over" }));
    await assert.rejects(scene.device().answerOnce(), { name, message: "the round is over" });
    assert.deepEqual([COIN.loss, kind], [await scene.ledger.spent(), (await scene.ledger.pages())[0]!.fates.get(0)]);
  });
}

test("an acknowledgement that is none settles nothing", async (t) => {
  const scene = await Scene.open(t);
  scene.survey.fates.push({ body: '{"status":"perhaps","version":"lowwater/2"}' });
  await assert.rejects(scene.device().answerOnce(), { name: "Unreachable", message: /is no Lowwater server/ });
  assert.equal(0, (await scene.ledger.pages())[0]!.fates.size);
});

test("a device keeps going until the survey is done", async (t) => {
  const scene = await Scene.open(t, 3);
  const outcome = await scene.device().takePart();
  assert.deepEqual(["done", [0, 1, 2], 3 * COIN.loss], [outcome.status, rounds(outcome), outcome.spent]);
});

test("an answer too late for its round does not end the survey", async (t) => {
  const scene = await Scene.open(t, 3);
  scene.survey.fates.push(problem("too-late"));
  const outcome = await scene.device().takePart();
  assert.deepEqual(["done", [1, 2], [0]], [outcome.status, rounds(outcome), outcome.lost.map((entry) => entry.question.round)]);
});

test("a server that repeats a question for ever gets one answer for it", async (t) => {
  const scene = await Scene.open(t, 3);
  scene.survey.places.push(...Array.from({ length: 900 }, () => place(scene.survey.questions[0]!)));
  const outcome = await scene.device().takePart();
  assert.deepEqual(["waiting", [0], COIN.loss], [outcome.status, rounds(outcome), await scene.ledger.spent()]);
  assert.equal(1, new Set(scene.survey.posted.map((message) => JSON.stringify(message))).size);
});

test("a server that asks for what is too late for ever is left", async (t) => {
  const scene = await Scene.open(t, 3);
  scene.survey.places.push(...Array.from({ length: 99 }, () => place(scene.survey.questions[0]!)));
  scene.survey.fates.push(...Array.from({ length: 99 }, () => problem("too-late")));
  await assert.rejects(scene.device().takePart(), { name: "TooLate" });
  assert.equal(2, scene.survey.posted.length);
});

test("a grant and a lifetime that are too small are refused before a place is taken", async (t) => {
  const scene = await Scene.open(t);
  await assert.rejects(scene.device({ grant: NANO / 2 }).answerOnce(), { name: "GrantSpent", message: /^0 of 0\.5 nats, 0 of 1 answers/ });
  await scene.ledger.grant(NANO / 4);
  await assert.rejects(scene.device({ grant: NANO }).answerOnce(), { name: "GrantSpent", message: /^0 of 0\.25 nats for a lifetime/ });
  assert.deepEqual([], scene.survey.checkIns);
});

test("a survey that there is not, and one that takes no answers, are said to be so", async (t) => {
  const scene = await Scene.open(t);
  await assert.rejects(scene.device({ survey: "oldest" }).answerOnce(), { name: "NoSurvey" });
  scene.host.answer = (heard) => (heard.method === "GET" ? scene.survey.reply(heard) : problem("not-open"));
  await assert.rejects(scene.device().answerOnce(), { name: "NotOpen" });
});

for (const survey of ["", "../keys", "a/b", "a?b", "a b", "..", "x".repeat(129)]) {
  test(`the id ${JSON.stringify(survey.slice(0, 9))} would lead elsewhere, and is refused`, async (t) => {
    const scene = await Scene.open(t);
    assert.throws(() => scene.device({ survey }), { name: "YourFault", message: /is no id of a survey/ });
  });
}

test("looking agrees to nothing, and no request tells of the number", async (t) => {
  const scene = await Scene.open(t);
  await scene.device({ value: 3.141 }).look();
  assert.deepEqual([[], ["GET"]], [await scene.ledger.pages(), scene.host.seen.map(({ method }) => method)]);
  await scene.device({ value: 3.141 }).answerOnce();
  assert.ok(!JSON.stringify(scene.host.seen).includes("3.14"));
});

/** A file that takes everything but fates, as a disk that is full just then. */
class NoFates extends SqliteFile {
  override change(seen: number, act: (stored: readonly Stored[]) => Change): Promise<number> {
    return super.change(seen, (stored) => {
      const change = act(stored);
      if (change.add.some((text) => text.includes('"kind":"fate"'))) throw new BadLedger("the disk is full");
      return change;
    });
  }
}

test("an answer whose fate cannot be noted is said to be unnoted, and ends the turn", async (t) => {
  const scene = await Scene.open(t, 3);
  const outcome = await scene.device({ ledger: new Ledger(new NoFates(scene.path)) }).takePart();
  assert.deepEqual(["counted", [0], [0]], [outcome.status, rounds(outcome), outcome.unnoted.map((entry) => entry.question.round)]);
  scene.restart();
  const after = await scene.device().takePart();
  assert.deepEqual(["done", [0, 1, 2], 3 * COIN.loss], [after.status, rounds(after), after.spent]);
  assert.deepEqual(scene.survey.posted[0], scene.survey.posted[1]);
});

test("a late answer whose fate cannot be noted ends the turn too", async (t) => {
  const scene = await Scene.open(t, 3);
  scene.survey.fates.push(problem("too-late"));
  const outcome = await scene.device({ ledger: new Ledger(new NoFates(scene.path)) }).takePart();
  assert.deepEqual(["waiting", [0], 1], [outcome.status, outcome.lost.map((entry) => entry.question.round), outcome.unnoted.length]);
});

test("a problem that is none is said to be no server's", async (t) => {
  const scene = await Scene.open(t);
  for (const body of ["", "{", "null", "3"]) {
    scene.host.answer = () => ({ status: 409, body, headers: { "Content-Type": "application/problem+json; charset=utf-8" } });
    await assert.rejects(scene.device().look(), { name: "Unreachable" });
  }
  scene.host.answer = () => problem("not-open", 409, { detail: "x".repeat(400) });
  await assert.rejects(scene.device().look(), { name: "NotOpen", message: "x".repeat(300) });
});
