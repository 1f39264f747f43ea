// Group field: where a person says which group is theirs. Nothing is chosen beforehand.

import { groupOf } from "../src/groups.ts";
import type { SurveyMessage } from "../src/terms_message.ts";
import { element } from "./dom.ts";
import type { Words } from "./words.ts";

/** The elements of the field; what was chosen, "" for none of the groups, null for nothing yet; and how to find it. */
export interface GroupField {
  readonly shown: readonly HTMLElement[];
  readonly chosen: () => string | null;
  readonly focus: () => void;
}

/** The field of a survey; without elements where it has no groups, and without a choice where the link has made it. */
export function groupField(words: Words, survey: SurveyMessage): GroupField {
  const { groups, groups_are } = survey.terms;
  const fixed = groupOf(survey);
  if (!groups) return { shown: [], chosen: () => "", focus: () => {} };
  if (fixed !== undefined && groups_are === "public") {
    return { shown: [element("p", { id: "fixed" }, words.groupFixed, " ", named(fixed))], chosen: () => fixed, focus: () => {} };
  }
  const option = (name: string, at: number): HTMLElement => element("option", { value: at, dir: "auto" }, name);
  const none = groups_are === "hidden" ? [element("option", { value: -1 }, words.groupNone)] : [];
  const field = element("select", { id: "group", autocomplete: "off", "aria-describedby": "wrong" }, element("option", { value: "", selected: true }, words.groupChoose), ...groups.map(option), ...none); // prettier-ignore
  const chosen = (): string | null => (field.value === "" ? null : (groups[Number(field.value)] ?? ""));
  return { shown: [element("label", { for: "group" }, words.groupYours), field], chosen, focus: () => field.focus() };
}

const named = (group: string): HTMLElement => element("strong", { dir: "auto" }, group);
