// Forecast view: what a survey could find, or why it cannot work, for everybody or for each of its groups.

import { element } from "../page/dom.ts";
import type { Planned } from "./messages.ts";
import { action, facts } from "./parts.ts";
import type { GroupPlanned } from "./wizard_groups.ts";
import { count, rough, several } from "./wording.ts";

type Take = (people: number) => void;

/** What was planned, in words; `take` is told a number of people that would do. */
export function forecastView(planned: readonly GroupPlanned[], take: Take): HTMLElement[] {
  const [only] = planned;
  if (only && !only.name) return only.planned.plan ? foreseen(only.planned) : refused(only.planned, 1, take);
  const bad = planned.filter(({ planned: { plan } }) => !plan);
  const rows = facts(planned.map(({ name, people, planned: each }) => [name, each.plan ? `${errorOf(each)}, with ${count(people)} people` : `cannot work with ${count(people)} people`]));
  const why = bad.flatMap(({ name, share, planned: each }) => [element("p", {}, element("strong", { dir: "auto" }, name)), ...refused(each, share, take)]);
  const assumes = planned.find(({ planned: { forecast } }) => forecast)?.planned.forecast?.assumes;
  const rest = assumes ? [element("p", { class: "quiet" }, `If ${assumes}, in every group.`)] : [];
  return [element("p", { class: "goal" }, "Forecast error of each group"), rows, ...rest, ...why];
}

const errorOf = ({ forecast }: Planned): string => (forecast ? rough(forecast.error) : "unknown");

function foreseen({ plan, forecast, caveats }: Planned): HTMLElement[] {
  const figure = element("p", { class: "figure" }, element("strong", {}, forecast ? rough(forecast.error) : "unknown"));
  const assumes = element("p", { class: "quiet" }, forecast ? `If ${forecast.assumes}.` : "This plan has no forecast.");
  const rows = facts([
    ["Search", `${plan!.search}: ${plan!.why}`],
    ["Rounds", `${count(plan!.rounds)}, ${several(Math.floor(plan!.people / plan!.rounds), "person").replace("persons", "people")} each on average`],
  ]);
  return [element("p", { class: "goal" }, "Forecast error"), figure, assumes, ...caveats.map((caveat) => element("p", { class: "bad" }, caveat)), rows];
}

/** Why it cannot work, and buttons with numbers of people that would do, where `share` of them are in the group. */
function refused({ refusal }: Planned, share: number, take: Take): HTMLElement[] {
  const reasons = (refusal?.reasons.length ? refusal.reasons : [refusal?.reason ?? "This cannot work."]).map((reason) => element("p", { class: "bad" }, `This cannot work: ${reason}.`));
  const ways = (refusal?.people ?? []).map(({ error, people }) => {
    const all = Math.ceil(people / share);
    return action(`${count(all)} people: off by about ${rough(error)}`, () => take(all));
  });
  return ways.length ? [...reasons, element("p", {}, "What would do:"), element("div", { class: "row" }, ...ways)] : reasons;
}
