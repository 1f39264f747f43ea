// DOM: elements made one by one; nothing is ever parsed from text, so no text can become markup.

const SVG = "http://www.w3.org/2000/svg";

type Attributes = Readonly<Record<string, string | number | boolean>>;
type Child = Node | string;

/** An HTML element; an attribute that is true is set, one that is false is left out. */
export function element<K extends keyof HTMLElementTagNameMap>(name: K, attributes: Attributes = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  return filled(document.createElement(name), attributes, children);
}

/** An SVG element. */
export function shape<K extends keyof SVGElementTagNameMap>(name: K, attributes: Attributes = {}, ...children: Child[]): SVGElementTagNameMap[K] {
  return filled(document.createElementNS(SVG, name) as SVGElementTagNameMap[K], attributes, children);
}

function filled<E extends Element>(made: E, attributes: Attributes, children: Child[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children);
  return made;
}

/** A section with a heading of its own, by which it is named. */
export function section(id: string, heading: string, ...children: Child[]): HTMLElement {
  return element("section", { id, "aria-labelledby": `${id}-heading` }, element("h2", { id: `${id}-heading` }, heading), ...children);
}
