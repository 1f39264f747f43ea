// Open view: a wizard that opens a survey; as one types it says what the survey could find, or why it cannot work, and
// shows the terms as a person will see them.

import { element, section } from "../page/dom.ts";
import { aboutView, revealsView } from "../page/terms_view.ts";
import { Refusal, type Analyst } from "./analyst.ts";
import { debounced } from "./frames.ts";
import type { Planned, Preview, Survey } from "./messages.ts";
import { action, facts, wordsOf, write } from "./parts.ts";
import { fieldOf, missing, openRequest, PARTS, planRequest, type Values } from "./wizard_fields.ts";
import { count, rough, several, words } from "./wording.ts";

const TYPING = 350; // milliseconds without a change after which the server is asked

export class OpenView {
  readonly element: HTMLElement;
  readonly #analyst: Analyst;
  readonly #form = element("div", { class: "wizard-form" });
  readonly #forecast = element("div", { id: "forecast", role: "status" });
  readonly #preview = element("div", { id: "preview", class: "preview" });
  readonly #wrong = element("p", { class: "wrong", role: "alert" });
  readonly #button: HTMLButtonElement;
  #asking = new AbortController();
  #planned: Planned | null = null;

  constructor(analyst: Analyst, opened: (survey: string) => void) {
    this.#analyst = analyst;
    for (const [heading, fields] of Object.entries(PARTS)) {
      this.#form.append(element("fieldset", {}, element("legend", {}, heading), ...fields.map(fieldOf)));
    }
    this.#button = action("Open the survey", () => this.#open(opened), (error) => write(this.#wrong, wordsOf(error)), "");
    this.#button.id = "open";
    this.#form.append(this.#wrong, element("div", { class: "row" }, this.#button));
    const foreseen = section("foreseen", "What it could find", this.#forecast);
    const seen = element("div", { class: "seen" }, element("h2", {}, "As people will see it"), this.#preview);
    const side = element("div", { class: "side" }, foreseen, seen);
    this.element = element("div", { class: "wizard" }, element("h1", {}, "A new survey"), this.#form, side);
    const ask = debounced(() => void this.#ask(), TYPING);
    this.#form.addEventListener("input", () => (this.#show(), ask()));
    this.#show();
    write(this.#forecast, missing(this.#values) ?? "");
  }

  async start(): Promise<void> {
    await this.#ask();
  }

  get #values(): Values {
    const inputs = this.#form.querySelectorAll<HTMLInputElement | HTMLSelectElement>("input, select");
    return Object.fromEntries([...inputs].map(({ name, value }) => [name, value]));
  }

  /** Fields that mean nothing yet are not shown. */
  #show(): void {
    this.#form.querySelector<HTMLElement>("#field-quantile")!.hidden = this.#values["goal"] !== "quantile";
  }

  /** Ask for a plan; a newer question ends an older one. */
  async #ask(): Promise<void> {
    this.#asking.abort();
    const { signal } = (this.#asking = new AbortController());
    const values = this.#values;
    this.#planned = null;
    const lacks = missing(values);
    if (lacks) return this.#forecast.replaceChildren(element("p", {}, lacks));
    this.#forecast.setAttribute("aria-busy", "true");
    try {
      const planned = await this.#analyst.post<Planned>("/v1/forecast", planRequest(values), signal);
      this.#planned = planned;
      this.#forecast.replaceChildren(...this.#foreseen(planned));
      if (planned.plan) await this.#showTerms(values, planned.plan, signal);
      else this.#preview.replaceChildren();
    } catch (error) {
      if (!signal.aborted) this.#forecast.replaceChildren(element("p", { class: "bad" }, wordsOf(error)));
    }
    if (!signal.aborted) this.#forecast.setAttribute("aria-busy", "false");
  }

  async #showTerms(values: Values, plan: object, signal: AbortSignal): Promise<void> {
    const { terms } = await this.#analyst.post<Preview>("/v1/terms", openRequest(values, plan), signal);
    this.#preview.replaceChildren(element("h3", { class: "title" }, terms.texts[0]!.title), aboutView(words, terms, terms.texts[0]!), revealsView(words, terms));
  }

  #foreseen({ plan, forecast, refusal, caveats }: Planned): HTMLElement[] {
    if (refusal || !plan) return this.#refused(refusal);
    const figure = element("p", { class: "figure" }, element("strong", {}, forecast ? rough(forecast.error) : "unknown"));
    const assumes = element("p", { class: "quiet" }, forecast ? `If ${forecast.assumes}.` : "This plan has no forecast.");
    const rows = facts([
      ["Search", `${plan.search}: ${plan.why}`],
      ["Rounds", `${count(plan.rounds)}, ${several(Math.floor(plan.people / plan.rounds), "person").replace("persons", "people")} each on average`],
    ]);
    return [element("p", { class: "goal" }, "Forecast error"), figure, assumes, ...caveats.map((caveat) => element("p", { class: "bad" }, caveat)), rows];
  }

  /** Why it cannot work, and buttons with numbers of people that would do. */
  #refused(refusal: Planned["refusal"]): HTMLElement[] {
    const reasons = (refusal?.reasons.length ? refusal.reasons : [refusal?.reason ?? "This cannot work."]).map((reason) => element("p", { class: "bad" }, `This cannot work: ${reason}.`));
    const ways = (refusal?.people ?? []).map(({ error, people }) => action(`${count(people)} people: off by about ${rough(error)}`, () => this.#take(people)));
    return ways.length ? [...reasons, element("p", {}, "What would do:"), element("div", { class: "row" }, ...ways)] : reasons;
  }

  #take(people: number): void {
    this.#form.querySelector<HTMLInputElement>("#people")!.value = String(people);
    this.#form.querySelector("#people")!.dispatchEvent(new Event("input", { bubbles: true }));
  }

  async #open(opened: (survey: string) => void): Promise<void> {
    write(this.#wrong, "");
    const values = this.#values;
    if (!values["title"]?.trim()) throw (this.#form.querySelector<HTMLElement>("#title")!.focus(), new Error("Give the survey a title first."));
    if (!this.#planned) await this.#ask();
    const plan = this.#planned?.plan;
    if (!plan) throw new Error("This plan cannot work; what it could find says why.");
    const { survey } = await this.#analyst.post<Survey>("/v1/surveys", openRequest(values, plan)).catch((error: unknown) => {
      throw error instanceof Refusal && error.status === 403 ? new Error("This key may look, and not open surveys.") : error;
    });
    opened(survey);
  }
}
