// Terms: what was promised, its hash, the plan, and what was foreseen beside what the answers say.

import { element, section } from "../page/dom.ts";
import { aboutView } from "../page/terms_view.ts";
import type { Standing } from "./messages.ts";
import { capital, facts } from "./parts.ts";
import { count, plain, rough, several, words } from "./wording.ts";

const RECRUITING = { rolling: "whoever comes while a round is open", enrolled: "people who joined before, drawn at random" };
const ACCESS = { open: "open to all", invitation: "by invitation" };

export class TermsSection {
  readonly element = element("div", { class: "terms" });
  readonly #beside: HTMLElement | null;
  #shown = "";

  /** What stands `beside` the terms, instead of the plan: every group has a plan of its own, which its own page shows. */
  constructor(beside: HTMLElement | null = null) {
    this.#beside = beside;
  }

  update(message: Standing): void {
    const shown = JSON.stringify([message.hash, message.plan, message.estimate.likely_error]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const { terms } = message;
    const about = aboutView(words, terms, terms.texts[0]!);
    about.querySelector("h2")!.textContent = "What people were promised";
    about.append(facts([["Hash of the terms", element("code", {}, message.hash)]]));
    this.element.replaceChildren(about, this.#beside ?? planView(message));
  }
}

function planView(message: Standing): HTMLElement {
  const { plan, terms, forecast, estimate } = message;
  const step = terms.step === null ? "" : `, in steps of ${plain(terms.step)}`;
  const rows = facts([
    ["Numbers", `${plain(terms.lo)} to ${plain(terms.hi)}${step}`],
    ["Search", `${plan.search}: ${plan.why}`],
    ["People", `${count(plan.people)}, in ${several(plan.rounds, "round")} of ${several(plan.questions, "question")} each`],
    ["Asked are", `${RECRUITING[message.recruiting]}; ${ACCESS[message.access]}`],
    ["A round needs", `${several(message.rules.least, "answer")} at its deadline`],
  ]);
  const foreseen = card("Forecast", forecast ? rough(forecast.error) : "none", forecast ? `before anybody answered, if ${forecast.assumes}` : "this plan has none");
  const likely = card("Likely error", estimate.likely_error === null ? "unknown" : rough(estimate.likely_error), "by the answers so far");
  return section("plan", "The plan", rows, element("div", { class: "pair" }, foreseen, likely));
}

const card = (name: string, figure: string, rests: string): HTMLElement =>
  element("div", { class: "card" }, element("p", { class: "goal" }, name), element("p", { class: "figure" }, element("strong", {}, figure)), element("p", { class: "quiet" }, capital(rests)));
