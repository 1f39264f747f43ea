// Open view: a wizard that opens a survey; as one types it says what the survey could find, or why it cannot work, and
// shows the terms as a person will see them.

import { element, section } from "../page/dom.ts";
import { aboutView, revealsView } from "../page/terms_view.ts";
import { Refusal, type Analyst } from "./analyst.ts";
import { forecastView } from "./forecast_view.ts";
import { debounced } from "./frames.ts";
import type { Plan, Planned, Preview, Survey } from "./messages.ts";
import { action, wordsOf, write } from "./parts.ts";
import { fieldOf, missing, openRequest, PARTS, planRequest } from "./wizard_fields.ts";
import { groupsOf, hiddenCommand, type GroupPlanned } from "./wizard_groups.ts";
import { numberOf, type Values } from "./wizard_numbers.ts";
import { words } from "./wording.ts";

type Plans = readonly [Plan, ...Plan[]];

const TYPING = 350; // milliseconds without a change after which the server is asked

export class OpenView {
  readonly element: HTMLElement;
  readonly #analyst: Analyst;
  readonly #form = element("div", { class: "wizard-form" });
  readonly #forecast = element("div", { id: "forecast", role: "status" });
  readonly #preview = element("div", { id: "preview", class: "preview" });
  readonly #wrong = element("p", { class: "wrong", role: "alert" });
  readonly #command = element("code");
  readonly #button: HTMLButtonElement;
  #asking = new AbortController();
  #planned: readonly GroupPlanned[] | null = null;

  constructor(analyst: Analyst, opened: (survey: string) => void) {
    this.#analyst = analyst;
    for (const [heading, fields] of Object.entries(PARTS)) {
      this.#form.append(element("fieldset", {}, element("legend", {}, heading), ...fields.map(fieldOf)));
    }
    const hidden = element("summary", {}, "Hide who is in which group?");
    const about = element("p", { class: "quiet" }, "That takes many times as many people, and is planned and opened on the command line, which says how many:");
    this.#form.querySelector("#field-groups")!.after(element("details", { id: "hidden" }, hidden, about, element("p", {}, this.#command)));
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
    write(this.#command, hiddenCommand(this.#values));
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
      const planned = await this.#plan(values, signal);
      this.#planned = planned;
      this.#forecast.replaceChildren(...forecastView(planned, (people) => this.#take(people)));
      const plans = plansOf(planned);
      if (plans) await this.#showTerms(values, plans, signal);
      else this.#preview.replaceChildren();
    } catch (error) {
      if (!signal.aborted) this.#forecast.replaceChildren(element("p", { class: "bad" }, wordsOf(error)));
    }
    if (!signal.aborted) this.#forecast.setAttribute("aria-busy", "false");
  }

  /** Plan for everybody, or for one group after another: a newer request ends an older one. Groups of one size have one plan. */
  async #plan(values: Values, signal: AbortSignal): Promise<GroupPlanned[]> {
    const all = numberOf(values["people"]!);
    const groups = groupsOf(values);
    const sized = groups.length ? groups.map((group) => ({ ...group, people: Math.round(all * group.share) })) : [{ name: "", share: 1, people: all }];
    const plans = new Map<number, Planned>();
    for (const { people } of sized) if (!plans.has(people)) plans.set(people, await this.#analyst.post<Planned>("/v1/forecast", planRequest(values, people), signal));
    return sized.map((each) => ({ ...each, planned: plans.get(each.people)! }));
  }

  async #showTerms(values: Values, plans: Plans, signal: AbortSignal): Promise<void> {
    const { terms } = await this.#analyst.post<Preview>("/v1/terms", openRequest(values, ...plans), signal);
    this.#preview.replaceChildren(element("h3", { class: "title" }, terms.texts[0]!.title), aboutView(words, terms, terms.texts[0]!), revealsView(words, terms));
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
    const plans = plansOf(this.#planned ?? []);
    if (!plans) throw new Error("This plan cannot work; what it could find says why.");
    const { survey } = await this.#analyst.post<Survey>("/v1/surveys", openRequest(values, ...plans)).catch((error: unknown) => {
      throw error instanceof Refusal && error.status === 403 ? new Error("This key may look, and not open surveys.") : error;
    });
    opened(survey);
  }
}

/** The plans of all groups; null if one of them cannot work, or nothing was planned. */
function plansOf(planned: readonly GroupPlanned[]): Plans | null {
  const [first, ...others] = planned.map(({ planned: { plan } }) => plan);
  return first && others.every((plan) => plan !== null) ? [first, ...others] : null;
}
