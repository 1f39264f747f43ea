// Answer view: the field for the number and the button. There is no form, so nothing can be submitted or remembered.

import { holds } from "../src/domain.ts";
import type { TermsMessage } from "../src/terms_message.ts";
import type { TextsMessage } from "../src/texts_message.ts";
import { element, section } from "./dom.ts";
import { readNumber } from "./number.ts";
import type { Words } from "./words.ts";

/** A field that hands a number within the terms to `answer`, and refuses any other before anything is sent. */
export function answerView(words: Words, terms: TermsMessage, texts: TextsMessage, notes: string[], answer: (value: number) => void): HTMLElement {
  const ends = [terms.lo, terms.hi].map((end) => words.format.number(end)) as [string, string];
  const field = element("input", {
    id: "number", type: "text", inputmode: "decimal", autocomplete: "off", autocorrect: "off", autocapitalize: "off",
    spellcheck: "false", dir: "ltr", maxlength: 64, "aria-describedby": "range wrong",
  }); // prettier-ignore
  const button = element("button", { type: "button", id: "answer" }, words.answer);
  const wrong = element("p", { id: "wrong", class: "wrong", role: "alert" });
  const submit = (): void => {
    const number = readNumber(field.value);
    const objection = typeof number === "string" ? words.wrong[number] : admitted(terms, number) ? null : words.outside(...ends);
    wrong.textContent = objection ?? "";
    field.setAttribute("aria-invalid", String(objection !== null));
    if (objection !== null) return field.focus();
    field.value = "";
    answer(number as number);
  };
  button.addEventListener("click", submit);
  field.addEventListener("keydown", ({ key, isComposing }) => {
    if (key === "Enter" && !isComposing) submit();
  });
  const range = element("p", { id: "range" }, words.from(...ends, ""), " ", element("span", { lang: texts.language, dir: "auto" }, texts.unit));
  const label = element("label", { for: "number", lang: texts.language, dir: "auto" }, texts.question);
  const lines = [...notes, ...(terms.outside === "clamp" ? [words.clamped] : [])].map((note) => element("p", {}, note));
  const quiet = [words.consent, words.notStored].map((note) => element("p", { class: "quiet" }, note));
  return section("yours", words.yours, ...lines, label, range, element("div", { class: "row" }, field, button), wrong, ...quiet);
}

function admitted(terms: TermsMessage, number: number): boolean {
  return terms.outside === "clamp" || holds(terms, number);
}
