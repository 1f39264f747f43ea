// Trouble: which words an error becomes, and those of a survey that takes no answers now.

import {
  BadInvitation, BadLedger, Contradicted, GrantSpent, LowwaterError, NoPlace, NoSurvey, NotOpen, NotPrivate, OffTerms, TheirFault,
  TooLate, Unreachable, YourFault,
} from "../src/errors.ts"; // prettier-ignore
import type { SurveyMessage } from "../src/terms_message.ts";
import type { Trouble } from "./words.ts";

const KINDS: readonly (readonly [typeof LowwaterError, Trouble])[] = [
  [NoSurvey, "noSurvey"],
  [NotOpen, "over"],
  [BadInvitation, "notInvited"],
  [NoPlace, "noPlace"],
  [TooLate, "tooLate"],
  [Contradicted, "contradicted"],
  [GrantSpent, "grantSpent"],
  [TheirFault, "brokenPromise"],
  [NotPrivate, "brokenPromise"],
  [BadLedger, "noLedger"],
  [Unreachable, "unreachable"],
];

/** The trouble that an error means; `looking` is before anything was agreed to. */
export function troubleOf(error: unknown, looking: boolean): Trouble {
  if (looking && error instanceof OffTerms) return "otherTerms";
  if (error instanceof YourFault && error.message.includes("left survey")) return "left";
  if (error instanceof YourFault && error.message.includes("not encrypted")) return "insecure";
  const kind = KINDS.find(([each]) => error instanceof each);
  return kind?.[1] ?? (error instanceof LowwaterError && !(error instanceof YourFault) ? "unreachable" : "unknown");
}

/** The trouble with a survey that can be seen before anybody asks for a place. */
export function troubleWith(survey: SurveyMessage, invitation: string | null): Trouble | null {
  if (survey.state === "finished" || survey.state === "closed") return "over";
  if (survey.access === "invitation" && invitation === null) return "notInvited";
  return survey.state === "paused" ? "paused" : null;
}
