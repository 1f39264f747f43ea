// Dialog: asks before something is done that cannot be undone.

import { element } from "../page/dom.ts";
import { action } from "./parts.ts";

/** Whether somebody agrees; the browser keeps the focus inside, and Escape means no. */
export function confirmed(heading: string, words: string, yes: string): Promise<boolean> {
  return new Promise((resolve) => {
    const title = element("h2", { id: "dialog-heading" }, heading);
    const dialog = element("dialog", { "aria-labelledby": "dialog-heading" }, title, element("p", {}, words));
    const end = (agreed: boolean) => (): void => {
      resolve(agreed);
      dialog.close();
    };
    const no = action("Cancel", end(false));
    dialog.append(element("div", { class: "row" }, action(yes, end(true), undefined, "danger"), no));
    dialog.addEventListener("close", () => (resolve(false), dialog.remove()));
    document.body.append(dialog);
    dialog.showModal();
    no.focus();
  });
}
