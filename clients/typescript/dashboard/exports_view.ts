// Exports: the survey as files to keep, and the link at which people answer, with its QR code.

import { element, section, shape } from "../page/dom.ts";
import { wholeOf } from "../src/terms_message.ts";
import { Refusal, type Analyst } from "./analyst.ts";
import { csv } from "./data_table.ts";
import { save, svgText } from "./files.ts";
import type { Code, KeyMessage, Standing } from "./messages.ts";
import { action, copyable } from "./parts.ts";
import { SHARES } from "./shares_chart.ts";
import { ViewingView } from "./viewing_view.ts";

const BORDER = 4; // modules of light around a code, as its standard wants

export class ExportsView {
  readonly element: HTMLElement;
  readonly #analyst: Analyst;
  readonly #link = element("div", { class: "share" });
  #message: Standing | null = null;
  #shown: string | null = null;

  #all: object = {};

  /** `whole` is the id of a survey with groups, where all of it is kept and shared. */
  constructor(analyst: Analyst, key: KeyMessage, whole = "") {
    this.#analyst = analyst;
    const survey = (): string => whole || this.#message!.survey;
    const name = (end: string): string => `${survey()}.${end}`;
    const files = element(
      "div",
      { class: "row" },
      action("Survey as JSON", () => save(name("json"), "application/json", `${JSON.stringify(this.#all, null, 2)}\n`)),
      ...(whole ? [] : [action("Shares as CSV", () => save(name("csv"), "text/csv;charset=utf-8", csv(SHARES.table({ message: this.#message!, whole: true }))))]),
    );
    const more = element("p", { class: "quiet" }, "Every chart above has its own CSV, SVG and PNG. No person’s answer is in any of them.");
    const viewing = key.reading ? [] : [new ViewingView(analyst, survey).element];
    this.element = section("exports", "Keep and share", files, more, this.#link, ...viewing);
  }

  /** `all` is what the JSON holds. */
  update(message: Standing, all: object = message): void {
    [this.#message, this.#all] = [message, all];
    const answered = message.terms.groups ? wholeOf(message.survey) : message.survey;
    const link = message.link ?? `${this.#analyst.base}/answer/${answered}#${message.hash}`; // where this page was reached
    if (this.#shown === link) return;
    this.#shown = link;
    void this.#show(message, link);
  }

  async #show({ survey, access }: Standing, link: string): Promise<void> {
    if (access === "invitation") return this.#link.replaceChildren(element("p", {}, "People answer by invitation: each has a link of their own (lowwater survey invite)."));
    this.#link.replaceChildren(element("div", {}, element("h3", {}, "People answer at"), ...copyable(link)));
    const code = await this.#analyst.get<Code>(`/v1/surveys/${survey}/qr`).catch((error: unknown) => (error instanceof Refusal ? null : Promise.reject(error)));
    if (code?.link === link && this.#shown === link) this.#link.append(codeView(code, survey));
  }
}

/** A QR code, dark on light whatever lies behind it. */
function codeView(code: Code, survey: string): HTMLElement {
  const rows = code.rows.split("\n");
  const size = rows.length + 2 * BORDER;
  const dark = rows.flatMap((row, y) => [...row.matchAll(/1+/g)].map((run) => `M${run.index + BORDER} ${y + BORDER}h${run[0].length}v1h-${run[0].length}z`)).join("");
  const svg = shape(
    "svg",
    { viewBox: `0 0 ${size} ${size}`, class: "code", role: "img", "aria-label": "QR code of the answer link", "shape-rendering": "crispEdges" },
    shape("rect", { width: size, height: size, fill: "#fff" }),
    shape("path", { d: dark, fill: "#000" }),
  );
  const file = action("QR code as SVG", () => save(`${survey}-code.svg`, "image/svg+xml", svgText(svg)));
  return element("figure", { class: "code-figure" }, svg, element("figcaption", {}, file));
}
