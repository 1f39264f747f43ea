// Watched: all that the page knows of one survey, put together from what the server tells; it grows with the survey's
// rounds and with nothing else.

import type { Arrivals, Happened, Line, Progress, Standing } from "./messages.ts";

/** Where the search stood after a round; the interval is unknown of events from before there were any. */
export interface Step {
  readonly round: number;
  readonly value: number;
  readonly low: number | null;
  readonly high: number | null;
  /** The limits by the model, where there are some. */
  readonly limits: readonly [number, number] | null;
}

export class Watched {
  readonly survey: string;
  readonly steps = new Map<number, Step>();
  message: Standing | null = null;
  arrivals: readonly Arrivals[] = [];
  progress: Progress | null = null;
  /** The number of the last event that was taken. */
  last = 0;

  constructor(survey: string) {
    this.survey = survey;
  }

  /** Take the lines of the stream that speak of this survey; says what they change. */
  take(lines: readonly Line[]): { events: boolean; gap: boolean; progress: boolean } {
    const change = { events: false, gap: false, progress: false };
    for (const line of lines) {
      if (line.kind === "progress" && line.survey === this.survey) [this.progress, change.progress] = [line, true];
      if (line.kind === "event" && line.event.survey === this.survey) {
        if (line.event.number > this.last + 1) change.gap = true;
        else change.events = this.add(line.event) || change.events;
      }
    }
    return change;
  }

  /** Take an event, unless it was taken before. */
  add(event: Happened): boolean {
    if (event.number <= this.last) return false;
    this.last = event.number;
    if (event.kind === "tallied" && event.round != null && event.estimate != null) this.steps.set(event.round, stepOf(event));
    return true;
  }

  /** The rounds so far, in order. */
  get rounds(): Step[] {
    return [...this.steps.values()].sort((one, other) => one.round - other.round);
  }

  /** Answers got: of the rounds that are over, and of the open one as far as is known. */
  get got(): number {
    const { message, progress } = this;
    if (!message) return 0;
    const open = message.questions.filter(({ round }) => round === message.round).reduce((sum, { answered }) => sum + answered, 0);
    const newer = message.ended === null && progress?.round === message.round ? Math.max(0, progress.answered - open) : 0;
    return message.answers.got + newer;
  }
}

function stepOf(event: Happened): Step {
  const [low, high] = event.cell ?? [];
  const limits = event.limits ? ([event.limits[0]!, event.limits[1]!] as const) : null;
  return { round: event.round!, value: event.estimate!, low: low ?? null, high: high ?? null, limits };
}
