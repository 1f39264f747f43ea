// What the dashboard reads, works out and follows: addresses, numbers, axes, the stream, and one stream for all tabs.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Analyst, Gone, Refusal } from "../dashboard/analyst.ts";
import { Axis } from "../dashboard/axis.ts";
import { csv } from "../dashboard/data_table.ts";
import { debounced, spaced } from "../dashboard/frames.ts";
import type { Happened, Line, Standing } from "../dashboard/messages.ts";
import { routeOf, takeKey } from "../dashboard/route.ts";
import { pauseAfter, readStream } from "../dashboard/stream.ts";
import { Watched } from "../dashboard/watched.ts";
import { missing, openRequest, planRequest } from "../dashboard/wizard_fields.ts";
import { groupsOf, groupsWrong, hiddenCommand } from "../dashboard/wizard_groups.ts";
import { numberOf } from "../dashboard/wizard_numbers.ts";
import { away, goal, percent, rough } from "../dashboard/wording.ts";
import { density } from "../dashboard/zoom.ts";

test("an address names a view, also where the server stands below a path", () => {
  const views = Object.fromEntries(["/", "/open", "/survey/a-b_1", "/low/water/", "/low/survey/x", "/low/open"].map((path) => [path, routeOf(path)]));
  assert.deepEqual(views, {
    "/": { base: "", view: "list", survey: "" },
    "/open": { base: "", view: "open", survey: "" },
    "/survey/a-b_1": { base: "", view: "survey", survey: "a-b_1" },
    "/low/water/": { base: "/low/water", view: "list", survey: "" },
    "/low/survey/x": { base: "/low", view: "survey", survey: "x" },
    "/low/open": { base: "/low", view: "open", survey: "" },
  });
});

/** A fragment, and what becomes of it. */
function opened(hash: string): { key: string | null; shown: string; state: unknown } {
  let [shown, state]: [string, unknown] = [`/survey/x${hash}`, "before"];
  const history = { replaceState: (next: unknown, _: string, path: string) => ([state, shown] = [next, path]) };
  const key = takeKey({ hash, pathname: "/survey/x", search: "" } as Location, history as unknown as History);
  return { key, shown, state };
}

test("the key of a link leaves the address, and no state of the history keeps it", () => {
  assert.deepEqual(opened("#lw_abc-_1"), { key: "lw_abc-_1", shown: "/survey/x", state: null });
  for (const hash of ["#abc", "#lw_", "#lw_a b", `#lw_${"a".repeat(300)}`]) assert.deepEqual(opened(hash), { key: null, shown: "/survey/x", state: null });
  assert.deepEqual(opened(""), { key: null, shown: "/survey/x", state: "before" });
});

test("ticks are round, within the axis, and few enough to be read", () => {
  for (const [lo, hi] of [[0, 150], [-3, 4], [0.001, 0.0042], [1e6, 5e6], [17.3, 17.4], [0, 0]] as const) {
    const axis = new Axis(lo, hi, 0, 600);
    const ticks = axis.ticks();
    assert.ok(ticks.length >= 2 && ticks.length <= 9, `${lo} to ${hi}: ${ticks}`);
    assert.ok(ticks.every((tick) => tick >= axis.lo - 1e-9 && tick <= axis.hi + 1e-9));
  }
  assert.deepEqual(new Axis(0, 150, 0, 600).ticks(), [0, 20, 40, 60, 80, 100, 120, 140]);
  assert.deepEqual([new Axis(0, 10, 100, 0).place(2.5), new Axis(0, 10, 0, 100).place(99)], [75, 100]);
});

test("CSV quotes what needs it, and hands no formula to a spreadsheet", () => {
  const table = { head: ["a", "b"], rows: [["x,y", 1.5], ['say "so"', null], ["=1+1", -2]] };
  assert.equal(csv(table), 'a,b\r\n"x,y",1.5\r\n"say ""so""",\r\n\'=1+1,-2\r\n');
});

test("the density of a posterior is that of its steps, as a share of its peak", () => {
  const heights = density([[0, 0], [1, 0.2], [2, 0.8], [4, 1]], 0.01);
  assert.deepEqual(heights.map(([value, height]) => [value, Number(height.toFixed(3))]), [[0, 0], [0.5, 0.333], [1.5, 1], [3, 0.167], [4, 0]]);
  assert.deepEqual([density([], 1), density([[1, 0.5]], 1)], [[], []]);
});

test("numbers of the wizard are read as people type them, and nothing is guessed", () => {
  const read = { "20,000": 20000, "20 000": 20000, "1.5": 1.5, "1,5": 1.5, " -3 ": -3, "1e3": 1000, "1,000,000.5": 1000000.5 };
  for (const [text, value] of Object.entries(read)) assert.equal(numberOf(text), value, text);
  for (const text of ["", "x", "1.2.3", "0x10", "5 years", "Infinity"]) assert.ok(Number.isNaN(numberOf(text)), text);
});

const TYPED = {
  title: " Youngest ", question: "", unit: "years", asker: "", contact: "", purpose: "", goal: "quantile", quantile: "90", lo: "0", hi: "150", step: "1",
  people: "20,000", epsilon: "1", recruiting: "rolling", rounds: "once", least: "5", span: "12", closes: "", issuer: "",
}; // prettier-ignore

test("what was typed becomes a plan and a survey, and what is missing is named", () => {
  assert.deepEqual(planRequest(TYPED), { people: 20000, epsilon: 1, domain: [0, 150], direction: "minimum", quantile: 0.9, step: 1, rounds: 1 });
  assert.deepEqual(planRequest({ ...TYPED, goal: "maximum", step: "", rounds: "many" }), { people: 20000, epsilon: 1, domain: [0, 150], direction: "maximum", quantile: null, step: null, rounds: null });
  const message = openRequest(TYPED, { search: "tail-fit" }) as Record<string, unknown>;
  assert.deepEqual(message["rules"], { recruiting: "rolling", access: "open", issuer: "", least: 5, span: 43200 });
  assert.deepEqual([message["title"], message["question"], message["closes"]], ["Youngest", "What is your number?", null]);
  assert.deepEqual([missing(TYPED), missing({ ...TYPED, lo: "" })], [null, "Numbers from: fill this in to see what the survey could find."]);
  assert.match(missing({ ...TYPED, people: "many" })!, /“many” is no number/);
});

test("groups are read with their shares, and what is no list of them is named", () => {
  const read = (groups: string): unknown => groupsOf({ ...TYPED, groups }).map(({ name, share }) => [name, Number(share.toFixed(3))]);
  assert.deepEqual([read(""), read("DE=0.6, FR, a=b=0.2")], [[], [["DE", 0.6], ["FR", 0.2], ["a=b", 0.2]]]);
  const wrong = (groups: string): string | null => groupsWrong({ ...TYPED, groups });
  assert.deepEqual([wrong(""), wrong("DE, FR"), wrong("DE=0.5")], [null, null, null]);
  assert.match(wrong("DE,,FR")!, /one without a name/);
  assert.match(wrong("DE, DE")!, /“DE” is there twice/);
  assert.match(wrong("DE=2")!, /“DE=2” needs a share between 0 and 1, such as DE=0.3/);
  assert.match(wrong("DE=much")!, /“DE=much” needs a share/);
  for (const groups of ["DE=0.7, FR=0.4", "DE=1, FR"]) assert.match(wrong(groups)!, /leave nothing for the others/);
  assert.match(wrong(Array.from({ length: 101 }, (_, at) => `g${at}`).join(","))!, /101 are too many/);
  assert.equal(missing({ ...TYPED, groups: "DE, DE" }), wrong("DE, DE"));
});

test("a survey with groups has a plan for each, and hidden ones a command", () => {
  const grouped = { ...TYPED, groups: "DE=0.6, FR" };
  const { groups, plans } = openRequest(grouped, { people: 6 }, { people: 4 }) as Record<string, unknown>;
  assert.deepEqual([groups, plans], [["DE", "FR"], [{ people: 6 }, { people: 4 }]]);
  assert.ok(!("groups" in openRequest(TYPED, {})));
  assert.equal((planRequest(grouped, 4) as { people: number }).people, 4);
  const words = "lowwater survey open Youngest --people 20000 --epsilon 1 --domain 0 150 --step 1 --groups DE=0.6,FR --hidden";
  assert.equal(hiddenCommand(grouped), words);
  const other = hiddenCommand({ title: "It's", goal: "maximum", groups: "Île de France" });
  assert.equal(other, `lowwater survey open 'It'\\''s' --people PEOPLE --epsilon NATS --domain LO HI --maximum --groups 'Île de France' --hidden`);
});

test("words say what is looked for, how long ago, and no more digits than are known", () => {
  const sought = [[null, "minimum"], [null, "maximum"], [0.5, "minimum"], [0.9, "minimum"]] as const;
  assert.deepEqual(sought.map(([quantile, direction]) => goal({ quantile, direction })), ["Smallest number", "Largest number", "Median", "Number that 90 % are at or below"]);
  assert.deepEqual([away(1060, 1000), away(1000, 1000.2), rough(1234.56), percent(0.12345)], ["in 1 minute", "1 second ago", "1,230", "12.3 %"]);
});

const event = (number: number, more: Partial<Happened> = {}): Happened => ({ survey: "a", number, position: 100 + number, kind: "tallied", time: 0, round: number, estimate: 20 + number, cell: [number, 100], limits: null, ...more });
const line = (number: number, more: Partial<Happened> = {}): Line => ({ kind: "event", event: event(number, more) });

test("events are taken once and in order, and a gap is noticed", () => {
  const watched = new Watched("a");
  assert.deepEqual(watched.take([line(1), line(2), line(2)]), { events: true, gap: false, progress: false });
  assert.deepEqual(watched.take([line(1), line(4), line(1, { survey: "b" })]), { events: false, gap: true, progress: false });
  assert.deepEqual([watched.last, watched.rounds.map(({ round }) => round)], [2, [1, 2]]);
  watched.add(event(3, { kind: "paused", round: null, estimate: null }));
  assert.deepEqual([watched.last, watched.rounds.length, watched.rounds[1]], [3, 2, { round: 2, value: 22, low: 2, high: 100, limits: null }]);
});

test("however many events there are, no more is kept than the rounds of the survey", () => {
  const watched = new Watched("a");
  for (let number = 1; number <= 10_000; number++) watched.take([line(number, number % 2 ? { kind: "paused", round: null } : { round: number % 32 })]);
  assert.deepEqual([watched.last, watched.steps.size], [10_000, 16]);
});

test("answers of the open round that came since the last look are counted once", () => {
  const watched = new Watched("a");
  watched.message = { ended: null, round: 3, answers: { got: 130, needed: 500 }, questions: [{ round: 2, answered: 100 }, { round: 3, answered: 30 }] } as unknown as Standing;
  const progress = { kind: "progress", survey: "a", places: 100, rate: 1, deadline: 0, state: "open", time: 0 } as const;
  watched.take([{ ...progress, round: 3, answered: 45 }]);
  assert.equal(watched.got, 145);
  watched.take([{ ...progress, round: 2, answered: 99 }]);
  assert.equal(watched.got, 130);
});

test("tries come further and further apart, and not all at once", () => {
  assert.deepEqual([1, 2, 6, 60].map((failures) => pauseAfter(failures, 0.5)), [500, 1000, 15_000, 15_000]);
  assert.deepEqual([pauseAfter(1, 0), pauseAfter(1, 1)], [375, 625]);
});

test("work that is asked for often is done once more, not as often", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  let [works, typed] = [0, 0];
  const work = spaced(async () => void works++, 5);
  const type = debounced(() => typed++, 5);
  for (let at = 0; at < 100; at++) (work(), type());
  assert.deepEqual([works, typed], [1, 0]);
  for (let turn = 0; turn < 4; turn++) {
    for (let step = 0; step < 9; step++) await Promise.resolve(); // let promises settle
    context.mock.timers.tick(5);
  }
  assert.deepEqual([works, typed], [2, 1]);
});

/** What an analyst hears from a server that says this. */
function heard(reply: () => Response | Promise<Response>): { analyst: Analyst; asked: Request[] } {
  const asked: Request[] = [];
  globalThis.fetch = async (address, options) => (asked.push(new Request(address as string, { ...options, body: null, signal: null })), await reply());
  return { analyst: new Analyst("https://survey.example.org", "lw_secret"), asked };
}

test("the key is in a header, and in no address, name or error", async () => {
  const problem = { type: "/problems/bad-key", title: "No.", status: 401, detail: "This key is not known." };
  const { analyst, asked } = heard(() => Response.json(problem, { status: 401 }));
  const refusal = (await analyst.get("/v1/key").catch((error: unknown) => error)) as Refusal;
  assert.deepEqual([refusal.status, refusal.kind, refusal.ofKey, refusal.message], [401, "bad-key", true, "This key is not known."]);
  assert.deepEqual([asked[0]!.url, asked[0]!.headers.get("authorization")], ["https://survey.example.org/v1/key", "Bearer lw_secret"]);
  assert.ok(!JSON.stringify(analyst).includes("secret") && !analyst.channel.includes("secret"));
  assert.equal(analyst.channel, new Analyst("https://survey.example.org", "lw_secret").channel);
  assert.notEqual(analyst.channel, new Analyst("https://survey.example.org", "lw_other").channel);
});

test("a server that is away, or none of ours, is gone and not a refusal", async () => {
  const away = heard(() => Promise.reject(new TypeError("failed"))).analyst;
  await assert.rejects(away.get("/v1/key"), Gone);
  await assert.rejects(heard(() => new Response("<html>", { status: 502 })).analyst.get("/v1/key"), Gone);
});

test("a stream is read line by line, however it is cut into chunks", async () => {
  const text = [line(1), line(2), { kind: "beat", time: 1, place: 2 }].map((each) => `${JSON.stringify(each)}\n`).join("");
  const bytes = new TextEncoder().encode(text.replace("tallied", "tällied"));
  for (const size of [1, 7, 64, bytes.length]) {
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.slice(at * size, (at + 1) * size));
    const { analyst } = heard(() => new Response(new ReadableStream({ pull: (controller) => (chunks.length ? controller.enqueue(chunks.shift()!) : controller.close()) })));
    const lines: Line[] = [];
    await readStream(analyst, "/v1/stream", new AbortController().signal, (some) => lines.push(...some));
    assert.deepEqual(lines.map((each) => (each.kind === "event" ? each.event.kind : each.kind)), ["tällied", "tallied", "beat"], `chunks of ${size}`);
  }
});
