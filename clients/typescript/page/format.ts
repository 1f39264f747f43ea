// Format: numbers, shares, lengths of time and moments, as a language writes them.
//
// They are written here and not by Intl, which takes longer to begin than all the rest of the page.

const UNITS = [
  ["year", 365 * 86_400],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

const LAST = 8_640_000_000_000; // seconds of the last moment that a calendar of the browser has

export type Unit = (typeof UNITS)[number][0];

/** How a language writes numbers: what stands between thousands, before a fraction, for a share in percent and around a date; and its months. */
export interface Numbers {
  readonly thousands: string;
  readonly point: string;
  readonly percent: (share: string) => string;
  readonly lasting: (count: number, written: string, unit: Unit) => string;
  /** A date, up to the time that follows. */
  readonly date: (day: number, month: string, year: number) => string;
  readonly months: readonly string[];
}

/** The ways in which a language writes what is no word. */
export class Format {
  readonly #numbers: Numbers;

  constructor(numbers: Numbers) {
    this.#numbers = numbers;
  }

  /** A number with all its digits; a very large or small one with an exponent. */
  number(value: number): string {
    const [whole, fraction] = String(value).replace("-", "\u2212").split(".");
    const { thousands, point } = this.#numbers;
    if (String(value).includes("e")) return String(value).replace(".", point);
    return whole!.replace(/\B(?=(?:\d{3})+$)/g, thousands) + (fraction ? point + fraction : "");
  }

  percent(value: number): string {
    return this.#numbers.percent(this.number(Number(value.toFixed(6))));
  }

  /** A length of time in the largest unit that fits, rounded up. */
  lasting(seconds: number): string {
    const [unit, size] = UNITS.find(([, least]) => seconds >= least) ?? UNITS[4];
    const count = Math.ceil(seconds / size);
    return this.#numbers.lasting(count, this.number(count), unit);
  }

  /** A Unix time to the minute, by the clock of this device; null if no calendar has it. */
  moment(seconds: number): string | null {
    if (!(seconds >= 0 && seconds <= LAST)) return null;
    const at = new Date(1000 * seconds);
    const day = this.#numbers.date(at.getDate(), this.#numbers.months[at.getMonth()]!, at.getFullYear());
    return `${day} ${two(at.getHours())}:${two(at.getMinutes())} (UTC${offset(-at.getTimezoneOffset())})`;
  }
}

const two = (number: number): string => String(number).padStart(2, "0");

/** The minutes that a clock is ahead of UTC, as +5:30; nothing for none. */
function offset(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return minutes ? `${minutes > 0 ? "+" : "\u2212"}${hours}${rest ? `:${two(rest)}` : ""}` : "";
}
