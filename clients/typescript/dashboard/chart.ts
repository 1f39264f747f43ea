// Chart: a section with a heading, what it shows in words, the drawing, its files, and the table behind it.

import { element, section, shape } from "../page/dom.ts";
import { csv, DataTable, type Table } from "./data_table.ts";
import { png, save, svgText } from "./files.ts";
import { perFrame } from "./frames.ts";

/** A drawing of a given width: its shapes, its height, and what somebody hears who does not see it. */
export interface Drawing {
  readonly height: number;
  readonly shapes: readonly SVGElement[];
  readonly says: string;
}

export interface ChartKind<D> {
  readonly id: string;
  readonly heading: string;
  readonly about: string;
  /** The drawing of the data; null where there is nothing to draw yet. */
  readonly draw: (data: D, width: number) => Drawing | null;
  readonly table: (data: D) => Table;
  readonly nothing: string;
}

const NARROW = 300;

export class Chart<D> {
  readonly element: HTMLElement;
  readonly table: DataTable;
  /** The buttons below the drawing. */
  readonly tools = element("div", { class: "files" });
  readonly #kind: ChartKind<D>;
  readonly #svg: SVGSVGElement;
  readonly #figure = element("figure", { class: "chart" });
  readonly #nothing: HTMLElement;
  readonly #shown: readonly HTMLElement[];
  readonly #redraw: () => void;
  #data: D | null = null;

  constructor(kind: ChartKind<D>, ...legend: HTMLElement[]) {
    this.#kind = kind;
    this.#svg = shape("svg", { role: "img", "aria-labelledby": `${kind.id}-title ${kind.id}-says` });
    this.#nothing = element("p", { class: "empty" }, kind.nothing);
    this.table = new DataTable(kind.heading, () => kind.table(this.#data!));
    for (const [name, work] of Object.entries(this.#saves())) {
      const button = element("button", { type: "button", class: "small", "aria-label": `${name}: ${kind.heading}` }, name);
      button.addEventListener("click", () => void work());
      this.tools.append(button);
    }
    this.#figure.append(this.#svg);
    const foot = element("div", { class: "foot" }, this.table.element, this.tools);
    this.element = section(kind.id, kind.heading, element("p", { class: "quiet" }, kind.about), ...legend, this.#nothing, this.#figure, foot);
    this.#shown = [...legend, this.#figure, this.tools, this.table.element];
    this.#redraw = perFrame(() => this.#draw());
    new ResizeObserver(this.#redraw).observe(this.element);
  }

  update(data: D): void {
    this.#data = data;
    this.#redraw();
    this.table.update();
  }

  #draw(): void {
    if (this.#data === null || !this.element.isConnected) return;
    const style = getComputedStyle(this.element); // the figure itself has no width while there is nothing to draw
    const width = Math.max(NARROW, Math.floor(this.element.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)));
    const drawing = this.#kind.draw(this.#data, width);
    this.#nothing.hidden = drawing !== null;
    for (const part of this.#shown) part.hidden = drawing === null;
    if (!drawing) return;
    const { id, heading } = this.#kind;
    this.#svg.setAttribute("viewBox", `0 0 ${width} ${drawing.height}`);
    const names = [shape("title", { id: `${id}-title` }, heading), shape("desc", { id: `${id}-says` }, drawing.says)];
    this.#svg.replaceChildren(...names, ...drawing.shapes);
  }

  #saves(): Record<string, () => void | Promise<void>> {
    const { id, table } = this.#kind;
    return {
      CSV: () => save(`${id}.csv`, "text/csv;charset=utf-8", csv(table(this.#data!))),
      SVG: () => save(`${id}.svg`, "image/svg+xml", svgText(this.#svg)),
      PNG: async () => save(`${id}.png`, "image/png", await png(this.#svg)),
    };
  }
}

/** A legend: what each sign means, told in words and not by its colour alone. */
export function legend(signs: Readonly<Record<string, string>>): HTMLElement {
  const items = Object.entries(signs).map(([name, meaning]) => element("li", {}, element("span", { class: `sign ${name}` }), meaning));
  return element("ul", { class: "legend", role: "list" }, ...items);
}
