// Wizard fields: what is asked of somebody who opens a survey, and the messages that their answers make.

import { element } from "../page/dom.ts";
import { groupsOf, groupsWrong } from "./wizard_groups.ts";
import { numberOf, optional, type Values } from "./wizard_numbers.ts";

interface Field {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly kind?: "number" | "text" | "datetime-local";
  readonly value?: string;
  readonly choices?: Readonly<Record<string, string>>;
  readonly needed?: boolean;
  readonly wide?: boolean;
}

/** The fields, part by part. */
export const PARTS: Readonly<Record<string, readonly Field[]>> = {
  "What you ask": [
    { name: "title", label: "Title", needed: true, wide: true },
    { name: "question", label: "Question", value: "What is your number?", wide: true },
    { name: "asker", label: "Who asks" },
    { name: "contact", label: "How to reach you" },
    { name: "purpose", label: "What for", wide: true },
    { name: "unit", label: "Unit", hint: "such as years; may be left empty" },
  ],
  "Which number": [
    { name: "goal", label: "Look for the", choices: { minimum: "smallest number", maximum: "largest number", quantile: "number that a share of people are at or below" }, wide: true },
    { name: "quantile", label: "That share, in percent", kind: "number", value: "50", wide: true },
    { name: "lo", label: "Numbers from", kind: "number", needed: true },
    { name: "hi", label: "to", kind: "number", needed: true },
    { name: "step", label: "In steps of", kind: "number", hint: "1 for whole numbers; may be left empty" },
  ],
  Groups: [
    { name: "groups", label: "Groups, each with a search of its own", hint: "such as DE=0.6, FR, IT, with the share of people expected in each; may be left empty. People tell in clear which one is theirs, outside epsilon", wide: true },
  ],
  "People and privacy": [
    { name: "people", label: "People who will answer", kind: "number", value: "20000", needed: true },
    { name: "epsilon", label: "What each reveals at most (epsilon, in nats)", kind: "number", value: "1", hint: "less protects more, and takes more people", needed: true },
    { name: "recruiting", label: "Each round asks", choices: { rolling: "whoever comes while it is open", enrolled: "people who joined before, drawn at random" } },
    { name: "rounds", label: "Rounds", choices: { many: "as many as are best", once: "one: everybody is asked at once" } },
    { name: "least", label: "A round needs at least so many answers", kind: "number", value: "1", hint: "tallies of fewer are withheld" },
    { name: "span", label: "A round stays open for at most, in hours", kind: "number", value: "24" },
    { name: "closes", label: "Closes at the latest", kind: "datetime-local", hint: "may be left empty" },
    { name: "issuer", label: "Public key for invitations", hint: "64 hexadecimal digits; empty: open to all" },
  ],
};

/** A field with its label and its hint. */
export function fieldOf(field: Field): HTMLElement {
  const shared = { id: field.name, name: field.name, "aria-describedby": field.hint ? `${field.name}-hint` : "", required: !!field.needed };
  const options = Object.entries(field.choices ?? {}).map(([value, words]) => element("option", { value }, words));
  const kind = field.kind === "number" ? { type: "text", inputmode: "decimal" } : { type: field.kind ?? "text" };
  const input = field.choices ? element("select", shared, ...options) : element("input", { ...shared, ...kind, value: field.value ?? "", autocomplete: "off" });
  if (!field.hint) input.removeAttribute("aria-describedby");
  const hint = field.hint ? [element("span", { id: `${field.name}-hint`, class: "quiet" }, field.hint)] : [];
  return element("div", { class: field.wide ? "field wide" : "field", id: `field-${field.name}` }, element("label", { for: field.name }, field.label), input, ...hint);
}

/** What is missing or is no number, in words; null if all is there. */
export function missing(values: Values): string | null {
  const fields = Object.values(PARTS).flat();
  const empty = fields.find(({ name, needed }) => needed && name !== "title" && !values[name]?.trim());
  if (empty) return `${empty.label}: fill this in to see what the survey could find.`;
  const wrong = fields.find(({ name, kind }) => kind === "number" && values[name]?.trim() && Number.isNaN(numberOf(values[name]!)));
  return wrong ? `${wrong.label}: “${values[wrong.name]}” is no number.` : groupsWrong(values);
}

/** The request for a plan, of everybody or of the `people` of a group. */
export function planRequest(values: Values, people = numberOf(values["people"]!)): object {
  const quantile = values["goal"] === "quantile" ? numberOf(values["quantile"]!) / 100 : null;
  return {
    people,
    epsilon: numberOf(values["epsilon"]!),
    domain: [numberOf(values["lo"]!), numberOf(values["hi"]!)],
    direction: values["goal"] === "maximum" ? "maximum" : "minimum",
    quantile,
    step: optional(values["step"]),
    rounds: values["rounds"] === "once" ? 1 : null,
  };
}

/** The message that opens the survey with this plan, or with one for each of its groups. */
export function openRequest(values: Values, plan: object, ...others: object[]): object {
  const issuer = values["issuer"]!.trim();
  const rules = {
    recruiting: values["recruiting"],
    access: issuer ? "invitation" : "open",
    issuer,
    least: optional(values["least"]) ?? 1,
    span: (optional(values["span"]) ?? 24) * 3600,
  };
  const texts = Object.fromEntries(["title", "question", "unit", "asker", "contact", "purpose"].map((name) => [name, values[name]!.trim()]));
  const closes = values["closes"] ? Math.floor(new Date(values["closes"]).getTime() / 1000) : null;
  const names = groupsOf(values).map(({ name }) => name);
  const groups = names.length ? { groups: names, plans: [plan, ...others] } : {};
  return { ...texts, ...groups, title: texts["title"] || "A survey", question: texts["question"] || "What is your number?", plan, rules, closes };
}
