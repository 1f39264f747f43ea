// Headline: what a survey is called, who asks, its state, how healthy it is, and what can be done about it.

import { element } from "../page/dom.ts";
import type { Analyst } from "./analyst.ts";
import { confirmed } from "./dialog.ts";
import type { KeyMessage, Standing, State } from "./messages.ts";
import { action, capital, wordsOf, write } from "./parts.ts";
import type { Link } from "./tabs.ts";
import { STATES, titleOf } from "./wording.ts";

type Deed = "pause" | "resume" | "close" | "delete";

const DEEDS: Readonly<Record<State, readonly Deed[]>> = {
  gathering: ["close"],
  open: ["pause", "close"],
  paused: ["resume", "close"],
  finished: ["delete"],
  closed: ["delete"],
};

const ASKED: Readonly<Partial<Record<Deed, readonly [string, string]>>> = {
  close: ["Close this survey?", "Nobody can answer any more. The answers of the open round are thrown away; the estimate rests on the rounds before. This cannot be undone."],
  delete: ["Delete this survey?", "The server forgets it, with its tallies and its estimate. Save the JSON first if you want to keep them. This cannot be undone."],
};

/** What the view does when a survey was changed, and when it is gone. */
export interface After {
  readonly changed: () => void;
  readonly gone: () => void;
}

export class HeadlineView {
  readonly element = element("header", { class: "headline" });
  readonly #title = element("h1", { dir: "auto" });
  readonly #asker = element("p", { class: "quiet", dir: "auto" });
  readonly #state = element("span", { class: "chip" });
  readonly #health = element("p", { id: "health", class: "health", role: "status" });
  readonly #deeds = element("div", { class: "row deeds" });
  readonly #wrong = element("p", { class: "wrong", role: "alert" });
  readonly #analyst: Analyst;
  readonly #may: boolean;
  readonly #after: After;
  readonly #members: (() => readonly Standing[]) | null;
  #shown: State | null = null;

  /** With `members` a deed is done to each of them that allows it. */
  constructor(analyst: Analyst, key: KeyMessage, after: After, members: (() => readonly Standing[]) | null = null) {
    [this.#analyst, this.#may, this.#after, this.#members] = [analyst, !key.reading, after, members];
    const words = element("div", {}, this.#title, this.#asker, element("div", { class: "stand" }, this.#state, this.#health));
    this.element.append(words, this.#deeds, this.#wrong);
  }

  update(message: Standing, link: Link): void {
    const texts = message.terms.texts[0]!;
    write(this.#title, titleOf(message));
    this.#title.lang = texts.language;
    write(this.#asker, texts.asker ? `Asked by ${[texts.asker, texts.contact].filter(Boolean).join(" · ")}` : "It does not say who asks.");
    write(this.#state, STATES[message.state]);
    this.#state.className = `chip ${message.state}`;
    const gone = link !== "live" && message.ended === null;
    write(this.#health, gone ? "The server is gone; trying again. What is shown may be old." : capital(message.health.words));
    this.#health.className = `health ${gone ? "gone" : message.health.state.replace(" ", "-")}`;
    if (this.#may && this.#shown !== message.state) this.#offer(message);
  }

  #offer({ survey, state }: Standing): void {
    this.#shown = state;
    const failed = (error: unknown): void => write(this.#wrong, wordsOf(error));
    const buttons = DEEDS[state].map((deed) => action(capital(deed), () => this.#do(deed, survey), failed, deed in ASKED ? "second danger" : "second"));
    this.#deeds.replaceChildren(...buttons);
  }

  /** The surveys that a deed is done to. */
  #surveys(deed: Deed, survey: string): string[] {
    return this.#members ? this.#members().filter(({ state }) => DEEDS[state].includes(deed)).map((each) => each.survey) : [survey];
  }

  async #do(deed: Deed, survey: string): Promise<void> {
    write(this.#wrong, "");
    const question = ASKED[deed];
    if (question && !(await confirmed(...question, capital(deed)))) return;
    for (const each of this.#surveys(deed, survey)) {
      if (deed === "delete") await this.#analyst.remove(`/v1/surveys/${each}`);
      else await this.#analyst.post(`/v1/surveys/${each}/${deed}`);
    }
    if (deed === "delete") this.#after.gone();
    else this.#after.changed();
  }
}
