// Format: numbers, shares, lengths of time and moments, as a language writes them.

const UNITS = [
  ["year", 365 * 86_400],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

const LAST = 8_640_000_000_000; // seconds of the last moment that a calendar of the browser has
const MOMENT = { year: "numeric", month: "long", day: "numeric", hour: "2-digit", minute: "2-digit", timeZoneName: "short" } as const;

/** The ways in which a language writes what is no word. */
export class Format {
  readonly #language: string;
  readonly #number: Intl.NumberFormat;
  readonly #percent: Intl.NumberFormat;

  constructor(language: string) {
    this.#language = language;
    this.#number = new Intl.NumberFormat(language, { maximumSignificantDigits: 15 });
    this.#percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 6 });
  }

  number(value: number): string {
    return this.#number.format(value);
  }

  percent(value: number): string {
    return this.#percent.format(value / 100);
  }

  /** A length of time in the largest unit that fits, rounded up. */
  lasting(seconds: number): string {
    const [unit, size] = UNITS.find(([, least]) => seconds >= least) ?? UNITS[4];
    return new Intl.NumberFormat(this.#language, { style: "unit", unit, unitDisplay: "long" }).format(Math.ceil(seconds / size));
  }

  /** A Unix time to the minute; null if no calendar has it. */
  moment(seconds: number): string | null {
    return seconds >= 0 && seconds <= LAST ? new Intl.DateTimeFormat(this.#language, MOMENT).format(1000 * seconds) : null;
  }
}
