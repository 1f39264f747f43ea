// Odds picture: what somebody might believe beforehand, and how far answers can move it, to drag or to step by keys.

import { element, shape } from "./dom.ts";
import { moved, tenths } from "./odds.ts";
import type { Words } from "./words.ts";

const SIZE = 240; // units of the square
const STEPS = 60;

/** A figure with a slider: the band between the least and the most that any belief can become. */
export function oddsPicture(words: Words, nats: number): HTMLElement {
  const marker = shape("line", { class: "marker", y1: 0, y2: SIZE });
  const [most, least] = [shape("circle", { class: "point", r: 5 }), shape("circle", { class: "point", r: 5 })];
  const svg = shape(
    "svg",
    { viewBox: `-42 -12 ${SIZE + 64} ${SIZE + 50}`, class: "odds", role: "img", "aria-labelledby": "odds-text" },
    ...axes(words),
    shape("path", { class: "band", d: band(nats) }),
    shape("line", { class: "same", x1: 0, y1: SIZE, x2: SIZE, y2: 0 }),
    marker,
    most,
    least,
  );
  const slider = element("input", { type: "range", id: "belief", min: 0, max: 100, step: 1, value: 50, dir: "ltr" });
  const text = element("p", { id: "odds-text", class: "said", role: "status" });
  const show = (): void => {
    const prior = Number(slider.value) / 100;
    const range = moved(prior, nats);
    const [low, high] = [tenths(range.least, Math.floor), tenths(range.most, Math.ceil)];
    for (const end of ["x1", "x2"]) marker.setAttribute(end, String(prior * SIZE));
    put(most, prior, range.most);
    put(least, prior, range.least);
    text.textContent = words.believed(words.percent(100 * prior), words.percent(low), words.percent(high));
    slider.setAttribute("aria-valuetext", text.textContent);
  };
  slider.addEventListener("input", show);
  drag(svg, slider, show);
  show();
  const label = element("label", { for: "belief" }, words.belief);
  return element("figure", { class: "picture" }, svg, element("figcaption", {}, text, label, slider, element("p", { class: "quiet" }, words.bandMeans)));
}

function put(point: SVGCircleElement, before: number, after: number): void {
  point.setAttribute("cx", String(before * SIZE));
  point.setAttribute("cy", String((1 - after) * SIZE));
}

/** The outline of the band: along the most, and back along the least. */
function band(nats: number): string {
  const priors = Array.from({ length: STEPS + 1 }, (_, step) => step / STEPS);
  const at = (prior: number, after: number): string => `${(prior * SIZE).toFixed(1)} ${((1 - after) * SIZE).toFixed(1)}`;
  const upper = priors.map((prior) => at(prior, moved(prior, nats).most));
  const lower = priors.map((prior) => at(prior, moved(prior, nats).least)).reverse();
  return `M${[...upper, ...lower].join("L")}Z`;
}

function axes(words: Words): SVGElement[] {
  const frame = shape("rect", { class: "frame", width: SIZE, height: SIZE });
  const ticks = [0, 50, 100].flatMap((share) => [
    shape("text", { x: (share / 100) * SIZE, y: SIZE + 16, "text-anchor": "middle" }, words.percent(share)),
    shape("text", { x: -6, y: (1 - share / 100) * SIZE + 4, "text-anchor": "end", direction: "ltr" }, words.percent(share)),
  ]);
  const name = shape("text", { x: SIZE / 2, y: SIZE + 33, "text-anchor": "middle", class: "axis" }, words.before);
  const other = shape("text", { x: 8, y: 16, class: "axis", direction: "ltr" }, words.after);
  return [frame, ...ticks, name, other];
}

/** Let a finger or a mouse move the belief by pointing into the picture. */
function drag(svg: SVGSVGElement, slider: HTMLInputElement, show: () => void): void {
  const point = (event: PointerEvent): void => {
    const matrix = svg.getScreenCTM();
    if (!matrix) return;
    const { x } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    slider.value = String(Math.round((100 * x) / SIZE));
    show();
  };
  svg.addEventListener("pointerdown", (event) => {
    svg.setPointerCapture(event.pointerId);
    point(event);
  });
  svg.addEventListener("pointermove", (event) => {
    if (svg.hasPointerCapture(event.pointerId)) point(event);
  });
}
