// Members: the standings of all groups of a survey, kept up to date; a group that was deleted is left out.

import { Gone, Refusal, type Analyst } from "./analyst.ts";
import { spaced } from "./frames.ts";
import type { KeyMessage, Line, Standing, State } from "./messages.ts";
import { Tabs, type Link } from "./tabs.ts";
import type { Viewer } from "./watching.ts";

const APART = 400; // milliseconds between two looks, however fast the rounds are
const EVERY = 5000; // milliseconds between two looks at the groups that go on
const RANK: readonly State[] = ["open", "gathering", "paused", "finished", "closed"];

export class Members {
  link: Link = "live";
  readonly #analyst: Analyst;
  readonly #viewer: Viewer;
  readonly #ids: readonly string[];
  readonly #standings = new Map<string, Standing>();
  readonly #stale: Set<string>;
  readonly #refresh: () => void;

  constructor(analyst: Analyst, ids: readonly string[], viewer: Viewer) {
    [this.#analyst, this.#ids, this.#viewer] = [analyst, ids, viewer];
    this.#stale = new Set(ids);
    this.#refresh = spaced(() => this.#tried(), APART);
  }

  /** The standings, in the order of the groups. */
  get standings(): Standing[] {
    return this.#ids.map((id) => this.#standings.get(id)).filter((each) => each !== undefined);
  }

  /** The state of the whole: the first of the rank that a group has. */
  get state(): State {
    return RANK.find((state) => this.standings.some((each) => each.state === state)) ?? "closed";
  }

  /** Look once, and follow the groups from there until the page is left; a key of one survey has no stream of several. */
  async start(key: KeyMessage, left: AbortSignal): Promise<void> {
    await this.#look();
    if (left.aborted) return;
    if (!key.survey) new Tabs(this.#analyst, { own: null, lines: (lines) => this.#take(lines), link: (link) => this.#linked(link) }).follow(left);
    const timer = setInterval(() => !document.hidden && this.#again(this.standings.filter(({ ended }) => ended === null)), EVERY);
    left.addEventListener("abort", () => clearInterval(timer));
  }

  /** Look at all groups again, soon. */
  refresh(): void {
    this.#again(this.standings);
  }

  #again(some: readonly Standing[]): void {
    for (const { survey } of some) this.#stale.add(survey);
    if (some.length) this.#refresh();
  }

  async #look(): Promise<void> {
    const stale = [...this.#stale];
    this.#stale.clear();
    await Promise.all(stale.map((id) => this.#lookAt(id))).catch((error: unknown) => {
      for (const id of stale) this.#stale.add(id);
      throw error;
    });
    this.#viewer.changed("all");
  }

  async #lookAt(id: string): Promise<void> {
    try {
      this.#standings.set(id, await this.#analyst.get<Standing>(`/v1/surveys/${id}/standing`));
    } catch (error) {
      if (!(error instanceof Refusal && error.status === 404)) throw error;
      this.#standings.delete(id);
    }
  }

  #take(lines: readonly Line[]): void {
    const moved = new Set(lines.map((line) => (line.kind === "event" ? line.event.survey : line.kind === "progress" ? line.survey : "")));
    this.#again(this.standings.filter(({ survey }) => moved.has(survey)));
  }

  #linked(link: Link): void {
    const back = link !== this.link;
    this.link = link;
    this.#viewer.changed("link");
    if (back) this.refresh();
  }

  /** A server that is away for a while is no failure. */
  async #tried(): Promise<void> {
    await this.#look().catch((error: unknown) => {
      if (error instanceof Refusal && error.status < 500) this.#viewer.failed(error);
      else if (!(error instanceof Gone || error instanceof Refusal)) throw error;
    });
  }
}
