// Device: takes part in a live survey for one person, and sends only answers that its ledger has charged.
//
// It looks at the survey, pins the terms, checks in, and waits when the server asks it to. It answers only if the answer
// can still arrive in time; an answer that was not acknowledged is sent again, the same bit with the same receipt.

import type { Entry } from "./account.ts";
import type { QuestionMessage } from "./answer_messages.ts";
import { surveyId } from "./address.ts";
import { checkIn, look, post } from "./api.ts";
import { admit } from "./domain.ts";
import type { Nano } from "./epsilon.ts";
import { BadLedger, Contradicted, NoPlace, TooLate } from "./errors.ts";
import { Http } from "./http.ts";
import { hashIn } from "./invitations.ts";
import type { Ledger } from "./ledger.ts";
import { PACE, pause, type Pace } from "./pace.ts";
import type { Page } from "./pages.ts";
import { typeOf } from "./problems.ts";
import type { Coins } from "./randomizer.ts";
import type { SurveyMessage } from "./terms_message.ts";

/** `counted`: an answer was; `waiting`: come again in `seconds`; `done`: there are no more questions for this device. */
export type Status = "counted" | "waiting" | "done";

/** What came of taking part in a survey. */
export interface Outcome {
  readonly status: Status;
  /** The answers that were counted. */
  readonly said: readonly Entry[];
  readonly spent: Nano;
  /** What may still be spent on the survey. */
  readonly left: Nano;
  readonly seconds: number;
  /** The answers that came too late to count, and are spent all the same. */
  readonly lost: readonly Entry[];
  /** The answers whose fate could not be written to the ledger; each is sent once more next time, at no further cost. */
  readonly unnoted: readonly Entry[];
}

export interface DeviceOptions {
  readonly grant?: Nano | null;
  readonly invitation?: string | null;
  /** The hash of the terms in a link, to be checked; an invitation contains its own. */
  readonly terms?: string | null;
  readonly pace?: Partial<Pace>;
  readonly coins?: Coins;
  /** Whether the person is in the group that the survey is about, where groups are hidden; it is neither sent nor stored. */
  readonly inside?: boolean;
}

const isLate = (error: unknown): boolean => error instanceof TooLate || error instanceof NoPlace;

/** One person's value in one survey of one server. */
export class Device {
  readonly #http: Http;
  readonly #survey: string;
  readonly #ledger: Ledger;
  readonly #value: number;
  readonly #options: DeviceOptions;
  readonly #unnoted = new Map<number, Entry>();

  constructor(server: string | Http, survey: string, ledger: Ledger, value: number, options: DeviceOptions = {}) {
    [this.#http, this.#survey] = [server instanceof Http ? server : new Http(server), surveyId(survey)];
    [this.#ledger, this.#value, this.#options] = [ledger, value, options];
  }

  /** Fetch the survey, without agreeing to its terms. */
  look(): Promise<SurveyMessage> {
    const { terms, invitation } = this.#options;
    return look(this.#http, this.#survey, terms ?? (invitation ? hashIn(invitation) : null));
  }

  /** Pin the terms, and refuse a value that they do not admit, before this device checks in. */
  async agree(survey: SurveyMessage): Promise<Page> {
    admit(survey.terms, this.#value);
    return await this.#ledger.join(this.#http.server, survey, this.#options.grant, this.#options.invitation);
  }

  /** Send one answer, first of all one that was not acknowledged; wait for a question while patience lasts. */
  async answerOnce(): Promise<Outcome> {
    return await this.#answer(await this.agree(await this.look()));
  }

  /** Answer round after round until the survey is done or patience ends; a late answer ends only its round. */
  async takePart(): Promise<Outcome> {
    const counted: Entry[] = [];
    const lost: Entry[] = [];
    for (;;) {
      const page = await this.agree(await this.look());
      const { account } = page;
      const answers = account.told.length;
      let outcome: Outcome;
      try {
        outcome = await this.#answer(page);
      } catch (error) {
        if (!isLate(error) || account.told.length === answers) throw error; // no new answer: another turn would end the same way
        lost.push(...account.told.slice(answers));
        if (!this.#unnoted.size && !account.full) continue;
        outcome = await this.#outcome(account.full ? "done" : "waiting", page);
      }
      counted.push(...outcome.said);
      const finished = account.full && !page.unsettled.length; // another request could only fail
      if (finished || outcome.status !== "counted" || outcome.unnoted.length) {
        return { ...outcome, status: finished ? "done" : outcome.status, said: counted, lost };
      }
    }
  }

  async #answer(page: Page): Promise<Outcome> {
    for (const entry of page.unsettled) {
      if (await this.#resend(page, entry)) return await this.#outcome("counted", page, entry);
    }
    if (page.account.full) return await this.#outcome("done", page);
    await this.#ledger.afford(page);
    return await this.#waitAndAnswer(page);
  }

  async #waitAndAnswer(page: Page): Promise<Outcome> {
    const pace = { ...PACE, ...this.#options.pace };
    const until = pace.clock() + pace.patience;
    for (;;) {
      const asked = pace.clock();
      const place = await checkIn(this.#http, this.#survey, page.name, page.invitation);
      if (place.status === "done") return await this.#outcome("done", page);
      const left = place.seconds - (pace.clock() - asked); // the time of the request is gone too
      const entry = place.question && left >= pace.margin ? await this.#answerQuestion(page, place.question) : null;
      if (entry) return await this.#outcome("counted", page, entry);
      const seconds = pause(pace, left);
      if (pace.clock() + seconds > until) return { ...(await this.#outcome("waiting", page)), seconds };
      await pace.sleep(seconds);
    }
  }

  /** Charge, then send; null if the answer was settled before and is only repeated. */
  async #answerQuestion(page: Page, question: QuestionMessage): Promise<Entry | null> {
    const { coins, inside } = this.#options;
    const entry = await this.#ledger.respond(page, this.#value, question, coins, inside);
    const repeated = page.fates.has(question.round);
    await this.#post(page, entry);
    return repeated ? null : entry;
  }

  /** Send an answer again that may not have arrived; return whether it was counted. */
  async #resend(page: Page, entry: Entry): Promise<boolean> {
    try {
      await this.#post(page, entry);
      return true;
    } catch (error) {
      if (!isLate(error)) throw error;
      return false;
    }
  }

  async #post(page: Page, entry: Entry): Promise<void> {
    try {
      await post(this.#http, this.#survey, page.name, entry);
    } catch (error) {
      if (isLate(error) || error instanceof Contradicted) await this.#settle(page, entry, typeOf(error as Error));
      throw error;
    }
    await this.#settle(page, entry, "counted");
  }

  /** Write the fate of an answer to the ledger; if that fails, remember the answer as unnoted. */
  async #settle(page: Page, entry: Entry, fate: string): Promise<void> {
    const { round } = entry.question;
    const noted = this.#ledger.settle(page, entry, fate).then(() => this.#unnoted.delete(round));
    await noted.catch(orElse(() => !this.#unnoted.set(round, entry)));
  }

  async #outcome(status: Status, page: Page, ...said: Entry[]): Promise<Outcome> {
    const left = await this.#ledger.left(page).catch(orElse(() => 0)); // nothing, if the ledger cannot be used
    return { status, said, spent: page.account.spent, left, seconds: 0, lost: [], unnoted: [...this.#unnoted.values()] };
  }
}

/** What to do about an error: `act` if the ledger cannot be used, else throw it. */
function orElse<T>(act: () => T): (error: unknown) => T {
  return (error) => {
    if (error instanceof BadLedger) return act();
    throw error;
  };
}
