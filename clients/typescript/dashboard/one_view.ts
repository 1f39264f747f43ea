// One view: the survey that an address names: the whole of one with groups, or one that is asked by itself.

import { element } from "../page/dom.ts";
import { wholeOf } from "../src/terms_message.ts";
import type { Analyst } from "./analyst.ts";
import { GroupsView, type Ways } from "./groups_view.ts";
import type { KeyMessage, Survey } from "./messages.ts";
import { SurveyView } from "./survey_view.ts";

export class OneView {
  readonly element = element("div");
  readonly #make: (key: KeyMessage) => Promise<SurveyView | GroupsView>;

  constructor(analyst: Analyst, survey: string, ways: Ways) {
    this.#make = async (key) => {
      const message = survey === wholeOf(survey) ? await analyst.get<Survey>(`/v1/surveys/${survey}`) : null;
      return message?.terms.groups ? new GroupsView(analyst, key, message, ways) : new SurveyView(analyst, key, survey, ways);
    };
  }

  /** Look which of both it is, and show that. */
  async start(key: KeyMessage, left: AbortSignal): Promise<void> {
    const view = await this.#make(key);
    if (left.aborted) return;
    this.element.replaceChildren(view.element);
    await view.start(key, left);
  }
}
