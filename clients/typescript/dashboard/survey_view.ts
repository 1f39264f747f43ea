// Survey view: one survey, from what it is called to what can be kept of it, in that order.

import { element } from "../page/dom.ts";
import { wholeOf } from "../src/terms_message.ts";
import type { Analyst } from "./analyst.ts";
import { ARRIVALS, OUTCOME_SIGNS, type ArrivalsData } from "./arrivals_chart.ts";
import { Chart, legend } from "./chart.ts";
import { ExportsView } from "./exports_view.ts";
import { perFrame } from "./frames.ts";
import { FUNNEL, type FunnelData } from "./funnel_chart.ts";
import type { Ways } from "./groups_view.ts";
import { HeadlineView } from "./headline_view.ts";
import type { KeyMessage, Standing } from "./messages.ts";
import { PersonView } from "./person_view.ts";
import { POSTERIOR } from "./posterior_chart.ts";
import { ProgressView } from "./progress_view.ts";
import { SHARES, type SharesData } from "./shares_chart.ts";
import { StatementsView } from "./statements_view.ts";
import { TermsSection } from "./terms_section.ts";
import { Watching } from "./watching.ts";

const SECOND = 1000;
const FUNNEL_SIGNS = { cell: "interval that is kept", value: "estimate", likely: "limits by the model", cut: "asked about" };
const SHARES_SIGNS = { share: "share of people", limits: "its limits", band: "the band: between the questions too", curve: "fitted curve", certain: "certain: U and L" };

export class SurveyView {
  readonly element = element("div", { class: "board" });
  readonly #watching: Watching;
  readonly #headline: HeadlineView;
  readonly #statements = new StatementsView();
  readonly #person = new PersonView();
  readonly #progress = new ProgressView();
  readonly #funnel = new Chart<FunnelData>(FUNNEL, legend(FUNNEL_SIGNS));
  readonly #whole = element("button", { type: "button", id: "whole", class: "small", "aria-pressed": "false" }, "Show all numbers");
  readonly #shares: Chart<SharesData>;
  readonly #posterior = new Chart<Standing>(POSTERIOR, legend({ posterior: "how likely", fitted: "the fitted limits" }));
  readonly #arrivals = new Chart<ArrivalsData>(ARRIVALS, legend(OUTCOME_SIGNS));
  readonly #terms = new TermsSection();
  readonly #exports: ExportsView;
  #drawn: Standing | null = null;
  #all = true;

  constructor(analyst: Analyst, key: KeyMessage, survey: string, { address, gone, failed }: Ways) {
    const draw = perFrame(() => this.#draw());
    const changed = (what: string): void => {
      this.#all ||= what === "all";
      draw();
    };
    this.#watching = new Watching(analyst, survey, { changed, failed });
    this.#headline = new HeadlineView(analyst, key, { changed: () => this.#watching.refresh(), gone });
    const whole = wholeOf(survey);
    if (whole !== survey && key.survey !== survey) this.#headline.element.prepend(element("p", { class: "up" }, element("a", { href: address(whole) }, "All groups")));
    this.#exports = new ExportsView(analyst, key);
    this.#shares = new Chart<SharesData>(SHARES, legend(SHARES_SIGNS));
    this.#shares.tools.prepend(this.#whole);
    this.#whole.addEventListener("click", () => (this.#whole.setAttribute("aria-pressed", String(!this.#wide)), changed("all")));
    const parts = [this.#statements, this.#person, this.#progress, this.#funnel, this.#shares, this.#posterior, this.#arrivals, this.#terms, this.#exports];
    this.element.append(this.#headline.element, ...parts.map((part) => part.element));
  }

  /** Show the survey, and follow it until it is left. */
  async start(key: KeyMessage, left: AbortSignal): Promise<void> {
    await this.#watching.start(key, left);
    const tick = setInterval(() => !document.hidden && this.#drawTimes(), SECOND);
    left.addEventListener("abort", () => clearInterval(tick));
  }

  /** Whether the shares of the whole domain are shown. */
  get #wide(): boolean {
    return this.#whole.getAttribute("aria-pressed") === "true";
  }

  #drawTimes(): void {
    this.#progress.update(this.#watching.watched, Date.now() / 1000);
  }

  #draw(): void {
    const { message } = this.#watching.watched;
    if (!message) return;
    this.#headline.update(message, this.#watching.link);
    this.#drawTimes();
    if (this.#all) this.#drawAll(message);
    this.#all = false;
  }

  #drawAll(message: Standing): void {
    const { rounds, arrivals } = this.#watching.watched;
    if (this.#drawn === null) document.title = `${message.title} · Lowwater`;
    this.#drawn = message;
    for (const part of [this.#statements, this.#person, this.#terms, this.#exports]) part.update(message);
    this.#funnel.update({ message, rounds });
    this.#shares.update({ message, whole: this.#wide });
    this.#posterior.update(message);
    this.#arrivals.update({ arrivals, now: Date.now() / 1000 });
  }
}
