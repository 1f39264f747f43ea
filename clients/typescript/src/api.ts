// Api: the three requests of a device.

import type { Entry } from "./account.ts";
import { CountedMessage, PlaceMessage, posted } from "./answer_messages.ts";
import { OffTerms, Unreachable } from "./errors.ts";
import type { Http } from "./http.ts";
import { VERSION } from "./message.ts";
import { SurveyMessage } from "./terms_message.ts";

const pathOf = (survey: string): string => `/v1/surveys/${survey}`;

/** Fetch a survey; refuse another one, and other terms than those with the `expected` hash, that of a link or an invitation. */
export async function look(http: Http, survey: string, expected: string | null): Promise<SurveyMessage> {
  const message = await http.ask<SurveyMessage>(SurveyMessage, pathOf(survey));
  if (message.survey !== survey) throw new Unreachable(`${http.server} tells of survey ${message.survey}`);
  if (expected !== null && message.hash !== expected) {
    throw new OffTerms(`survey ${survey} has other terms now`);
  }
  return message;
}

/** Ask for a place under this name; the same name gets the same place. */
export function checkIn(http: Http, survey: string, name: string, invitation: string | null): Promise<PlaceMessage> {
  return http.ask<PlaceMessage>(PlaceMessage, `${pathOf(survey)}/check-in`, { name, invitation, version: VERSION });
}

/** Send an answer; if this returns, it was counted, now or before. */
export async function post(http: Http, survey: string, name: string, entry: Entry): Promise<void> {
  await http.ask(CountedMessage, `${pathOf(survey)}/answers`, posted(name, entry));
}
