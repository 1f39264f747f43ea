// Api: the three requests of a device.

import type { Entry } from "./account.ts";
import { surveyId } from "./address.ts";
import { CountedMessage, PlaceMessage, posted } from "./answer_messages.ts";
import { Unreachable } from "./errors.ts";
import type { Http } from "./http.ts";
import { checkTerms } from "./link.ts";
import { VERSION } from "./message.ts";
import { SurveyMessage } from "./terms_message.ts";

/** One survey on one server; `terms` is the hash of the terms in a link or an invitation: other terms are refused. */
export class Api {
  readonly #http: Http;
  readonly #survey: string;
  readonly #terms: string | null;
  readonly #path: string;

  constructor(http: Http, survey: string, terms: string | null = null) {
    [this.#http, this.#survey, this.#terms] = [http, surveyId(survey), terms];
    this.#path = `/v1/surveys/${survey}`;
  }

  /** The server's address. */
  get server(): string {
    return this.#http.server;
  }

  /** Fetch the survey, and check its id and the hash of its terms. */
  async look(): Promise<SurveyMessage> {
    const survey = await this.#http.get<SurveyMessage>(SurveyMessage, this.#path);
    if (survey.survey !== this.#survey) {
      throw new Unreachable(`${this.server} was asked for survey ${this.#survey}, and tells of ${survey.survey}`);
    }
    checkTerms(survey, this.#terms);
    return survey;
  }

  /** Ask for a place under this name; the same name gets the same place. */
  checkIn(name: string, invitation: string | null): Promise<PlaceMessage> {
    return this.#http.post<PlaceMessage>(PlaceMessage, `${this.#path}/check-in`, { name, invitation, version: VERSION });
  }

  /** Send an answer; if this returns, it was counted, now or before. */
  async post(name: string, { question, answer, receipt }: Entry): Promise<void> {
    await this.#http.post(CountedMessage, `${this.#path}/answers`, posted(name, receipt, question, answer));
  }
}
