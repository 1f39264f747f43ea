// Answer view: the field for the number and the button. There is no form, so nothing can be submitted or remembered.

import { holds } from "../src/domain.ts";
import type { SurveyMessage, TermsMessage } from "../src/terms_message.ts";
import type { TextsMessage } from "../src/texts_message.ts";
import type { Given } from "./answering.ts";
import { element, section } from "./dom.ts";
import { groupField } from "./group_field.ts";
import { readNumber } from "./number.ts";
import type { Words } from "./words.ts";

/** A field that hands a number within the terms, and the group, to `answer`, and refuses any other before anything is sent. */
export function answerView(words: Words, survey: SurveyMessage, texts: TextsMessage, notes: string[], answer: (given: Given) => void): HTMLElement {
  const { terms } = survey;
  const group = groupField(words, survey);
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
    const chosen = group.chosen();
    wrong.textContent = objection ?? (chosen === null ? words.wrong.group : "");
    field.setAttribute("aria-invalid", String(objection !== null));
    if (objection !== null) return field.focus();
    if (chosen === null) return group.focus();
    field.value = "";
    answer({ value: number as number, group: chosen });
  };
  button.addEventListener("click", submit);
  field.addEventListener("keydown", ({ key, isComposing }) => {
    if (key === "Enter" && !isComposing) submit();
  });
  const range = element("p", { id: "range" }, words.from(...ends, ""), " ", element("span", { lang: texts.language, dir: "auto" }, texts.unit));
  const label = element("label", { for: "number", lang: texts.language, dir: "auto" }, texts.question);
  const lines = [...notes, ...(terms.outside === "clamp" ? [words.clamped] : [])].map((note) => element("p", {}, note));
  const quiet = [words.consent, words.notStored].map((note) => element("p", { class: "quiet" }, note));
  return section("yours", words.yours, ...lines, ...group.shown, label, range, element("div", { class: "row" }, field, button), wrong, ...quiet);
}

function admitted(terms: TermsMessage, number: number): boolean {
  return terms.outside === "clamp" || holds(terms, number);
}
