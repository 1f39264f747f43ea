// Groups view: the whole of a survey with groups: what was found in each, how far each is, and the way to each.

import { element, section } from "../page/dom.ts";
import type { Analyst } from "./analyst.ts";
import { Chart, legend } from "./chart.ts";
import { ExportsView } from "./exports_view.ts";
import { perFrame } from "./frames.ts";
import { GROUPS, nameOf, told, words } from "./groups_chart.ts";
import { HeadlineView } from "./headline_view.ts";
import { Members } from "./members.ts";
import type { KeyMessage, Standing, Survey } from "./messages.ts";
import { PersonView } from "./person_view.ts";
import { TermsSection } from "./terms_section.ts";
import { count, STATES } from "./wording.ts";

const SIGNS = { share: "estimate", likely: "likely off by", certain: "certain: somebody is at or before it" };
const BELONGING = {
  public: "Who is in which group is told in clear, outside epsilon.",
  hidden: "Who is in which group stays hidden, within epsilon: each is asked about a group that coins choose.",
};
const HEAD = ["Group", "State", "Round", "Answers", "Estimate", "Certain"];

/** Where a group's survey is, and what is done once the survey is gone or something failed. */
export interface Ways {
  readonly address: (survey: string) => string;
  readonly gone: () => void;
  readonly failed: (error: unknown) => void;
}

export class GroupsView {
  readonly element = element("div", { class: "board" });
  readonly #survey: Survey;
  readonly #ways: Ways;
  readonly #members: Members;
  readonly #headline: HeadlineView;
  readonly #rows = element("tbody");
  readonly #chart = new Chart<readonly Standing[]>(GROUPS, legend(SIGNS));
  readonly #person = new PersonView();
  readonly #terms = new TermsSection(this.#person.element);
  readonly #exports: ExportsView;

  constructor(analyst: Analyst, key: KeyMessage, survey: Survey, ways: Ways) {
    [this.#survey, this.#ways] = [survey, ways];
    const { groups = [], groups_are = "public" } = survey.terms;
    const ids = groups.map((_, at) => `${survey.survey}-${at}`);
    this.#members = new Members(analyst, ids, { changed: perFrame(() => this.#draw()), failed: ways.failed });
    this.#headline = new HeadlineView(analyst, key, { changed: () => this.#members.refresh(), gone: ways.gone }, () => this.#members.standings);
    this.#exports = new ExportsView(analyst, key, survey.survey);
    const top = element("tr", {}, ...HEAD.map((name) => element("th", { scope: "col" }, name)));
    const table = element("table", {}, element("thead", {}, top), this.#rows);
    const list = element("div", { class: "scroll members", tabindex: 0, role: "group", "aria-label": "Groups" }, table);
    const parts = [section("members", "Its groups", element("p", { class: "quiet" }, BELONGING[groups_are]), list), this.#chart.element];
    this.element.append(this.#headline.element, ...parts, this.#terms.element, this.#exports.element);
  }

  /** Show the groups, and follow them until the page is left. */
  async start(key: KeyMessage, left: AbortSignal): Promise<void> {
    await this.#members.start(key, left);
  }

  #draw(): void {
    const { standings, state } = this.#members;
    const [first] = standings;
    if (!first) return this.#ways.gone();
    document.title = `${first.terms.texts[0]!.title} · Lowwater`;
    const going = standings.filter(({ ended }) => ended === null);
    const over = `Groups that have ended: ${count(standings.length - going.length)} of ${count(standings.length)}`;
    const health = { ...(going[0] ?? first).health, words: over };
    this.#headline.update({ ...first, survey: this.#survey.survey, state, health, ended: going.length ? null : first.ended }, this.#members.link);
    this.#rows.replaceChildren(...standings.map((each) => rowOf(each, this.#ways.address(each.survey))));
    this.#chart.update(standings);
    this.#person.update(first);
    this.#terms.update(first);
    this.#exports.update(first, { survey: this.#survey.survey, members: standings });
  }
}

function rowOf(member: Standing, address: string): HTMLElement {
  const { state, round, rounds, answers, statements } = member;
  const chip = element("span", { class: `chip ${state}` }, STATES[state]);
  const certain = statements["certain"]?.split("; ")[0] ?? "–";
  const cells = [chip, `${count(round + 1)} of ${count(rounds)}`, `${count(answers.got)} of ${count(answers.needed)}`, ...(told(member) ? [words(member), certain] : ["not yet known", "–"])];
  const link = element("a", { href: address, dir: "auto" }, nameOf(member));
  return element("tr", {}, element("th", { scope: "row" }, link), ...cells.map((cell) => element("td", {}, cell)));
}
