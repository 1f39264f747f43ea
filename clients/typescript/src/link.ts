// Links: the address of a survey, and the hash of its terms in the fragment, which browsers send to no server.
//
// `https://survey.example.org/answer/SURVEY#HASH`, and for the invited `#HASH.INVITATION`.

import { address, surveyId } from "./address.ts";
import { OffTerms, YourFault } from "./errors.ts";
import type { SurveyMessage } from "./terms_message.ts";

const FORM = /^([^#]+)\/answer\/([^/#]+)#([0-9a-f]{64})(?:\.([^#]+))?$/;

/** A survey at a server, the hash of its promised terms, and an invitation, if any. */
export interface Link {
  readonly server: string;
  readonly survey: string;
  readonly hash: string;
  readonly invitation: string | null;
}

/** Read a link; an error does not quote it, since it may contain an invitation. */
export function link(text: string): Link {
  const form = FORM.exec(text.trim());
  if (!form) throw new YourFault("this is no link to a survey; one looks like https://survey.example.org/answer/SURVEY#HASH");
  return { server: address(form[1]!), survey: surveyId(form[2]!), hash: form[3]!, invitation: form[4] ?? null };
}

/** Refuse a survey whose terms do not have the `expected` hash, that of a link or an invitation. */
export function checkTerms(survey: SurveyMessage, expected: string | null): void {
  if (expected === null || survey.hash === expected) return;
  throw new OffTerms(
    `survey ${survey.survey} shows other terms (${survey.hash.slice(0, 12)}...) than those that the link or invitation ` +
      `was made for (${expected.slice(0, 12)}...); nothing was said. Ask whoever gave it to you`,
  );
}
