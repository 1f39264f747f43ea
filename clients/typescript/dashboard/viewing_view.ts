// Viewing: a link that shows one survey to whoever has it; its key is made by the server, which tells it once.

import { element } from "../page/dom.ts";
import type { Analyst } from "./analyst.ts";
import type { Shared } from "./messages.ts";
import { action, copyable, wordsOf, write } from "./parts.ts";

export class ViewingView {
  readonly element: HTMLElement;
  readonly #place = element("div");
  readonly #wrong = element("p", { class: "wrong", role: "alert" });

  constructor(analyst: Analyst, survey: () => string) {
    const make = action("Make a link to watch it", () => this.#make(analyst, survey()), (error) => write(this.#wrong, wordsOf(error)));
    const about = "Whoever has such a link sees this page of this survey, and can change nothing. It holds a key; end it with lowwater key revoke.";
    this.element = element("div", { class: "viewing" }, element("h3", {}, "Let others watch"), element("p", { class: "quiet" }, about), make, this.#place, this.#wrong);
  }

  async #make(analyst: Analyst, survey: string): Promise<void> {
    write(this.#wrong, "");
    const { name, key } = await analyst.post<Shared>(`/v1/surveys/${survey}/share`, {});
    const named = element("p", { class: "quiet" }, "The name of its key: ", element("code", {}, name));
    this.#place.replaceChildren(...copyable(`${analyst.base}/survey/${survey}#${key}`), named);
  }
}
