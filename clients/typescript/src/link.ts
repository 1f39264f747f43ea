// Links: the address of a survey, and the hash of its terms in the fragment, which browsers send to no server.
//
// `https://survey.example.org/answer/SURVEY#HASH`, and for the invited `#HASH.INVITATION`.

import { address, surveyId } from "./address.ts";
import { YourFault } from "./errors.ts";

const FORM = /^([^#]+)\/answer\/([^/#]+)#([\da-f]{64})(?:\.([^#]+))?$/;

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
  if (!form) throw new YourFault("no link to a survey");
  return { server: address(form[1]!), survey: surveyId(form[2]!), hash: form[3]!, invitation: form[4] ?? null };
}
