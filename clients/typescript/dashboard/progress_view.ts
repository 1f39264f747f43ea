// Progress: answers got and needed, the open round, how fast answers come, and when it will likely end.

import { element, section } from "../page/dom.ts";
import { facts, write } from "./parts.ts";
import type { Watched } from "./watched.ts";
import { away, count, format, moment } from "./wording.ts";

export class ProgressView {
  readonly element: HTMLElement;
  readonly #got = element("strong");
  readonly #needed = element("span");
  readonly #bar = element("progress", { max: 1, value: 0, "aria-label": "Answers got, of those needed" });
  readonly #facts = new Map<string, HTMLElement>();

  constructor() {
    const names = ["Round", "In this round", "Rate", "Round closes", "Expected end", "Ended"];
    for (const name of names) this.#facts.set(name, element("span"));
    const list = facts([...this.#facts]);
    this.element = section("answers", "Answers", element("p", { class: "figure" }, this.#got, " ", this.#needed), this.#bar, list);
  }

  update(watched: Watched, now: number): void {
    const { message } = watched;
    if (!message) return;
    const { needed } = message.answers;
    write(this.#got, count(watched.got));
    write(this.#needed, `of ${count(needed)}`);
    [this.#bar.max, this.#bar.value] = [Math.max(1, needed), Math.min(watched.got, needed)];
    for (const [name, words] of Object.entries(rows(watched, now))) this.#set(name, words);
  }

  #set(name: string, words: string | null): void {
    const fact = this.#facts.get(name)!;
    write(fact, words ?? "");
    fact.closest("div")!.hidden = words === null;
  }
}

function rows(watched: Watched, now: number): Record<string, string | null> {
  const message = watched.message!;
  const running = message.ended === null;
  const asking = running && message.state === "open";
  const progress = asking && watched.progress?.state === "open" ? watched.progress : null;
  const open = message.questions.filter(({ round }) => round === message.round);
  const places = progress?.places ?? open.reduce((sum, each) => sum + each.places, 0);
  const answered = progress?.answered ?? open.reduce((sum, each) => sum + each.answered, 0);
  const closes = progress?.deadline ?? message.deadline;
  return {
    Round: `${count(Math.min((progress?.round ?? message.round) + 1, message.rounds))} of ${count(message.rounds)}`,
    "In this round": asking ? `${count(answered)} of ${count(places)} places` : null,
    Rate: progress ? rateWords(progress.rate) : null,
    "Round closes": asking ? `${away(closes, now)} at the latest` : null,
    "Expected end": running ? (message.expected_end === null ? "unknown: too few answers to tell" : `${away(message.expected_end, now)}, ${moment(message.expected_end)}`) : null,
    Ended: running ? null : `${moment(message.ended!)}${message.statement && `: ${message.statement}`}`,
  };
}

/** A rate in the unit in which it is a number that one can picture. */
function rateWords(rate: number): string {
  const [many, unit] = rate >= 2 || rate === 0 ? [rate, "second"] : [rate * 60, "minute"];
  return `${format.number(Number(many.toPrecision(2)))} answers a ${unit}`;
}
