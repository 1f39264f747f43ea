// Parts: small pieces that several views are made of.

import { element } from "../page/dom.ts";

/** Set a text where it is another; a screen reader is not told twice. */
export function write(node: Element, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}

/** A list of facts, each with its name; what is left out is not shown. */
export function facts(rows: readonly (readonly [string, Node | string] | null)[]): HTMLDListElement {
  const shown = rows.filter((row) => row !== null);
  return element("dl", {}, ...shown.map(([name, fact]) => element("div", {}, element("dt", {}, name), element("dd", {}, fact))));
}

/** A button that does something; what comes to nothing is said by `failed`. */
export function action(label: string, work: () => void | Promise<void>, failed: (error: unknown) => void = () => {}, kind = "second"): HTMLButtonElement {
  const button = element("button", { type: "button", class: kind }, label);
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await work();
    } catch (error) {
      failed(error);
    }
    button.disabled = false;
  });
  return button;
}

/** An error in words. */
export const wordsOf = (error: unknown): string => capital(error instanceof Error && error.message ? error.message : "something went wrong in this page. Load it again.");

/** A text that starts with a capital letter. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A link to open, and a button that copies it. */
export function copyable(link: string): HTMLElement[] {
  const copied = element("span", { class: "quiet", role: "status" });
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(link);
    write(copied, "Copied.");
  };
  const button = action("Copy the link", copy, () => write(copied, "Select it and copy it by hand."));
  const address = element("a", { href: link, target: "_blank", rel: "noopener" }, link);
  return [element("p", { class: "address" }, address), element("div", { class: "row" }, button, copied)];
}
