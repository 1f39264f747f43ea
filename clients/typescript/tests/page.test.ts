// What the page reads from its address and from a person, and how far it says that answers move a belief.

import assert from "node:assert/strict";
import { test } from "node:test";

import * as errors from "../src/errors.ts";
import { readNumber } from "../page/number.ts";
import { moved, tenths } from "../page/odds.ts";
import { takePlace } from "../page/place.ts";
import { troubleOf, troubleWith } from "../page/trouble.ts";
import { LANGUAGES, wordsIn } from "../page/words.ts";

test("a number is read in every digit and with either separator, and what has two meanings is not", () => {
  const read = {
    "34": 34, " 34 ": 34, "-3.5": -3.5, "3,5": 3.5, ".5": 0.5, "+7": 7, "1000": 1000, "0.125": 0.125, "1.1250": 1.125, "\u221234": -34,
    "\u0663\u0664\u066b\u0665": 34.5, "\u06f1\u06f2": 12, "1\u066b125": 1.125, "12345.678": 12345.678,
    "": "empty", "  ": "empty", x: "none", "1e3": "none", "0x10": "none", NaN: "none", Infinity: "none", "1 000": "none",
    "1.2.3": "none", "1,2,3": "none", "--1": "none", "5 years": "none", "1,000": "unclear", "1.000": "unclear", "-12,345": "unclear",
    ["9".repeat(65)]: "none",
  }; // prettier-ignore
  for (const [text, number] of Object.entries(read)) assert.equal(readNumber(text), number, text);
});

test("odds move by the factor of the loss, either way, and never past certainty", () => {
  for (const prior of [0.001, 0.2, 0.5, 0.9]) {
    for (const nats of [0.1, 1, 4]) {
      const { least, most } = moved(prior, nats);
      const odds = (share: number): number => share / (1 - share);
      assert.ok(Math.abs(odds(most) / odds(prior) / Math.exp(nats) - 1) < 1e-9);
      assert.ok(Math.abs((odds(prior) / odds(least)) / Math.exp(nats) - 1) < 1e-9);
    }
  }
  assert.deepEqual([moved(0, 5), moved(1, 5)], [{ least: 0, most: 0 }, { least: 1, most: 1 }]);
});

test("shares are rounded outwards, and whole tenths stay", () => {
  assert.deepEqual([tenths(0.26894, Math.floor), tenths(0.73106, Math.ceil)], [26.8, 73.2]);
  assert.deepEqual([tenths(0.5, Math.floor), tenths(0.5, Math.ceil), tenths(0.1 + 0.2, Math.ceil)], [50, 50, 30]);
});

const HASH = "0123456789abcdef".repeat(4);

/** An address and what becomes of it. */
function opened(url: string, state: unknown = null, server = ""): { place: unknown; shown: string; state: unknown } {
  const { origin, pathname, search, hash } = new URL(url);
  let [shown, kept] = [url, state];
  const history = { state, replaceState: (next: unknown, _: string, path: string) => ([kept, shown] = [next, origin + path]) };
  const place = takePlace({ origin, pathname, search, hash } as Location, history as unknown as History, server);
  return { place, shown, state: kept };
}

test("the fragment is read once, leaves the address, and is known to a reload", () => {
  const first = opened(`https://survey.example.org/answer/youngest#${HASH}.abc-_1`);
  const place = { server: "https://survey.example.org", survey: "youngest", terms: HASH, invitation: "abc-_1" };
  assert.deepEqual([first.place, first.shown], [place, "https://survey.example.org/answer/youngest"]);
  assert.deepEqual(opened("https://survey.example.org/answer/youngest", first.state).place, place);
});

test("a server may have a path, and a copy of the page its server and its survey in the fragment", () => {
  const below = opened(`https://example.org/surveys/answer/a#${HASH}`).place;
  assert.deepEqual(below, { server: "https://example.org/surveys", survey: "a", terms: HASH, invitation: null });
  const copy = opened(`https://pages.example.net/x/#a/${HASH}`, null, "https://survey.example.org");
  assert.deepEqual(copy.place, { server: "https://survey.example.org", survey: "a", terms: HASH, invitation: null });
});

test("an address without a whole link leads nowhere, and what it had behind # is gone all the same", () => {
  for (const url of ["/answer/a", "/answer/a#", `/answer/a#${HASH.slice(1)}`, `/answer/a#${HASH}.`, `/answer/a/b#${HASH}`, `/answer/#${HASH}`, "/answer/a#x"]) {
    const { place, shown } = opened(`https://survey.example.org${url}`);
    assert.deepEqual([place, shown.includes(HASH.slice(1))], [null, false], url);
  }
});

test("every error becomes words of its own kind", () => {
  const told = {
    NoSurvey: "noSurvey", NotOpen: "over", BadInvitation: "notInvited", NoPlace: "noPlace", TooLate: "tooLate", Contradicted: "contradicted",
    GrantSpent: "grantSpent", OffTerms: "brokenPromise", BadLedger: "noLedger", Unreachable: "unreachable", BadStore: "unreachable",
    NotPrivate: "brokenPromise",
  }; // prettier-ignore
  for (const [name, trouble] of Object.entries(told)) {
    assert.equal(troubleOf(new errors[name as keyof typeof errors]("said"), false), trouble, name);
  }
  assert.deepEqual([troubleOf(new errors.OffTerms(), true), troubleOf(new Error("bug"), false)], ["otherTerms", "unknown"]);
  assert.equal(troubleOf(new errors.YourFault("this device left survey a for good at noon; nothing was said"), false), "left");
});

test("a survey's state is trouble or none", () => {
  const stands = (state: string, access = "open"): unknown => troubleWith({ state, access } as never, null);
  assert.deepEqual(["open", "gathering", "paused", "finished", "closed"].map((state) => stands(state)), [null, null, "paused", "over", "over"]);
  assert.deepEqual([stands("open", "invitation"), stands("closed", "invitation")], ["notInvited", "over"]);
});

test("the first language that the page speaks is taken, in the reader's own way of writing numbers", async () => {
  const spoken = await Promise.all([["fr", "de-AT", "en"], ["ar-EG"], ["fr"], []].map((wanted) => wordsIn(wanted)));
  assert.deepEqual(spoken.map(({ tag }) => tag), ["de", "ar", "en", "en"]);
  assert.deepEqual(Object.keys(LANGUAGES), ["en", "de", "ar"]);
});

test("numbers and lengths of time are written as each language does", async () => {
  const [en, de, ar] = (await Promise.all(["en", "de", "ar"].map((tag) => wordsIn([tag])))).map(({ format }) => format);
  const written = [1234.5, -0.25, 1e21, 1e-7, 150, 1234567].map((value) => [en!.number(value), de!.number(value)]);
  assert.deepEqual(written, [
    ["1,234.5", "1.234,5"], ["\u22120.25", "\u22120,25"], ["1e+21", "1e+21"], ["1e-7", "1e-7"], ["150", "150"], ["1,234,567", "1.234.567"],
  ]); // prettier-ignore
  assert.deepEqual([en!.percent(73.2), de!.percent(73.2), en!.percent(0.1 + 0.2)], ["73.2%", "73,2\u00a0%", "0.3%"]);
  const times = [0, 1, 59, 61, 86_400 * 30, 86_400 * 3650];
  assert.deepEqual(times.map((time) => en!.lasting(time)), ["0 seconds", "1 second", "59 seconds", "2 minutes", "30 days", "10 years"]);
  assert.deepEqual(times.map((time) => de!.lasting(time)), ["0 Sekunden", "1 Sekunde", "59 Sekunden", "2 Minuten", "30 Tage", "10 Jahre"]);
  assert.deepEqual([61, 600, 3540, 86_400 * 30, 86_400 * 3650].map((time) => ar!.lasting(time)), ["دقيقتين", "10 دقائق", "59 دقيقة", "30 يومًا", "10 سنوات"]);
  assert.equal(en!.moment(2 ** 53), null);
  const noon = new Date(2030, 10, 3, 12, 5).getTime() / 1000;
  assert.deepEqual([en, de, ar].map((format) => format!.moment(noon)!.split(" 12:05")[0]), ["3 November 2030,", "3. November 2030,", "3 نوفمبر 2030،"]);
  assert.match(de!.moment(noon)!, /, 12:05 \(UTC(?:[+\u2212]\d+(?::\d\d)?)?\)$/);
});

const SHARED = { April: 1, August: 1, September: 1, November: 1 };

test("every language says every thing, in words of its own", async () => {
  const [english, ...others] = await Promise.all(Object.keys(LANGUAGES).map((tag) => wordsIn([tag])));
  const flat = (value: unknown): string[] => (typeof value === "string" ? [value] : typeof value === "object" && value ? Object.values(value).flatMap(flat) : []);
  for (const other of others) {
    const [ours, theirs] = [flat(english), flat(other)];
    assert.equal(ours.length, theirs.length);
    assert.deepEqual(theirs.filter((text, at) => text.length > 1 && text === ours[at] && !(text in SHARED)), [], other.tag);
  }
});
