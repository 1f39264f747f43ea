// A server that breaks its promises, over a real connection: the device says nothing that was not agreed to.

import assert from "node:assert/strict";
import { test } from "node:test";

import { GrantSpent, OffTerms, Unreachable } from "../src/errors.ts";
import { openLedger } from "../src/sqlite_file.ts";
import { CHEAP, COIN, DEAR, folder, HONEST, Host, NANO, place, problem, say, Scene, Survey, wait, type Heard } from "./host.ts";

for (const [what, change, error] of [
  ["a threshold above the domain", { thresholds: [9] }, "OffTerms"],
  ["a threshold below the domain", { thresholds: [-1] }, "OffTerms"],
  ["a table that loses more than the terms say", { table: DEAR.table }, "OffTerms"],
  ["a table that tells the truth", { table: HONEST }, "NotPrivate"],
  ["a table of other size than its thresholds", { thresholds: [3, 4] }, "Unreachable"],
] as const) {
  test(`a question with ${what} gets no answer`, async (t) => {
    const scene = await Scene.open(t, 3);
    scene.survey.places.push(place({ ...scene.survey.questions[0]!, ...change } as never));
    await assert.rejects(scene.device().answerOnce(), { name: error });
    assert.deepEqual([[], 0], [scene.survey.posted, await scene.ledger.spent()]);
  });
}

for (const [what, change] of [
  ["another threshold for its round", { thresholds: [5] }],
  ["another index for its round", { index: 1 }],
  ["another randomizer", { round: 1, table: CHEAP.table }],
] as const) {
  test(`after the first answer a question with ${what} gets none`, async (t) => {
    const scene = await Scene.open(t, 3);
    await scene.device().answerOnce();
    scene.survey.places.push(place({ ...scene.survey.questions[0]!, ...change } as never));
    await assert.rejects(scene.device().answerOnce(), OffTerms);
    assert.equal(1, scene.survey.posted.length);
  });
}

test("a server that asks twice hears the same bit with the same receipt", async (t) => {
  const scene = await Scene.open(t, 3);
  scene.survey.places.push(place(scene.survey.questions[0]!), place(scene.survey.questions[0]!));
  await scene.device().answerOnce();
  scene.restart();
  await scene.device().answerOnce();
  const repeated = scene.survey.posted.filter((message) => message.answer.round === 0).map((message) => JSON.stringify(message));
  assert.deepEqual([2, 1], [repeated.length, new Set(repeated).size]);
});

test("a server that asks for more than was agreed to is not even asked", async (t) => {
  const scene = await Scene.open(t, 3);
  assert.equal("done", (await scene.device().takePart()).status);
  scene.survey.questions.push({ ...scene.survey.questions[0]!, round: 3 });
  const asked = scene.survey.checkIns.length;
  assert.equal("done", (await scene.device().takePart()).status);
  assert.deepEqual([3, asked], [scene.survey.posted.length, scene.survey.checkIns.length]);
});

test("terms that change between two rounds end the survey", async (t) => {
  const scene = await Scene.open(t, 3);
  await scene.device().answerOnce();
  for (const change of [{ answers: 2 }, { hi: 9 }, { loss: 1, grant: 3 }, { keep_names: 1, keep_tallies: 1 }]) {
    const { terms } = scene.survey;
    scene.survey.terms = { ...terms, ...change };
    await assert.rejects(scene.device().takePart(), { name: "OffTerms", message: /has other terms now/ });
    scene.survey.terms = terms;
  }
  assert.equal(1, scene.survey.posted.length);
});

test("terms that change between the look and the answer are not agreed to", async (t) => {
  const scene = await Scene.open(t, 3);
  const device = scene.device();
  await device.agree(await device.look());
  scene.survey.terms = { ...scene.survey.terms, answers: 1 };
  await assert.rejects(device.answerOnce(), OffTerms);
  assert.deepEqual([], scene.survey.checkIns);
});

test("terms other than those of a link are refused before anything is said", async (t) => {
  const scene = await Scene.open(t);
  await assert.rejects(scene.device({ terms: "0".repeat(64) }).takePart(), OffTerms);
  assert.deepEqual(["GET"], scene.host.seen.map(({ method }) => method));
});

test("a second address of a survey hears nothing but the look", async (t) => {
  const scene = await Scene.open(t, 3);
  const second = await Host.open(t);
  second.answer = new Survey("youngest", 3).reply;
  await scene.device().answerOnce();
  const refused = { name: "OffTerms", message: `survey youngest is answered at ${scene.host.url}, not here` };
  await assert.rejects(scene.device({ server: second.url }).answerOnce(), refused);
  await assert.rejects(scene.device({ server: second.url }).takePart(), refused);
  assert.deepEqual([["GET", ""], ["GET", ""]], second.seen.map(({ method, body }) => [method, body]));
});

for (const spelling of ["localhost", "127.1", "127.0.0.1/.", "0x7f000001"]) {
  test(`one server under the spelling ${spelling} gets no second answer`, async (t) => {
    const scene = await Scene.open(t);
    await scene.device().answerOnce();
    const [name, path = ""] = spelling.split("/");
    const again = scene.device({ server: `http://${name}:${scene.host.port}/${path}` });
    const status = await again.answerOnce().then((outcome) => outcome.status, (error) => error.name);
    assert.ok(["done", "OffTerms", "Unreachable"].includes(status), status);
    assert.deepEqual([1, COIN.loss], [scene.survey.posted.length, await scene.ledger.spent()]);
  });
}

test("ten surveys at once cannot pass the limit of a lifetime", async (t) => {
  const scene = await Scene.open(t);
  const surveys = Array.from({ length: 10 }, (_, number) => new Survey(`survey-${number}`, 2));
  scene.host.answer = (heard) => surveys[Number(heard.path.split("/")[3]!.slice(7))]!.reply(heard);
  await scene.ledger.grant(4 * NANO);
  const ends = await Promise.all(
    surveys.map((survey) =>
      scene.device({ survey: survey.name, ledger: openLedger(scene.path) }).takePart().then((outcome) => outcome.status, (error) => error),
    ),
  );
  assert.deepEqual([4, 4 * COIN.loss], [surveys.flatMap(({ posted }) => posted).length, await scene.ledger.spent()]);
  const refused = ends.filter((end) => end instanceof GrantSpent).length;
  assert.ok(refused >= 8 && refused <= 10, String(refused));
});

/** A request and its length, without what is random in it: the name, the receipt and the answer. */
function shape({ method, path, headers, body }: Heard): unknown {
  const message = JSON.parse(body || "{}");
  if (message.answer) delete message.answer.code;
  return [method, path, Object.keys(headers).sort(), body.length, { ...message, name: null, receipt: null }];
}

test("nothing that leaves the device depends on its number but the bit", async (t) => {
  const sent: unknown[][] = [];
  const scene = await Scene.open(t);
  for (const value of [0.25, 7.75]) {
    const survey = new Survey("youngest", 3);
    survey.places.push(wait(3), place(survey.questions[0]!));
    scene.host.answer = survey.reply;
    scene.host.seen.length = 0;
    await scene.device({ value, ledger: openLedger(`${folder(t)}/ledger`) }).takePart();
    sent.push(scene.host.seen.map(shape));
  }
  assert.deepEqual(sent[0], sent[1]);
  assert.equal(3, sent[0]!.filter((request) => (request as string[])[1]!.endsWith("/answers")).length);
});

test("a number outside the domain is refused before the server hears of the device", async (t) => {
  const scene = await Scene.open(t);
  for (const value of [9.75, -1, NaN, Infinity, "3" as never, null as never]) {
    await assert.rejects(scene.device({ value }).answerOnce(), { name: "BadData", message: /^no number in the domain \[0, 8\]/ });
  }
  assert.deepEqual([[], []], [scene.survey.checkIns, await scene.ledger.pages()]);
});

for (const status of [301, 302, 303, 307, 308]) {
  test(`a redirect of status ${status} is not followed`, async (t) => {
    const scene = await Scene.open(t);
    const elsewhere = await Host.open(t);
    scene.host.answer = () => ({ status, headers: { Location: elsewhere.url } });
    await assert.rejects(scene.device().takePart(), Unreachable);
    assert.deepEqual([1, 0], [scene.host.seen.length, elsewhere.seen.length]);
  });
}

test("another survey than the one asked for, and terms under a hash that is not theirs, are refused", async (t) => {
  const scene = await Scene.open(t);
  scene.host.answer = () => say({ ...scene.survey.message, survey: "oldest" });
  await assert.rejects(scene.device().look(), { name: "Unreachable", message: /tells of survey oldest/ });
  scene.host.answer = () => say({ ...scene.survey.message, hash: "0".repeat(64) });
  await assert.rejects(scene.device().look(), { name: "Unreachable", message: /not the hash of the terms/ });
});

test("a problem cannot pose as an error of the device's own", async (t) => {
  const scene = await Scene.open(t);
  for (const kind of ["off-terms", "grant-spent", "bad-ledger", "their-fault", "lowwater-error", "__proto__", "constructor"]) {
    scene.host.answer = () => problem(kind, 409, { detail: "\u001b[2Jgone" });
    await assert.rejects(scene.device().look(), { name: "Unreachable", message: / says 409.*: {2}\[2Jgone$/ });
  }
});
