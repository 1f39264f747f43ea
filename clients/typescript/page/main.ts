// The page on which people answer a survey: it looks, says in words how things are, and answers once the button is pressed.

import { Device, type Outcome } from "../src/device.ts";
import { IndexedDbStore } from "../src/indexed_db.ts";
import { Ledger } from "../src/ledger.ts";
import { textsIn, type SurveyMessage } from "../src/terms_message.ts";
import { answerView, type AnswerView } from "./answer_view.ts";
import { Interrupted, takePart } from "./answering.ts";
import { element, section } from "./dom.ts";
import { ledgerView } from "./ledger_view.ts";
import { linkView } from "./link_view.ts";
import { takePlace, type Place } from "./place.ts";
import { aboutView, revealsView, told } from "./terms_view.ts";
import { troubleOf, troubleWith } from "./trouble.ts";
import { LANGUAGES, wordsIn, type Trouble } from "./words.ts";

const main = document.getElementById("page")!;
const server = document.querySelector<HTMLMetaElement>('meta[name="lowwater-server"]')!.content;
const place = takePlace(location, history, server);
const left = new AbortController();
let words = await wordsIn(navigator.languages);
let survey: SurveyMessage | null = null;
let view: AnswerView | null = null;
let said: Node[] = []; // what the page says now; it stays when the language changes
let again: () => Node[] = () => [];

/** Whether this browser can keep a ledger here: locks and a store need a secure context. */
const secure = (): boolean => isSecureContext && !!navigator.locks && !!globalThis.indexedDB;

/** Look at the survey, and show it. */
async function look(): Promise<void> {
  say(() => [element("p", {}, words.looking)]);
  [survey, view] = [null, null];
  await draw();
  if (!secure()) return trouble("insecure");
  if (!place) return trouble("noLink");
  try {
    survey = await new Device(place.server, place.survey, ledger(), NaN, { terms: place.terms }).look(); // NaN is admitted nowhere
    await show(survey, place);
  } catch (error) {
    trouble(troubleOf(error, true), error);
  }
  await draw();
}

const ledger = (): Ledger => new Ledger(new IndexedDbStore());

/** Say how a survey stands for this browser, and whether it can answer. */
async function show(message: SurveyMessage, at: Place): Promise<void> {
  const page = (await ledger().pages()).find((each) => each.survey === message.survey && each.server === at.server);
  const stopped = troubleWith(message, at.invitation ?? page?.invitation ?? null);
  if (page?.account.full && !page.unsettled.length) say(() => [element("p", {}, words.already)]);
  else if (stopped) trouble(stopped);
  else say(() => []);
  const open = stopped === null && !(page?.account.full && !page.unsettled.length);
  notes = () => [
    ...(page?.unsettled.length ? [words.unsettled] : []),
    ...(message.state === "gathering" ? [words.gathering] : []),
  ];
  answerable = open;
}

let notes: () => string[] = () => [];
let answerable = false;

/** Answer with a number, and say what came of it. */
async function answer(value: number): Promise<void> {
  if (!survey || !place || !view) return;
  view.busy(true);
  answerable = false;
  say(() => [element("p", {}, words.sending)]);
  const waits = (seconds: number): void => say(() => [element("p", {}, words.waiting(words.format.lasting(seconds)))]);
  try {
    outcome(await takePart(place, survey, value, waits, left.signal));
  } catch (error) {
    if (error instanceof Interrupted) return;
    trouble(troubleOf(error, false), error);
  }
  await draw();
}

function outcome({ said: counted, lost }: Outcome): void {
  if (counted.length) say(() => [element("p", { class: "good" }, words.counted), element("p", {}, words.thanks)]);
  else trouble(lost.length ? "tooLate" : "full");
}

/** Say in words what keeps this person from answering, with the error word for word for whoever wants it. */
function trouble(kind: Trouble, error?: unknown): void {
  const detail = error instanceof Error ? error.message : "";
  say(() => {
    const button = element("button", { type: "button", class: "second" }, words.lookAgain);
    button.addEventListener("click", () => void look());
    const more = element("details", {}, element("summary", {}, words.detail), element("p", { lang: "en", dir: "ltr" }, detail));
    const remedy = kind !== "noLink" ? [button] : server ? [linkView(words, server, reopen)] : [];
    return [element("p", { class: "bad" }, words.trouble[kind]), ...(detail ? [more] : []), ...remedy];
  });
}

/** Load the page anew for the survey that a pasted link leads to. */
function reopen(fragment: string): void {
  location.hash = fragment;
  location.reload();
}

const status = element("div", { id: "status", role: "status" });

function say(what: () => Node[]): void {
  again = what;
  said = what();
  status.replaceChildren(...said);
}

/** Draw the page anew in its language. */
async function draw(): Promise<void> {
  const root = document.documentElement;
  [root.lang, root.dir] = [words.tag, words.right ? "rtl" : "ltr"];
  say(again);
  const texts = survey && textsIn(survey.terms, words.tag);
  const title = texts ? told(texts, texts.title, words) : "Lowwater";
  document.title = texts?.title ?? "Lowwater";
  const terms = survey && texts ? [aboutView(words, survey.terms, texts), revealsView(words, survey.terms)] : [];
  view = survey && texts && answerable ? answerView(words, survey.terms, texts, notes(), (value) => void answer(value)) : null;
  const parts = [...terms, ...(view ? [view.section] : []), ...(secure() ? [await ledgerView(words, ledger()).catch(() => "")] : [])];
  main.replaceChildren(header(title), status, ...parts, section("trust", words.trust, element("p", {}, words.trustText)));
  main.setAttribute("aria-busy", "false");
}

function header(title: Node | string): HTMLElement {
  const choices = Object.entries(LANGUAGES).map(([tag, name]) => element("option", { value: tag, lang: tag, selected: tag === words.tag }, name));
  const choice = element("select", { id: "language" }, ...choices);
  choice.addEventListener("change", async () => {
    words = await wordsIn([choice.value]);
    await draw();
  });
  return element("header", {}, element("h1", {}, title), element("div", { class: "language" }, element("label", { for: "language" }, words.language), choice));
}

addEventListener("pagehide", () => {
  view?.clear();
  left.abort();
});
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) location.reload(); // a page from the back/forward cache starts anew
});
void look();
