// Groups: which member of a survey with groups a device takes part in, and whether its person is in the group asked about.

import { YourFault } from "./errors.ts";
import { sha256 } from "./sha256.ts";
import { wholeOf, type SurveyMessage } from "./terms_message.ts";

const OVER: readonly string[] = ["finished", "closed"];
const DIGITS = 12; // hexadecimal digits of a hash, as many as a double tells apart

/** A member survey, and whether the person is in its group where groups are hidden: an option of Device. */
export interface Member {
  readonly survey: string;
  readonly inside: boolean;
}

/** What is asked of a server and a ledger: a survey by its id, and the name that the device has in the whole survey. */
export interface Asked {
  readonly look: (survey: string) => Promise<SurveyMessage>;
  readonly name: () => Promise<string>;
}

/** The group that the link to a member is about; undefined for the whole survey, and for one without groups. */
export function groupOf({ survey, terms: { groups } }: Pick<SurveyMessage, "survey" | "terms">): string | undefined {
  const member = groups && survey !== wholeOf(survey) ? survey.slice(wholeOf(survey).length + 1) : null;
  return member === null ? undefined : groups![Number(member)];
}

/** The member to take part in, for a person of the group `own`, "" for none in the list. A hidden group does not choose it: the name does. */
export async function memberOf(message: SurveyMessage, own: string, asked: Asked): Promise<Member> {
  const { survey, terms: { groups = [], groups_are } } = message; // prettier-ignore
  const told = groupOf(message);
  const hidden = groups_are === "hidden";
  if (![told, ...groups, ...(hidden ? [""] : [])].includes(own)) throw new YourFault("no group of this survey");
  if (told !== undefined) return { survey, inside: told === own };
  const at = hidden ? await drawn(message, asked) : groups.indexOf(own);
  return { survey: `${survey}-${at}`, inside: groups[at] === own };
}

/** The number of a member that is drawn by the device's random name; the next one that is not over, if there is one. */
async function drawn({ survey, hash, terms }: SurveyMessage, { look, name }: Asked): Promise<number> {
  const { length } = terms.groups!;
  const first = Number.parseInt(sha256(await name()).slice(0, DIGITS), 16) % length;
  for (let step = 0; step < length; step++) {
    const at = (first + step) % length;
    const member = await look(`${survey}-${at}`);
    if (member.hash === hash && !OVER.includes(member.state)) return at;
  }
  return first;
}
