// Data table: the numbers behind a chart, for eyes and screen readers that want them, and as CSV.

import { element } from "../page/dom.ts";
import { plain } from "./wording.ts";

export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/** A table that is made when it is first unfolded, and anew whenever `table` gives others while it is. */
export class DataTable {
  readonly element: HTMLDetailsElement;
  readonly #table: () => Table;
  readonly #place = element("div", { class: "scroll", tabindex: 0, role: "group" });

  constructor(name: string, table: () => Table) {
    this.#table = table;
    this.#place.setAttribute("aria-label", `Data table: ${name}`);
    this.element = element("details", { class: "data" }, element("summary", {}, "Data table"), this.#place);
    this.element.addEventListener("toggle", () => this.update());
  }

  update(): void {
    if (!this.element.open) return this.#place.replaceChildren();
    const { head, rows } = this.#table();
    const top = element("tr", {}, ...head.map((name) => element("th", { scope: "col" }, name)));
    const body = rows.map((row) => element("tr", {}, ...row.map(cellOf)));
    this.#place.replaceChildren(element("table", {}, element("thead", {}, top), element("tbody", {}, ...body)));
  }
}

function cellOf(value: string | number | null, at: number): HTMLElement {
  const text = value === null ? "–" : typeof value === "number" ? plain(value) : value; // CSV has every digit
  return at ? element("td", {}, text) : element("th", { scope: "row" }, text);
}

/** A table as CSV (RFC 4180); a text that a spreadsheet would take for a formula is quoted as one is not. */
export function csv({ head, rows }: Table): string {
  return [head, ...rows].map((row) => `${row.map(field).join(",")}\r\n`).join("");
}

function field(value: string | number | null): string {
  if (value === null || typeof value === "number") return value === null ? "" : String(value);
  const safe = /^[=+\-@\t]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
