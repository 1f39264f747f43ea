// The page on which people answer a survey: it looks, says in words how things are, and answers once the button is pressed.

import { Device, type Outcome } from "../src/device.ts";
import { decode } from "../src/message.ts";
import { SurveyMessage, wholeOf } from "../src/terms_message.ts";
import { Interrupted, takePart, type Given } from "./answering.ts";
import { element } from "./dom.ts";
import { linkView } from "./link_view.ts";
import { takePlace, type Place } from "./place.ts";
import { ledger, Screen, secure } from "./screen.ts";
import { troubleOf, troubleWith } from "./trouble.ts";
import { wordsIn, type Trouble, type Words } from "./words.ts";

const server = document.querySelector<HTMLMetaElement>('meta[name="lowwater-server"]')!.content;
const place = takePlace(location, history, server);
const left = new AbortController();
const SLOW = 300; // milliseconds after which the page says that it is looking

/** Fetch the survey; a device whose value is NaN can look, and nothing else: NaN is admitted nowhere. */
const fetched = (at: Place): Promise<SurveyMessage> => new Device(at.server, at.survey, ledger(), NaN, { terms: at.terms }).look();

let looking = place && secure() ? (enclosed(place) ?? fetched(place)) : null;
looking?.catch(() => {}); // it is looked at below
const screen = new Screen(document.getElementById("page")!, await wordsIn(navigator.languages), (given) => void answer(given));

/** The survey that came with the page, if it is the promised one; any other is asked for, and refused in words. */
function enclosed({ survey, terms }: Place): Promise<SurveyMessage> | null {
  try {
    const message = decode<SurveyMessage>(SurveyMessage, document.getElementById("survey")!.textContent);
    return message.survey === survey && message.hash === terms ? Promise.resolve(message) : null;
  } catch {
    return null;
  }
}

/** Look at the survey, and say how it stands for this browser. */
async function look(): Promise<void> {
  if (!secure()) return trouble("insecure");
  if (!place) return trouble("noLink");
  const say = (): void => screen.show({ survey: null, notes: null, message: (words) => [element("p", {}, words.looking)] });
  const slow = setTimeout(say, SLOW);
  try {
    const survey = await (looking ?? fetched(place)).finally(() => clearTimeout(slow));
    screen.show({ survey, notes: null, message: () => [] });
    await stand(survey, place);
  } catch (error) {
    trouble(troubleOf(error, true), error);
  }
  looking = null;
}

/** Say whether this browser can answer a survey, has answered it, or what is in the way. */
async function stand(survey: SurveyMessage, at: Place): Promise<void> {
  const name = survey.terms.groups ? wholeOf(survey.survey) : survey.survey;
  const page = (await ledger().pages()).find((each) => each.survey === name && each.server === at.server);
  const unsettled = !!page?.unsettled.length;
  const stopped = troubleWith(survey, at.invitation ?? page?.invitation ?? null);
  if (page?.account.full && !unsettled) return screen.show({ message: (words) => [element("p", {}, words.already)] });
  if (stopped) return trouble(stopped);
  const notes = (words: Words): string[] => [
    ...(unsettled ? [words.unsettled] : []),
    ...(survey.state === "gathering" ? [words.gathering] : []),
  ];
  screen.show({ notes, message: () => [] });
}

/** Answer with a number and a group, and say what came of it. */
async function answer(given: Given): Promise<void> {
  const { survey } = screen;
  if (!place || !survey) return;
  screen.show({ notes: null, message: (words) => [element("p", {}, words.sending)] });
  screen.attend();
  const waits = (seconds: number): void =>
    screen.show({ message: (words) => [element("p", {}, words.waiting(words.format.lasting(seconds)))] });
  try {
    tell(await takePart(place, survey, given, waits, left.signal));
  } catch (error) {
    if (!(error instanceof Interrupted)) trouble(troubleOf(error, false), error);
  }
}

function tell({ said, lost }: Outcome): void {
  const thanks = (words: Words): Node[] => [element("p", { class: "good" }, words.counted), element("p", {}, words.thanks)];
  if (said.length) screen.show({ notes: null, message: thanks });
  else trouble(lost.length ? "tooLate" : "full");
}

/** Say in words what keeps this person from answering, with the error word for word for whoever wants it. */
function trouble(kind: Trouble, error?: unknown): void {
  const detail = error instanceof Error ? error.message : "";
  const message = (words: Words): Node[] => {
    const more = element("details", {}, element("summary", {}, words.detail), element("p", { lang: "en", dir: "ltr" }, detail));
    return [element("p", { class: "bad" }, words.trouble[kind]), ...(detail ? [more] : []), ...remedy(kind, words)];
  };
  screen.show({ notes: null, message });
}

/** What can be done here about a trouble: look again, or paste the link where another host serves the page. */
function remedy(kind: Trouble, words: Words): Node[] {
  if (kind === "noLink") return server ? [linkView(words, server, reopen)] : [];
  const button = element("button", { type: "button", class: "second" }, words.lookAgain);
  button.addEventListener("click", () => void look());
  return [button];
}

/** Load the page anew for the survey that a pasted link leads to. */
function reopen(fragment: string): void {
  location.hash = fragment;
  location.reload();
}

addEventListener("pagehide", () => {
  screen.clear();
  left.abort();
});
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) location.reload(); // a page from the back/forward cache starts anew
});
void look();
