// The dashboard: takes a key, keeps it in memory, and shows the list, one survey or the wizard, as the address says.
//
// All three are one page, so that the key need not be stored to go from one to the other.

import { element } from "../page/dom.ts";
import { wholeOf } from "../src/terms_message.ts";
import { Analyst, Refusal } from "./analyst.ts";
import { keyView } from "./key_view.ts";
import { ListView } from "./list_view.ts";
import type { KeyMessage } from "./messages.ts";
import { OneView } from "./one_view.ts";
import { OpenView } from "./open_view.ts";
import { wordsOf } from "./parts.ts";
import { routeOf, takeKey, type Route } from "./route.ts";

const WRONG = "This key is not valid here: it was mistyped, cut, or revoked.";
const main = document.getElementById("page")!;
const nav = document.getElementById("nav")!;

interface View {
  readonly element: HTMLElement;
  readonly start: (key: KeyMessage, left: AbortSignal) => Promise<void>;
}

let session: { analyst: Analyst; key: KeyMessage } | null = null;
let left = new AbortController();

/** Use a key, if the server knows it. */
async function enter(key: string): Promise<void> {
  if (!key) throw new Error("Type or paste a key first; it begins with lw_.");
  if (!/^[\x21-\x7e]+$/.test(key)) throw new Error(WRONG);
  const analyst = new Analyst(location.origin + routeOf(location.pathname).base, key);
  const message = await analyst.get<KeyMessage>("/v1/key").catch((error: unknown) => {
    throw error instanceof Refusal && error.ofKey ? new Error(WRONG) : error;
  });
  session = { analyst, key: message };
  show();
}

function forget(why = ""): void {
  session = null;
  leave();
  ask(why);
}

function ask(why: string): void {
  nav.replaceChildren();
  main.replaceChildren(keyView(why, enter));
  main.setAttribute("aria-busy", "false");
}

function leave(): void {
  left.abort();
  left = new AbortController();
}

/** Show what the address names. */
function show(): void {
  leave();
  if (!session) return ask("");
  const route = routeOf(location.pathname);
  const { key } = session;
  if (key.survey && ![route.survey, wholeOf(route.survey)].includes(key.survey)) return go(`${route.base}/survey/${key.survey}`, true);
  drawNav(route, key);
  document.title = "Lowwater";
  const view = viewOf(route);
  main.setAttribute("aria-busy", "true");
  main.replaceChildren(view.element);
  scrollTo(0, 0);
  const { signal } = left;
  view.start(key, signal).catch((error: unknown) => !signal.aborted && fail(error)).finally(() => signal.aborted || main.setAttribute("aria-busy", "false"));
}

function viewOf({ view, survey, base }: Route): View {
  const { analyst, key } = session!;
  const address = (each: string): string => `${base}/survey/${each}`;
  if (view === "survey") return new OneView(analyst, survey, { address, gone: () => go(`${base}/`), failed: fail });
  if (view === "open" && !key.reading) return new OpenView(analyst, (opened) => go(address(opened)));
  return new ListView(analyst, address, fail);
}

/** Say what is wrong instead of the view; a key that is no longer valid is forgotten. */
function fail(error: unknown): void {
  if (error instanceof Refusal && error.ofKey) return forget(WRONG);
  leave();
  const again = element("button", { type: "button", class: "second" }, "Look again");
  again.addEventListener("click", show);
  main.replaceChildren(element("h1", {}, "Lowwater"), element("p", { class: "bad", role: "alert" }, wordsOf(error)), again);
  main.setAttribute("aria-busy", "false");
}

function drawNav({ base, view }: Route, key: KeyMessage): void {
  const link = (name: string, path: string, here: boolean): HTMLElement => element("a", { href: path, ...(here && { "aria-current": "page" }) }, name);
  const links = key.survey ? [] : [link("Surveys", `${base}/`, view === "list"), ...(key.reading ? [] : [link("New survey", `${base}/open`, view === "open")])];
  const may = key.reading ? "may look" : "may change";
  const out = element("button", { type: "button", class: "small" }, "Forget the key");
  out.addEventListener("click", () => forget());
  nav.replaceChildren(...links, element("span", { class: "quiet" }, `${key.name}, ${may}`), out);
}

/** Go to another view without loading the page, which would lose the key. */
function go(path: string, instead = false): void {
  history[instead ? "replaceState" : "pushState"](null, "", path);
  show();
}

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!link || !plain || !session || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  event.preventDefault();
  go(link.pathname);
});
addEventListener("popstate", () => void begin());

/** What the page names by relative addresses stays where it is when the address of the page changes. */
for (const each of document.querySelectorAll<HTMLLinkElement | HTMLAnchorElement>('link[rel="icon"], a.brand')) each.setAttribute("href", each.href);

/** Take the key of a link, if there is one, and show what it leads to. */
async function begin(): Promise<void> {
  const key = takeKey(location, history);
  if (!key) return show();
  await enter(key).catch((error: unknown) => ask(wordsOf(error)));
}

void begin();
performance.setResourceTimingBufferSize(0); // the browser would keep a record of every request
