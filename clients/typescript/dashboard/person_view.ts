// Person: what one person reveals at most: how far an even guess about them can move.

import { element, section, shape } from "../page/dom.ts";
import { moved, tenths } from "../page/odds.ts";
import { mostRevealed } from "../page/terms_view.ts";
import type { Standing } from "./messages.ts";
import { capital, write } from "./parts.ts";
import { format } from "./wording.ts";

const [WIDTH, HEIGHT, BAR] = [320, 62, 14];

export class PersonView {
  readonly element: HTMLElement;
  readonly #words = element("p");
  readonly #picture = element("div");
  #loss = -1;

  constructor() {
    const rest = element("p", { class: "quiet" }, "This bounds all answers of one person together, whoever looks at them and whatever they know. The number itself never leaves its device.");
    this.element = section("person", "What one person reveals", this.#picture, this.#words, rest);
  }

  update({ reveals, terms }: Standing): void {
    write(this.#words, `${capital(reveals)}.`);
    const loss = mostRevealed(terms);
    if (loss === this.#loss) return;
    this.#loss = loss;
    this.#picture.replaceChildren(meter(loss / 1e9));
  }
}

/** A scale from 0 to 100 %, an even guess in its middle, and how far answers that reveal at most `nats` can move it. */
function meter(nats: number): SVGSVGElement {
  const { least, most } = moved(0.5, nats);
  const [low, high] = [tenths(least, Math.floor), tenths(most, Math.ceil)];
  const x = (share: number): number => 10 + (share / 100) * (WIDTH - 20);
  const write = (share: number, y: number, anchor: string): SVGElement => shape("text", { x: x(share), y, "text-anchor": anchor }, `${format.number(share)} %`);
  const says = `An even guess about a person, 50 %, becomes at least ${low} % and at most ${high} %.`;
  return shape(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "meter", role: "img", "aria-label": says },
    shape("rect", { class: "track", x: x(0), y: 24, width: WIDTH - 20, height: BAR, rx: BAR / 2 }),
    shape("rect", { class: "reach", x: x(low), y: 24, width: x(high) - x(low), height: BAR, rx: 3 }),
    shape("line", { class: "guess", x1: x(50), x2: x(50), y1: 20, y2: 28 + BAR }),
    shape("text", { x: x(50), y: 13, "text-anchor": "middle" }, "an even guess"),
    write(low, HEIGHT - 6, low < 12 ? "start" : "middle"),
    write(high, HEIGHT - 6, high > 88 ? "end" : "middle"),
  );
}
