// Link view: a field for a link, on a copy of the page that another host serves; the link itself leads to the server.

import { link } from "../src/link.ts";
import { element } from "./dom.ts";
import type { Words } from "./words.ts";

/** A field that takes the link to a survey of `server`, and hands on the fragment that leads to it here. */
export function linkView(words: Words, server: string, open: (fragment: string) => void): HTMLElement {
  const field = element("input", { id: "link", type: "text", autocomplete: "off", spellcheck: "false", dir: "ltr" });
  const button = element("button", { type: "button" }, words.open);
  const wrong = element("p", { class: "wrong", role: "alert" });
  const submit = (): void => {
    const fragment = fragmentOf(field.value, server);
    if (fragment) return open(fragment);
    wrong.textContent = words.trouble.noLink;
    field.focus();
  };
  button.addEventListener("click", submit);
  field.addEventListener("keydown", ({ key }) => {
    if (key === "Enter") submit();
  });
  return element("div", {}, element("label", { for: "link" }, words.paste), element("div", { class: "row" }, field, button), wrong);
}

function fragmentOf(text: string, server: string): string | null {
  try {
    const { server: named, survey, hash, invitation } = link(text);
    return named === server ? `#${survey}/${hash}${invitation === null ? "" : `.${invitation}`}` : null;
  } catch {
    return null;
  }
}
