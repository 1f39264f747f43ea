// A server that takes its time, byte by byte, or floods, holds a device no longer than one deadline; real sockets.

import assert from "node:assert/strict";
import { createServer, type Socket } from "node:net";
import { test, type TestContext } from "node:test";

import { CountedMessage } from "../src/answer_messages.ts";
import { Http, type HttpOptions } from "../src/http.ts";
import { problem, say, Scene } from "./host.ts";

const PATH = "/v1/surveys/youngest";
const SHORT = 0.3; // seconds that an exchange gets here
const BOUND = 20_000; // milliseconds after which a busy machine is no excuse
const OK = "HTTP/1.1 200 OK\r\n";
const CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n";

const DRIPS = {
  "status line": ["HTTP/1.1 200 ", "O"],
  header: [`${OK}X: `, "x"],
  headers: [OK, "X: x\r\n"],
  body: [`${OK}Content-Length: 60000\r\n\r\n`, " "],
  "body without a length": [`${OK}\r\n`, " "],
  "body of chunks": [`${OK}Transfer-Encoding: chunked\r\n\r\n`, "1\r\n \r\n"],
  silence: ["", ""],
} as const;

/** A server that says a beginning at once, and then the same piece again and again, every so many milliseconds. */
async function drip(t: TestContext, head: string, piece: string, every: number = 20): Promise<{ url: string; callers: Socket[] }> {
  const callers: Socket[] = [];
  const server = createServer((caller) => {
    callers.push(caller);
    caller.on("error", () => {});
    caller.write(head);
    const timer = setInterval(() => caller.write(piece), every);
    caller.on("close", () => clearInterval(timer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.close();
    for (const caller of callers) caller.destroy();
  });
  const address = server.address() as { port: number };
  return { url: `http://127.0.0.1:${address.port}`, callers };
}

const ask = (server: string, options: HttpOptions = {}): Promise<unknown> =>
  new Http(server, { timeout: SHORT, retrying: { tries: 1 }, ...options }).ask(CountedMessage, PATH);

for (const [kind, [head, piece]] of Object.entries(DRIPS)) {
  test(`a drip of its ${kind} is left after one deadline`, { timeout: BOUND }, async (t) => {
    const { url } = await drip(t, head, piece);
    await assert.rejects(ask(url), { name: "Unreachable", message: `${url} took too long` });
  });
}

test("a server that drips at every try is left after all of them together", { timeout: BOUND }, async (t) => {
  const { url, callers } = await drip(t, ...DRIPS.header);
  const patient = { tries: 1000, chance: () => 0, within: 1 };
  await assert.rejects(ask(url, { retrying: patient }), { name: "Unreachable", message: /took too long/ });
  assert.ok(callers.length >= 1 && callers.length <= 12, String(callers.length));
});

test("a flood that never becomes a reply ends", { timeout: BOUND }, async (t) => {
  const { url } = await drip(t, "", CONTINUE.repeat(1000), 0);
  await assert.rejects(ask(url, { timeout: 1 }), { name: "Unreachable" });
});

test("a flood of headers ends", { timeout: BOUND }, async (t) => {
  const { url } = await drip(t, OK, "X: x\r\n".repeat(10_000), 0);
  await assert.rejects(ask(url, { timeout: 1 }), { name: "Unreachable" });
});

test("a reply of too many bytes is cut off by its length, and not asked for again", { timeout: BOUND }, async (t) => {
  for (const head of [`${OK}Content-Length: 99999999\r\n\r\n`, `${OK}\r\n`]) {
    const { url, callers } = await drip(t, head, " ".repeat(2 ** 16), 0);
    const message = `${url} sends more than 65536 bytes`;
    await assert.rejects(ask(url, { timeout: 10, retrying: {} }), { name: "Unreachable", message });
    assert.equal(1, callers.length);
  }
});

test("a reply that broke off is asked for again", async (t) => {
  const scene = await Scene.open(t);
  const { url, callers } = await drip(t, `${OK}Content-Length: 100\r\n\r\n{`, "", 5);
  const cut = setInterval(() => callers.at(-1)?.end(), 20);
  t.after(() => clearInterval(cut));
  await assert.rejects(scene.http(url).ask(CountedMessage, PATH), { name: "Unreachable" });
  assert.equal(6, callers.length);
});

for (const status of [408, 429, 502, 503, 504]) {
  test(`status ${status} is tried again, six times in all`, async (t) => {
    const scene = await Scene.open(t);
    scene.host.answer = () => ({ status });
    await assert.rejects(scene.http().ask(CountedMessage, PATH), { name: "Unreachable", message: / says \d+$/ });
    assert.deepEqual([6, [0.5, 1, 2, 4, 8]], [scene.host.seen.length, scene.time.slept]);
  });
}

for (const [what, reply] of [
  ["status 500", { status: 500 }],
  ["a problem", problem("not-open")],
  ["a page", { body: "<html>", headers: { "Content-Type": "text/html" } }],
] as const) {
  test(`${what} ends the attempt`, async (t) => {
    const scene = await Scene.open(t);
    scene.host.answer = () => reply;
    await assert.rejects(scene.http().ask(CountedMessage, PATH));
    assert.equal(1, scene.host.seen.length);
  });
}

test("moved is tried again", async (t) => {
  const scene = await Scene.open(t);
  const replies = [problem("moved"), say({ status: "counted", version: "lowwater/2" })];
  scene.host.answer = () => replies.shift()!;
  assert.equal("counted", (await scene.http().ask<CountedMessage>(CountedMessage, PATH)).status);
});

for (const [header, slept] of [
  ["7", [7.5]],
  [new Date(Date.now() - 1000).toUTCString(), [0.5]],
  ["soon", [0.5]],
  ["9".repeat(65), [0.5]],
] as const) {
  test(`Retry-After ${header.slice(0, 30)} is waited for`, async (t) => {
    const scene = await Scene.open(t);
    const replies = [{ status: 503, headers: { "Retry-After": header } }, say({ status: "counted", version: "lowwater/2" })];
    scene.host.answer = () => replies.shift()!;
    await scene.http().ask(CountedMessage, PATH);
    assert.deepEqual(slept, scene.time.slept);
  });
}

test("a server that asks for more than two minutes is not waited for", async (t) => {
  const scene = await Scene.open(t);
  scene.host.answer = () => ({ status: 503, headers: { "Retry-After": "50" } });
  await assert.rejects(scene.http().ask(CountedMessage, PATH), { name: "Unreachable" });
  assert.deepEqual([50.5, 51], scene.time.slept);
});

test("a server that is not there is said to be unreachable", async (t) => {
  const scene = await Scene.open(t);
  await assert.rejects(scene.http("http://127.0.0.1:1").ask(CountedMessage, PATH), { name: "Unreachable", message: /cannot be reached/ });
});

for (const address of ["http://survey.example.org", "http://127.0.0.2", "http://10.0.0.1", "ftp://localhost", "https://user@survey.example.org"]) {
  test(`the address ${address} is refused`, () => {
    assert.throws(() => new Http(address), { name: "YourFault" });
  });
}
