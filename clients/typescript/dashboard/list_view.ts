// List view: the surveys and their state, searched and paged; open ones move as answers come.

import { element } from "../page/dom.ts";
import type { Analyst } from "./analyst.ts";
import { debounced, perFrame } from "./frames.ts";
import type { KeyMessage, Line, Progress, Survey, Surveys } from "./messages.ts";
import { action, wordsOf, write } from "./parts.ts";
import { Tabs } from "./tabs.ts";
import { count, goal, moment, plain, STATES, titleOf } from "./wording.ts";

const MANY = 20;
const TYPING = 250; // milliseconds without a key press after which a search begins

/** One survey of the list, as it is shown. */
interface Row {
  readonly element: HTMLElement;
  readonly state: HTMLElement;
  readonly progress: HTMLElement;
  readonly bar: HTMLProgressElement;
}

export class ListView {
  readonly element: HTMLElement;
  readonly #analyst: Analyst;
  readonly #words = element("input", { type: "search", id: "words", autocomplete: "off", placeholder: "A title or an id" });
  readonly #list = element("ul", { class: "surveys", role: "list" });
  readonly #about = element("p", { class: "quiet", role: "status" });
  readonly #pages = element("div", { class: "row pages" });
  readonly #rows = new Map<string, Row>();
  readonly #progress = new Map<string, Progress>();
  readonly #address: (survey: string) => string;
  readonly #failed: (error: unknown) => void;
  #before: string[] = [];
  #turn = 0;

  constructor(analyst: Analyst, address: (survey: string) => string, failed: (error: unknown) => void) {
    [this.#analyst, this.#address, this.#failed] = [analyst, address, failed];
    const label = element("label", { for: "words" }, "Find a survey");
    const top = element("div", { class: "search" }, label, this.#words);
    this.element = element("div", { class: "list" }, element("h1", {}, "Surveys"), top, this.#about, this.#list, this.#pages);
    const search = debounced(() => ((this.#before = []), void this.#load()), TYPING);
    this.#words.addEventListener("input", search);
  }

  async start(_: KeyMessage, left: AbortSignal): Promise<void> {
    await this.#load();
    const draw = perFrame(() => this.#move());
    const lines = (lines: readonly Line[]): void => {
      for (const line of lines) if (line.kind === "progress" && this.#rows.has(line.survey)) this.#progress.set(line.survey, line);
      if (lines.some((line) => line.kind === "event" && line.event.kind !== "tallied")) reload();
      draw();
    };
    const reload = debounced(() => void this.#load(), TYPING);
    if (!left.aborted) new Tabs(this.#analyst, { own: null, lines, link: (link) => link === "live" && reload() }).follow(left);
  }

  async #load(): Promise<void> {
    const turn = ++this.#turn;
    const query = new URLSearchParams({ many: String(MANY) });
    if (this.#words.value.trim()) query.set("words", this.#words.value.trim());
    if (this.#before.length) query.set("after", this.#before.at(-1)!);
    try {
      const page = await this.#analyst.get<Surveys>(`/v1/surveys?${query}`);
      if (turn === this.#turn) this.#show(page);
    } catch (error) {
      if (turn === this.#turn) (write(this.#about, wordsOf(error)), this.#failed(error));
    }
  }

  #show({ surveys, next }: Surveys): void {
    this.#rows.clear();
    for (const survey of surveys) this.#rows.set(survey.survey, rowOf(survey, this.#address(survey.survey)));
    this.#list.replaceChildren(...[...this.#rows.values()].map((row) => row.element));
    const some = surveys.length > 0;
    write(this.#about, some ? "" : this.#words.value.trim() ? "No survey has this in its title or id." : "There is no survey yet. Open one.");
    const turn = (label: string, change: () => void): HTMLElement => action(label, () => (change(), this.#load()));
    const back = this.#before.length ? [turn("Earlier page", () => this.#before.pop())] : [];
    const on = next ? [turn("Next page", () => this.#before.push(next))] : [];
    this.#pages.replaceChildren(...back, ...on);
    this.#move();
  }

  /** Show how far the open rounds are. */
  #move(): void {
    for (const [survey, { answered, places, round }] of this.#progress) {
      const row = this.#rows.get(survey);
      if (!row) continue;
      write(row.progress, `round ${count(round + 1)}: ${count(answered)} of ${count(places)}`);
      [row.bar.max, row.bar.value, row.bar.hidden] = [Math.max(1, places), answered, false];
    }
  }
}

function rowOf(survey: Survey, address: string): Row {
  const { terms } = survey;
  const texts = terms.texts[0]!;
  const state = element("span", { class: `chip ${survey.state}` }, STATES[survey.state]);
  const progress = element("span", { class: "quiet" });
  const bar = element("progress", { max: 1, value: 0, "aria-label": `Answers in the open round of ${titleOf(survey)}`, hidden: true });
  const title = element("a", { href: address, lang: texts.language, dir: "auto" }, titleOf(survey));
  const closes = terms.closes === null ? "" : ` · until ${moment(terms.closes)}`;
  const about = `${goal(terms)} from ${plain(terms.lo)} to ${plain(terms.hi)}${texts.unit && ` ${texts.unit}`}${closes}`;
  const words = element("div", {}, element("h2", {}, title), element("p", { class: "quiet" }, texts.asker ? `${texts.asker} · ${about}` : about));
  const live = element("div", { class: "live" }, state, bar, progress);
  return { element: element("li", {}, words, live), state, progress, bar };
}
