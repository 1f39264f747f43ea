// Wizard groups: the groups of a survey as somebody types them, how many people each has, and the command for what the page cannot do.

import type { Planned } from "./messages.ts";
import { numberOf, type Values } from "./wizard_numbers.ts";

const MOST = 100; // groups of one survey
const ROUNDING = 1e-9;

/** A group, and the share of people who are expected in it. */
export interface Group {
  readonly name: string;
  readonly share: number;
}

/** What was planned for a group, or for everybody where the name is empty. */
export interface GroupPlanned extends Group {
  readonly people: number;
  readonly planned: Planned;
}

const typed = (values: Values): string[] => (values["groups"]?.trim() ? values["groups"].split(",").map((text) => text.trim()) : []);

const shareOf = (text: string): number => (text.includes("=") ? numberOf(text.slice(text.lastIndexOf("=") + 1)) : 0);

const nameOf = (text: string): string => (text.includes("=") ? text.slice(0, text.lastIndexOf("=")) : text).trim();

/** Why what was typed is no list of groups, in words; null if it is one, or empty. */
export function groupsWrong(values: Values): string | null {
  const texts = typed(values);
  const names = texts.map(nameOf);
  if (names.includes("")) return "Groups: there is one without a name; put one comma between two names.";
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined) return `Groups: “${twice}” is there twice.`;
  if (names.length > MOST) return `Groups: ${names.length} are too many; at most ${MOST}.`;
  const bad = texts.find((text) => text.includes("=") && !(shareOf(text) > 0 && shareOf(text) <= 1));
  if (bad !== undefined) return `Groups: “${bad}” needs a share between 0 and 1, such as ${nameOf(bad)}=0.3.`;
  const left = restOf(texts);
  const none = texts.some((text) => !text.includes("=")) && left < ROUNDING;
  return left < -ROUNDING || none ? "Groups: the shares leave nothing for the others; together they are at most 1." : null;
}

const restOf = (texts: readonly string[]): number => 1 - texts.reduce((sum, text) => sum + shareOf(text), 0);

/** The groups; those without a share have equal parts of what the others leave. */
export function groupsOf(values: Values): Group[] {
  const texts = typed(values);
  const even = restOf(texts) / texts.filter((text) => !text.includes("=")).length;
  return texts.map((text) => ({ name: nameOf(text), share: shareOf(text) || even }));
}

/** A word of a command, quoted where a shell would read more into it. */
const quoted = (text: string): string => (/^[\w.,=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** The command that opens the survey with hidden groups, as far as it is typed. */
export function hiddenCommand(values: Values): string {
  const said = (name: string, otherwise: string): string => (numberOf(values[name] ?? "") || values[name]?.trim() === "0" ? String(numberOf(values[name]!)) : otherwise);
  const domain = `--domain ${said("lo", "LO")} ${said("hi", "HI")}${values["step"]?.trim() ? ` --step ${said("step", "STEP")}` : ""}`;
  const end = values["goal"] === "maximum" ? " --maximum" : "";
  const groups = quoted(typed(values).join(",") || "NAME=SHARE,NAME=SHARE");
  return `lowwater survey open ${quoted(values["title"]?.trim() || "TITLE")} --people ${said("people", "PEOPLE")} --epsilon ${said("epsilon", "NATS")} ${domain}${end} --groups ${groups} --hidden`;
}
