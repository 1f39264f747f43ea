// What analysts send and read: no device needs these messages, so they are here, to replay their vectors.

import { BadPlan } from "../src/errors.ts";
import { double, flag, listOf, object, oneOf, optional, text, whole, type Reader } from "../src/fields.ts";
import { inner, kind, version, type Kind } from "../src/message.ts";
import { SurveyMessage, TermsMessage } from "../src/terms_message.ts";
import { checkTexts, TextsMessage } from "../src/texts_message.ts";

const DAY = 86_400;
const LONGEST = 1e9;

const state = oneOf("gathering", "open", "paused", "finished", "closed");
const recruiting = oneOf("rolling", "enrolled");
const access = oneOf("open", "invitation");
const texts = { title: text, question: text, unit: text, asker: text, contact: text, purpose: text, language: text };
const doubles = listOf(double);
const share = { low: optional(double), high: optional(double), confidence: optional(double) };

const PLAIN_RULES = kind(
  "Rules",
  { recruiting, access, issuer: text, lease: double, span: double, least: whole, extensions: whole, keep_names: double, keep_tallies: double },
  undefined,
  { recruiting: "rolling", access: "open", issuer: "", lease: 60, span: DAY, least: 1, extensions: 1, keep_names: 30 * DAY, keep_tallies: 3650 * DAY },
);

/** Rules refuse by an error of their own, BadPlan. */
export const Rules: Kind<ReturnType<typeof PLAIN_RULES.read>> = {
  name: "Rules",
  read: (value) => {
    const rules = PLAIN_RULES.read(value);
    const { issuer, lease, span, least, extensions, keep_names, keep_tallies } = rules;
    const kept = keep_names >= 0 && keep_names <= keep_tallies && keep_tallies < LONGEST;
    const timed = lease > 0 && lease < LONGEST && span > 0 && span < LONGEST && least >= 1 && extensions >= 0;
    const invited = (rules.access === "invitation") === /^[0-9a-f]{64}$/.test(issuer) && (issuer === "" || rules.access === "invitation");
    if (!kept || !timed || !invited) throw new BadPlan("rules that contradict themselves");
    return rules;
  },
};

export const OpenMessage = kind(
  "OpenMessage",
  { plan: object, rules: inner(Rules), ...texts, translations: listOf(inner(TextsMessage)), closes: optional(whole) },
  (message) => [message, ...message.translations].forEach(checkTexts),
  {
    rules: Rules.read(new Map()),
    question: "What is your number?",
    unit: "",
    asker: "",
    contact: "",
    purpose: "",
    language: "en",
    translations: [],
    closes: null,
  },
);

export const SurveysMessage = kind("SurveysMessage", { surveys: listOf(inner(SurveyMessage)), next: optional(text), version });
export const LifecycleMessage = kind("LifecycleMessage", { survey: text, title: text, state, statement: text, version });
export const AskedMessage = kind("AskedMessage", {
  round: whole,
  number: whole,
  thresholds: listOf(double),
  places: whole,
  answered: whole,
  counts: optional(listOf(whole)),
});
export const PointMessage = kind("PointMessage", { threshold: double, people: whole, share: double, low: double, high: double });
export const FewMessage = kind("FewMessage", { share: double, threshold: double });
export const CertainMessage = kind("CertainMessage", {
  somebody: optional(double),
  sure: optional(double),
  few: listOf(inner(FewMessage)),
  least: optional(double),
  most: optional(double),
  confidence: optional(double),
  band: listOf(inner(PointMessage)),
  whom: oneOf("population", "unasked", "answered"),
});
export const FittedMessage = kind("FittedMessage", {
  ...share,
  assumes: text,
  withheld: text,
  curve: listOf(doubles),
  posterior: listOf(doubles),
});
export const EstimateMessage = kind("EstimateMessage", {
  value: double,
  cell: doubles,
  level: double,
  loss: optional(double),
  direction: oneOf("minimum", "maximum"),
  quantile: optional(double),
  certain: inner(CertainMessage),
  fitted: inner(FittedMessage),
  likely_error: optional(double),
  what_next: text,
  simulated: flag,
  caveats: listOf(text),
});
export const StandingMessage = kind("StandingMessage", {
  survey: text,
  title: text,
  state,
  statement: text,
  recruiting,
  access,
  search: text,
  people: whole,
  rounds: whole,
  round: whole,
  deadline: double,
  opened: double,
  ended: optional(double),
  reveals: text,
  terms: inner(TermsMessage),
  hash: text,
  rules: inner(Rules),
  plan: object,
  estimate: inner(EstimateMessage),
  questions: listOf(inner(AskedMessage)),
  version,
});
export const TallyMessage = kind("TallyMessage", { number: whole, counts: listOf(whole) });
export const EventMessage = kind("EventMessage", {
  survey: text,
  number: whole,
  kind: oneOf(
    "opened",
    "begun",
    "deserted",
    "extended",
    "tallied",
    "starved",
    "finished",
    "paused",
    "resumed",
    "closed",
    "forgotten",
  ),
  time: double,
  people: optional(whole),
  round: optional(whole),
  tallies: optional(listOf(inner(TallyMessage))),
  estimate: optional(double),
  statement: optional(text),
} satisfies Record<string, Reader<unknown>>);
export const ArrivalsMessage = kind("ArrivalsMessage", { time: double, outcome: text, answers: whole });
