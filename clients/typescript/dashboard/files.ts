// Files: what the page hands out to be kept: text, and charts as SVG and PNG, made here from what is drawn.

import { element, shape } from "../page/dom.ts";

const SHAPES = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linejoin", "opacity"];
const TEXTS = ["fill", "stroke", "stroke-width", "paint-order", "font-size", "font-family"];
const SCALE = 2; // pixels of a PNG for each unit of its chart

/** Let the browser save a file. */
export function save(name: string, type: string, content: string | Blob): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** A chart as a document of its own: the style sheet is not there, so every shape gets what it was drawn with. */
export function svgText(chart: SVGSVGElement): string {
  const copy = chart.cloneNode(true) as SVGSVGElement;
  const [drawn, copied] = [chart, copy].map((each) => [...each.querySelectorAll<SVGElement>(":not(title, desc)")]) as [SVGElement[], SVGElement[]];
  drawn.forEach((each, at) => copyStyle(each, copied[at]!));
  const { width, height } = chart.viewBox.baseVal;
  const paper = getComputedStyle(chart.closest("section") ?? chart).backgroundColor;
  copy.prepend(shape("rect", { x: 0, y: 0, width, height, fill: paper }));
  for (const [name, value] of Object.entries({ width, height, xmlns: "http://www.w3.org/2000/svg" })) copy.setAttribute(name, String(value));
  return new XMLSerializer().serializeToString(copy);
}

function copyStyle(from: Element, to: Element): void {
  const style = getComputedStyle(from);
  for (const name of from.tagName === "text" ? TEXTS : SHAPES) to.setAttribute(name, style.getPropertyValue(name));
  to.removeAttribute("class");
}

/** A chart as a PNG. */
export async function png(chart: SVGSVGElement): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svgText(chart)], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = element("canvas", { width: SCALE * image.width, height: SCALE * image.height });
    canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"));
  } finally {
    URL.revokeObjectURL(address);
  }
}
