// Messages: what the server tells analysts, as TypeScript sees it; the names are those of the wire.

import type { TermsMessage } from "../src/terms_message.ts";

export type { TermsMessage };

export type State = "gathering" | "open" | "paused" | "finished" | "closed";

/** A survey, as anyone may read it. */
export interface Survey {
  readonly survey: string;
  readonly terms: TermsMessage;
  readonly hash: string;
  readonly recruiting: "rolling" | "enrolled";
  readonly access: "open" | "invitation";
  readonly state: State;
}

/** A page of surveys, and the id after which the next one begins. */
export interface Surveys {
  readonly surveys: readonly Survey[];
  readonly next: string | null;
}

/** What a key may do: all, or one survey alone, or nothing but look. */
export interface KeyMessage {
  readonly name: string;
  readonly survey: string | null;
  readonly reading: boolean;
}

/** A new key that reads one survey; the server tells it once. */
export interface Shared {
  readonly name: string;
  readonly key: string;
}

/** One threshold of the band: the share at or before it, and the share's limits. */
export interface Point {
  readonly threshold: number;
  readonly people: number;
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

type Curve = readonly (readonly [number, number])[];

export interface Estimate {
  readonly value: number;
  readonly cell: readonly [number, number];
  readonly level: number;
  readonly loss: number | null;
  readonly direction: "minimum" | "maximum";
  readonly quantile: number | null;
  readonly likely_error: number | null;
  readonly certain: {
    readonly somebody: number | null;
    readonly sure: number | null;
    readonly few: readonly { readonly share: number; readonly threshold: number }[];
    readonly least: number | null;
    readonly most: number | null;
    readonly confidence: number | null;
    readonly band: readonly Point[];
  };
  readonly fitted: {
    readonly low: number | null;
    readonly high: number | null;
    readonly confidence: number | null;
    readonly curve: Curve;
    readonly posterior: Curve;
  };
  readonly simulated: boolean;
}

/** One question; `counts` are there once its round is over, unless so few answered that they are withheld. */
export interface Asked {
  readonly round: number;
  readonly index: number;
  readonly thresholds: readonly number[];
  readonly places: number;
  readonly answered: number;
  readonly counts: readonly number[] | null;
  readonly withheld?: boolean;
}

export type HealthState = "fresh" | "waiting" | "stalled" | "too few" | "paused" | "over";

export interface Forecast {
  readonly error: number;
  readonly assumes: string;
}

/** A plan, as far as the page reads it; the rest goes back to the server as it came. */
export interface Plan {
  readonly search: string;
  readonly why: string;
  readonly people: number;
  readonly rounds: number;
  readonly questions: number;
  readonly [more: string]: unknown;
}

/** A survey as its analyst sees it. */
export interface Standing extends Survey {
  readonly title: string;
  readonly statement: string;
  readonly search: string;
  readonly people: number;
  readonly rounds: number;
  readonly round: number;
  readonly deadline: number;
  readonly opened: number;
  readonly ended: number | null;
  readonly reveals: string;
  readonly rules: { readonly least: number; readonly span: number; readonly [more: string]: unknown };
  readonly plan: Plan;
  readonly estimate: Estimate;
  readonly questions: readonly Asked[];
  readonly health: { readonly state: HealthState; readonly words: string; readonly last_answer: number | null };
  readonly answers: { readonly got: number; readonly needed: number };
  readonly expected_end: number | null;
  readonly statements: Readonly<Record<string, string>>;
  readonly forecast: Forecast | null;
  readonly link: string | null;
}

/** Answers of one outcome in the minute that began at `time`. */
export interface Arrivals {
  readonly time: number;
  readonly outcome: string;
  readonly answers: number;
}

/** Something that happened to a survey; of one survey the numbers are 1, 2, 3 and so on, and positions count those of all surveys. */
export interface Happened {
  readonly survey: string;
  readonly number: number;
  readonly position: number;
  readonly kind: string;
  readonly time: number;
  readonly round?: number | null;
  readonly estimate?: number | null;
  readonly cell?: readonly number[] | null;
  readonly limits?: readonly number[] | null;
}

export interface EventLine {
  readonly kind: "event";
  readonly event: Happened;
}

/** How far an open round is. */
export interface Progress {
  readonly kind: "progress";
  readonly survey: string;
  readonly round: number;
  readonly places: number;
  readonly answered: number;
  readonly rate: number;
  readonly deadline: number;
  readonly state: State;
  readonly time: number;
}

export interface Beat {
  readonly kind: "beat";
  readonly time: number;
  readonly position: number;
}

/** A line of the stream. */
export type Line = EventLine | Progress | Beat;

/** What becomes of numbers typed into the wizard: a plan and what it foresees, or why it cannot work. */
export interface Planned {
  readonly plan: Plan | null;
  readonly forecast: Forecast | null;
  readonly reveals: string | null;
  readonly why: string | null;
  readonly caveats: readonly string[];
  readonly refusal: { readonly reason: string; readonly reasons: readonly string[]; readonly people: readonly { readonly error: number; readonly people: number }[] } | null;
}

/** The terms that a survey would have if it were opened now. */
export interface Preview {
  readonly terms: TermsMessage;
  readonly hash: string;
}

/** The answer link, and its QR code line by line, 1 for dark. */
export interface Code {
  readonly link: string;
  readonly rows: string;
}
