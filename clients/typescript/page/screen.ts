// Screen: what the page shows, drawn anew whenever its state or its language changes.

import { change } from "../src/indexed_db.ts";
import { Ledger } from "../src/ledger.ts";
import type { SurveyMessage } from "../src/terms_message.ts";
import { textsIn } from "../src/texts_in.ts";
import { answerView } from "./answer_view.ts";
import type { Given } from "./answering.ts";
import { element, section } from "./dom.ts";
import { ledgerView } from "./ledger_view.ts";
import { aboutView, revealsView, told } from "./terms_view.ts";
import { LANGUAGES, wordsIn, type Words } from "./words.ts";

/** What is shown: the survey, what the page says now, and what stands above the field; no field where there are no notes. */
export interface State {
  readonly survey: SurveyMessage | null;
  readonly message: (words: Words) => Node[];
  readonly notes: ((words: Words) => string[]) | null;
}

/** Whether this browser can keep a ledger here: locks and a store need a secure context. */
export const secure = (): boolean => isSecureContext && !!navigator.locks && !!globalThis.indexedDB;

/** The ledger of this browser at this site. */
export const ledger = (): Ledger => new Ledger({ change });

export class Screen {
  readonly #main: HTMLElement;
  readonly #answer: (given: Given) => void;
  readonly #status = element("div", { id: "status", role: "status", tabindex: -1 });
  readonly #ledger = element("div", { id: "told" });
  #words: Words;
  #state: State = { survey: null, message: () => [], notes: null };
  #turn = 0;

  constructor(main: HTMLElement, words: Words, answer: (given: Given) => void) {
    [this.#main, this.#words, this.#answer] = [main, words, answer];
  }

  /** The survey that is shown. */
  get survey(): SurveyMessage | null {
    return this.#state.survey;
  }

  /** Show another state; what is not told stays as it is. */
  show(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
    if ("survey" in change || "notes" in change) this.#draw();
    else this.#status.replaceChildren(...this.#state.message(this.#words));
  }

  /** Let screen readers and eyes find what the page says now. */
  attend(): void {
    this.#status.focus();
  }

  /** Empty the fields. */
  clear(): void {
    for (const field of document.querySelectorAll<HTMLInputElement | HTMLSelectElement>("#number, #group")) field.value = "";
  }

  #draw(): void {
    const words = this.#words;
    const { survey, message, notes } = this.#state;
    const texts = survey && textsIn(survey.terms, words.tag);
    [document.documentElement.lang, document.documentElement.dir] = [words.tag, words.right ? "rtl" : "ltr"];
    document.title = texts?.title ?? "Lowwater";
    this.#status.replaceChildren(...message(words));
    const terms = survey && texts ? [aboutView(words, survey.terms, texts), revealsView(words, survey.terms)] : [];
    const field = survey && texts && notes ? [answerView(words, survey, texts, notes(words), this.#answer)] : [];
    const trust = section("trust", words.trust, element("p", {}, words.trustText));
    this.#main.replaceChildren(this.#header(texts ? told(texts, texts.title, words) : "Lowwater"), this.#status, ...terms, ...field, this.#ledger, trust);
    void this.#drawLedger(++this.#turn);
  }

  /** Show the ledger once it was read, unless something newer is shown by then. */
  async #drawLedger(turn: number): Promise<void> {
    const view = secure() ? await ledgerView(this.#words, ledger()).catch(() => null) : null;
    if (turn !== this.#turn) return;
    this.#ledger.replaceChildren(...(view ? [view] : []));
    this.#main.setAttribute("aria-busy", "false");
  }

  #header(title: Node | string): HTMLElement {
    const words = this.#words;
    const choices = Object.entries(LANGUAGES).map(([tag, name]) => element("option", { value: tag, lang: tag, selected: tag === words.tag }, name));
    const choice = element("select", { id: "language" }, ...choices);
    choice.addEventListener("change", async () => {
      this.#words = await wordsIn([choice.value]);
      this.#draw();
    });
    const label = element("label", { for: "language" }, words.language);
    return element("header", {}, element("h1", {}, title), element("div", { class: "language" }, label, choice));
  }
}
