// Watching: keeps what the page knows of one survey up to date, and asks for a drawing whenever it changed.

import { Gone, Refusal, type Analyst } from "./analyst.ts";
import { spaced } from "./frames.ts";
import type { Arrivals, Happened, KeyMessage, Line, Standing } from "./messages.ts";
import { Tabs, type Link } from "./tabs.ts";
import { Watched } from "./watched.ts";

const APART = 400; // milliseconds between two looks at a survey, however fast its rounds are
const EVERY = 5000; // milliseconds between two looks at the arrivals of an open survey
const PAGE = 100; // events of one reply

/** What a view of a survey is told; `error` ends the watching. */
export interface Viewer {
  readonly changed: (what: "progress" | "all" | "link") => void;
  readonly failed: (error: unknown) => void;
}

export class Watching {
  readonly watched: Watched;
  link: Link = "live";
  readonly #analyst: Analyst;
  readonly #viewer: Viewer;
  readonly #path: string;
  readonly #refresh: () => void;
  readonly #catchUp: () => void;

  constructor(analyst: Analyst, survey: string, viewer: Viewer) {
    [this.#analyst, this.#viewer] = [analyst, viewer];
    this.watched = new Watched(survey);
    this.#path = `/v1/surveys/${survey}`;
    this.#refresh = spaced(() => this.#tried(() => this.#look()), APART);
    this.#catchUp = spaced(() => this.#tried(() => this.#read()), APART);
  }

  /** Look once, and follow the survey from there until it is left. */
  async start(key: KeyMessage, left: AbortSignal): Promise<void> {
    await Promise.all([this.#look(), this.#read()]);
    if (left.aborted) return;
    const { watched } = this;
    const own = key.survey ? (): string => `${this.#path}/stream?after=${watched.last}` : null;
    new Tabs(this.#analyst, { own, lines: (lines) => this.#take(lines), link: (link) => this.#linked(link) }).follow(left);
    const timer = setInterval(() => !document.hidden && this.#live && this.#refresh(), EVERY);
    left.addEventListener("abort", () => clearInterval(timer));
  }

  /** Look again, soon. */
  refresh(): void {
    this.#refresh();
  }

  get #live(): boolean {
    return this.link === "live" && this.watched.message?.ended === null;
  }

  async #look(): Promise<void> {
    const [message, arrivals] = await Promise.all([
      this.#analyst.get<Standing>(`${this.#path}/standing`),
      this.#analyst.get<Arrivals[]>(`${this.#path}/arrivals`),
    ]);
    [this.watched.message, this.watched.arrivals] = [message, arrivals];
    this.#viewer.changed("all");
  }

  /** Read the events after the last one, page by page. */
  async #read(): Promise<void> {
    for (let full = true; full; ) {
      const events = await this.#analyst.get<Happened[]>(`${this.#path}/events?after=${this.watched.last}`);
      for (const event of events) this.watched.add(event);
      full = events.length === PAGE;
    }
    this.#viewer.changed("all");
  }

  #take(lines: readonly Line[]): void {
    const { events, gap, progress } = this.watched.take(lines);
    if (gap) this.#catchUp();
    if (events) this.#refresh();
    if (progress) this.#viewer.changed("progress");
  }

  #linked(link: Link): void {
    const before = this.link;
    this.link = link;
    this.#viewer.changed("link");
    if (link === "live" && before !== "live") this.#refresh();
    if (link === "live") this.#catchUp();
    if (link === "refused") this.#refresh(); // which says why
  }

  /** A server that is away for a while is no failure: the stream says so, and comes back. */
  async #tried(work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) => {
      if (error instanceof Refusal && error.status < 500) this.#viewer.failed(error);
      else if (!(error instanceof Gone || error instanceof Refusal)) throw error;
    });
  }
}
