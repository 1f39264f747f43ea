// Key view: takes an API key; there is no form, so nothing is submitted, and nothing remembers it.

import { element } from "../page/dom.ts";
import { wordsOf, write } from "./parts.ts";

/** The field for a key, which the page has from the beginning; `use` says what a key is good for, or throws. */
export function keyView(why: string, use: (key: string) => Promise<void>): HTMLElement {
  const place = document.getElementById("enter") ?? keyFields();
  const [field, button, wrong] = ["#key", "#use", "#key-wrong"].map((name) => place.querySelector(name)!) as [HTMLInputElement, HTMLButtonElement, HTMLElement];
  write(wrong, why);
  const submit = async (): Promise<void> => {
    const key = field.value.trim();
    button.disabled = true;
    await use(key).catch((error: unknown) => {
      write(wrong, wordsOf(error));
      field.setAttribute("aria-invalid", "true");
      field.focus();
    });
    button.disabled = false;
  };
  button.onclick = () => void submit();
  field.onkeydown = ({ key }) => void (key === "Enter" && submit());
  return place;
}

function keyFields(): HTMLElement {
  const field = element("input", { id: "key", type: "text", class: "secret", autocomplete: "off", spellcheck: "false", "aria-describedby": "key-wrong key-about" });
  const about = "It stays in the memory of this page, and goes with it. A link to one survey that somebody shared with you needs no key.";
  return element(
    "section",
    { id: "enter", "aria-labelledby": "enter-heading" },
    element("h1", { id: "enter-heading" }, "Watch surveys"),
    element("label", { for: "key" }, "API key"),
    element("div", { class: "row" }, field, element("button", { type: "button", id: "use" }, "Look")),
    element("p", { id: "key-wrong", class: "wrong", role: "alert" }),
    element("p", { id: "key-about", class: "quiet" }, about),
  );
}
