// Groups: one page of the ledger for all members of a survey, a member that no hidden group chooses, and a truth within it alone.

import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";

import { Account, draw } from "../src/account.ts";
import { groupOf, memberOf, type Asked } from "../src/groups.ts";
import { COINS } from "../src/randomizer.ts";
import { hashOf, type SurveyMessage, type TermsMessage } from "../src/terms_message.ts";
import { asked, COIN, Scene, Survey, type Reply, type Heard } from "./host.ts";

const NAMES = ["DE", "FR", "IT"];

/** The members of a survey, on one host, each honest. */
async function family(t: TestContext, answers = 1, are: "public" | "hidden" = "public"): Promise<{ scene: Scene; members: Survey[]; whole: SurveyMessage }> {
  const scene = await Scene.open(t, answers);
  const members = NAMES.map((_, at) => new Survey(`f00-${at}`, answers));
  for (const member of members) member.terms = { ...member.terms, groups: NAMES, groups_are: are };
  const whole = { ...members[0]!.message, survey: "f00" };
  scene.host.answer = (heard: Heard): Reply => members.find(({ name }) => name === heard.path.split("/")[3])!.reply(heard);
  return { scene, members, whole };
}

const message = (survey: string, change: Partial<TermsMessage> = {}): SurveyMessage => {
  const terms = { ...new Survey().terms, groups: NAMES, groups_are: "public" as const, ...change };
  return { ...new Survey(survey).message, terms, hash: hashOf(terms) };
};
const nothing: Asked = { look: () => assert.fail("it looks"), name: () => assert.fail("it has a name") };

test("a public group is told by the member, and nothing is asked before", async () => {
  assert.deepEqual(await memberOf(message("f00"), "FR", nothing), { survey: "f00-1", inside: true });
  for (const own of ["ES", ""]) await assert.rejects(memberOf(message("f00"), own, nothing), { name: "YourFault" });
});

test("a link to a member is about its group alone", async () => {
  assert.deepEqual([groupOf(message("f00-2")), groupOf(message("f00"))], ["IT", undefined]);
  assert.deepEqual(await memberOf(message("f00-2"), "IT", nothing), { survey: "f00-2", inside: true });
  assert.deepEqual(await memberOf(message("f00-2", { groups_are: "hidden" }), "", nothing), { survey: "f00-2", inside: false });
});

test("a hidden group does not choose the member: the name does, and people spread over all", async () => {
  const hidden = message("f00", { groups_are: "hidden" });
  const look = async (survey: string): Promise<SurveyMessage> => ({ ...hidden, survey });
  const counts = new Map<string, number>();
  for (let at = 0; at < 300; at++) {
    const name = async (): Promise<string> => `name ${at}`;
    const members = await Promise.all(["DE", "FR", ""].map((own) => memberOf(hidden, own, { look, name })));
    assert.equal(new Set(members.map(({ survey }) => survey)).size, 1);
    const { survey } = members[0]!;
    assert.deepEqual(members.map(({ inside }) => inside), ["DE", "FR", ""].map((own) => own === NAMES[Number(survey.at(-1))]));
    counts.set(survey, (counts.get(survey) ?? 0) + 1);
  }
  assert.ok([...counts.values()].every((count) => count > 60) && counts.size === 3, `${[...counts.values()]}`); // the names are fixed
});

test("a member that is over, or shows other terms, is passed by", async () => {
  const hidden = message("f00", { groups_are: "hidden" });
  const name = async (): Promise<string> => "a name";
  const open = async (survey: string): Promise<SurveyMessage> => ({ ...hidden, survey });
  const first = (await memberOf(hidden, "DE", { look: open, name })).survey;
  for (const change of [{ state: "finished" as const }, { state: "closed" as const }, { hash: "0".repeat(64) }]) {
    const look = async (survey: string): Promise<SurveyMessage> => ({ ...hidden, survey, ...(survey === first ? change : {}) });
    assert.notEqual((await memberOf(hidden, "DE", { look, name })).survey, first);
  }
  const over = async (survey: string): Promise<SurveyMessage> => ({ ...hidden, survey, state: "finished" });
  assert.equal((await memberOf(hidden, "DE", { look: over, name })).survey, first);
});

test("a device that claims two groups answers in one alone, and is charged once", async (t) => {
  const { scene, members } = await family(t);
  assert.equal((await scene.device({ survey: "f00-0" }).answerOnce()).status, "counted");
  assert.equal((await scene.device({ survey: "f00-1" }).answerOnce()).status, "done");
  assert.deepEqual(members.map(({ checkIns }) => checkIns.length), [1, 0, 0]);
  assert.equal(await scene.ledger.spent(), COIN.loss);
  assert.deepEqual((await scene.ledger.pages()).map(({ survey }) => survey), ["f00"]);
});

test("with several answers all groups together stay within one grant", async (t) => {
  const { scene, members } = await family(t, 2);
  members[1]!.questions.shift();
  await scene.device({ survey: "f00-0" }).answerOnce();
  await scene.device({ survey: "f00-1" }).answerOnce();
  for (const survey of ["f00-0", "f00-1", "f00-2"]) assert.equal((await scene.device({ survey }).answerOnce()).status, "done");
  assert.deepEqual(members.map(({ posted }) => posted.length), [1, 1, 0]);
  assert.equal(await scene.ledger.spent(), 2 * COIN.loss);
});

test("whoever left a survey with groups for good answers in none of them", async (t) => {
  const { scene, members } = await family(t);
  await scene.ledger.leave(scene.host.url, "f00");
  await assert.rejects(scene.device({ survey: "f00-1" }).answerOnce(), { name: "YourFault", message: /left survey f00 for good/ });
  assert.ok(members.every(({ checkIns }) => !checkIns.length));
});

test("outside the hidden group the truth is no, whatever the number, and inside it is as without groups", () => {
  const account = new Account(message("f00-0").terms);
  const low = (): Uint8Array<ArrayBuffer> => new Uint8Array(COINS); // coins that give the answer 0 to both truths
  const [{ table }] = [COIN];
  const turn = table[1]![0]!; // from here on a truth of yes says yes, and a truth of no still says no
  const at = Uint8Array.from([...Array(6).keys()].map((byte) => Math.floor(turn / 32 / 256 ** (5 - byte)) % 256).concat((turn % 32) << 3));
  for (const number of [0, 3, 4, 8]) {
    assert.equal(draw(account, number, asked(0), () => at, false), 0);
    assert.equal(draw(account, number, asked(0), () => at, true), number <= 4 ? 1 : 0);
    assert.equal(draw(account, number, asked(0), low), 0);
  }
});

test("where groups are hidden neither a message nor the ledger holds the person's own", async (t) => {
  const { scene, whole } = await family(t, 1, "hidden");
  await scene.device({ survey: "f00-0", inside: false }).answerOnce();
  const sent = scene.host.seen.filter(({ method }) => method === "POST").map(({ body, path }) => `${path} ${body}`);
  assert.equal(sent.length, 2);
  assert.ok(sent.every((text) => !/inside|DE|FR|IT/.test(text.replaceAll(/"(name|receipt)":"[^"]*"/g, ""))));
  assert.equal(whole.hash, (await scene.ledger.pages())[0]!.hash);
});
