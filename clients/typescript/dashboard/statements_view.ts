// Statements: the estimate, and what it says about its error, told apart by what each statement rests on.

import { element, section } from "../page/dom.ts";
import type { Standing } from "./messages.ts";
import { capital, write } from "./parts.ts";
import { goal, percent, plain, rough, several } from "./wording.ts";

/** The statements that get a part of their own, their heading, and what they rest on. */
const KINDS: readonly (readonly [string, string, string])[] = [
  ["but", "But", "what stands against this plan"],
  ["certain", "Certain", "by the answers alone, whatever the numbers are like"],
  ["fitted", "Fitted", "by a model, if what it assumes holds"],
  ["what next", "What next", "what would tell more"],
  ["simulated", "Simulated", "not private"],
];

export class StatementsView {
  readonly element: HTMLElement;
  readonly #goal = element("p", { class: "goal" });
  readonly #figure = element("p", { class: "figure" });
  readonly #error = element("p", { class: "error" });
  readonly #list = element("div", { class: "statements" });
  #shown = "";

  constructor() {
    this.element = section("estimate", "What was found", this.#goal, this.#figure, this.#error, this.#list);
  }

  update(message: Standing): void {
    const { estimate, statements } = message;
    const shown = JSON.stringify([statements, message.ended, message.round]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const tallied = message.questions.some(({ counts, withheld }) => counts !== null || withheld);
    write(this.#goal, `${goal(message.terms)}${message.ended === null ? ", so far" : ""}`);
    const unit = message.terms.texts[0]!.unit;
    const figure = element("strong", {}, tallied ? plain(estimate.value) : "not yet known");
    this.#figure.replaceChildren(figure, tallied && unit ? ` ${unit}` : "");
    write(this.#error, tallied ? errorWords(estimate.likely_error, unit) : begins(message));
    this.#list.replaceChildren(...(tallied ? parts(statements, estimate.level, estimate.quantile) : foreseen(message)));
  }
}

/** What is known before the first round is over. */
function begins({ terms, state }: Standing): string {
  const waits = state === "gathering" ? "People are being gathered first." : "The first round is not over yet.";
  return `${waits} It may be anything from ${plain(terms.lo)} to ${plain(terms.hi)}.`;
}

/** What the plan foresees, until the answers say something. */
function foreseen({ forecast, rounds, answers }: Standing): HTMLElement[] {
  const asked = part("asked", "To come", "what the plan asks for", `${several(answers.needed, "answer")} in ${several(rounds, "round")}`);
  if (!forecast) return [asked];
  return [part("forecast", "Forecast", "before anybody answered", `likely off by about ${rough(forecast.error)}; if ${forecast.assumes}`), asked];
}

const errorWords = (error: number | null, unit: string): string =>
  error === null ? "How far off it is, this search cannot tell." : `Likely off by about ${rough(error)}${unit && ` ${unit}`}, by the answers.`;

function parts(statements: Readonly<Record<string, string>>, level: number, quantile: number | null): HTMLElement[] {
  const list = KINDS.filter(([name]) => statements[name]).map(([name, heading, rests]) => part(name, heading, rests, statements[name]!));
  const seen = element("p", { class: "quiet" }, `Fewer than about ${percent(level)} of people cannot be told from nobody.`);
  return quantile === null && level > 0 ? [...list, seen] : list;
}

/** A statement; its sentences, which the server parts by semicolons, each on a line. */
function part(name: string, heading: string, rests: string, words: string): HTMLElement {
  const lines = words.split("; ").map((line) => element("li", line.startsWith("if ") ? { class: "quiet" } : {}, capital(line)));
  const title = element("h3", {}, heading, " ", element("span", { class: "rests" }, rests));
  return element("div", { class: `statement ${name.replace(" ", "-")}` }, title, element("ul", { role: "list" }, ...lines));
}
