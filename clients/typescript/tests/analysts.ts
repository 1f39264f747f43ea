// What analysts send and read: no device needs these messages, so they are here, to replay their vectors.

import { BadMessage, BadPlan } from "../src/errors.ts";
import { double, listOf, oneOf, optional, text, whole, type Reader } from "../src/fields.ts";
import { inner, kind, version, type Kind } from "../src/message.ts";
import { parse, type Json } from "../src/strict_json.ts";
import { SurveyMessage, TermsMessage } from "../src/terms_message.ts";
import { line, TEXTS, TextsMessage } from "../src/texts_message.ts";
import { plain } from "./plain.ts";

const DAY = 86_400;
const LONGEST = 1e9;

const state = oneOf("gathering", "open", "paused", "finished", "closed");
const recruiting = oneOf("rolling", "enrolled");
const access = oneOf("open", "invitation");
const doubles = listOf(double);
const share = { low: optional(double), high: optional(double), confidence: optional(double) };

const flag: Reader<boolean> = (name, value) => {
  if (typeof value !== "boolean") throw new BadMessage(`${name} is no flag`);
  return value;
};
const object: Reader<object> = (name, value) => {
  if (!(value instanceof Map)) throw new BadMessage(`${name} is no object`);
  return plain(value) as object;
};

/** A kind some of whose fields may be left out. */
function withDefaults<M>(of: Kind<M>, defaults: object): Kind<M> {
  const values = parse(JSON.stringify(defaults)) as ReadonlyMap<string, Json>;
  return (value) => of(value instanceof Map ? new Map([...values, ...value]) : value);
}

const RULES = { recruiting: "rolling", access: "open", issuer: "", lease: 60, span: DAY, least: 1, extensions: 1, keep_names: 30 * DAY, keep_tallies: 3650 * DAY };
const PLAIN_RULES = withDefaults(
  kind({ recruiting, access, issuer: text, lease: double, span: double, least: whole, extensions: whole, keep_names: double, keep_tallies: double }),
  RULES,
);

/** Rules refuse by an error of their own, BadPlan. */
export const Rules: typeof PLAIN_RULES = (value) => {
  const rules = PLAIN_RULES(value);
  const { issuer, lease, span, least, extensions, keep_names, keep_tallies } = rules;
  const kept = keep_names >= 0 && keep_names <= keep_tallies && keep_tallies < LONGEST;
  const timed = lease > 0 && lease < LONGEST && span > 0 && span < LONGEST && least >= 1 && extensions >= 0;
  const invited = (rules.access === "invitation") === /^[0-9a-f]{64}$/.test(issuer) && (issuer === "" || rules.access === "invitation");
  if (!kept || !timed || !invited) throw new BadPlan("rules that contradict themselves");
  return rules;
};

const OPEN = { plan: object, rules: inner(Rules), ...TEXTS, translations: listOf(inner(TextsMessage)), closes: optional(whole) };
const UNSAID = { rules: RULES, question: "What is your number?", unit: "", asker: "", contact: "", purpose: "", language: "en", translations: [], closes: null };
const GROUPLESS = withDefaults(kind(OPEN), UNSAID);
export const GroupOpenMessage = withDefaults(
  kind({ ...OPEN, groups: listOf(line(1, 60)), hidden: flag, plans: listOf(object) }, ({ groups, plans }) => {
    if (!groups.length || groups.length > 100 || new Set(groups).size < groups.length) throw new BadMessage("no list of groups");
    if (plans.length && plans.length !== groups.length) throw new BadMessage("not a plan for each group");
  }),
  { ...UNSAID, hidden: false, plans: [] },
);
export const OpenMessage: Kind<object> = (value) => (value instanceof Map && value.has("groups") ? GroupOpenMessage : GROUPLESS)(value);

export const SurveysMessage = kind({ surveys: listOf(inner(SurveyMessage)), next: optional(text), version });
export const LifecycleMessage = kind({ survey: text, title: text, state, statement: text, version });
export const AskedMessage = kind({
  round: whole,
  index: whole,
  thresholds: listOf(double),
  places: whole,
  answered: whole,
  counts: optional(listOf(whole)),
  withheld: flag,
});
export const PointMessage = kind({ threshold: double, people: whole, share: double, low: double, high: double });
export const FewMessage = kind({ share: double, threshold: double });
export const CertainMessage = kind({
  somebody: optional(double),
  sure: optional(double),
  few: listOf(inner(FewMessage)),
  least: optional(double),
  most: optional(double),
  confidence: optional(double),
  band: listOf(inner(PointMessage)),
  whom: oneOf("population", "unasked", "answered"),
});
export const FittedMessage = kind({
  ...share,
  assumes: text,
  withheld: text,
  curve: listOf(doubles),
  posterior: listOf(doubles),
});
export const EstimateMessage = kind({
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
export const HealthMessage = kind({
  state: oneOf("fresh", "waiting", "stalled", "too few", "paused", "over"),
  words: text,
  last_answer: optional(double),
});
export const AnswersMessage = kind({ got: whole, needed: whole });
export const ForecastMessage = kind({ error: double, assumes: text });
export const StandingMessage = kind({
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
  health: inner(HealthMessage),
  answers: inner(AnswersMessage),
  expected_end: optional(double),
  statements: (name, value) => (Object.values(object(name, value)).forEach((each) => text(name, each)), object(name, value)),
  forecast: optional(inner(ForecastMessage)),
  link: optional(text),
  version,
} satisfies Record<string, Reader<unknown>>);
export const TallyMessage = kind({
  index: whole,
  thresholds: doubles,
  answers: whole,
  counts: optional(listOf(whole)),
  withheld: flag,
});
export const EventMessage = kind({
  survey: text,
  number: whole,
  position: whole,
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
  cell: optional(doubles),
  limits: optional(doubles),
  statement: optional(text),
} satisfies Record<string, Reader<unknown>>);
export const ArrivalsMessage = kind({ time: double, outcome: text, answers: whole });
export const EventLine = kind({ event: inner(EventMessage), kind: oneOf("event") });
export const ProgressLine = kind({
  survey: text,
  state,
  round: whole,
  places: whole,
  answered: whole,
  rate: double,
  deadline: double,
  time: double,
  kind: oneOf("progress"),
});
export const BeatLine = kind({ time: double, position: whole, kind: oneOf("beat") });
export const KeyMessage = kind({ name: text, survey: optional(text), reading: flag, version });
export const ShareMessage = withDefaults(kind({ name: text }), { name: "" });
export const SharedMessage = kind({ name: text, survey: text, key: text, version });
export const TailMessage = withDefaults(kind({ alpha: double, width: optional(double) }), { alpha: 1, width: null });
const OPTIONS = {
  search: optional(text),
  direction: optional(oneOf("minimum", "maximum")),
  quantile: optional(double),
  step: optional(double),
  rule: optional(text),
  alpha: optional(double),
  h: optional(double),
  level: optional(text),
  choices: optional(whole),
  rounds: optional(whole),
  questions: optional(whole),
  tail: optional(inner(TailMessage)),
  after: optional(inner(EstimateMessage)),
};
const NONE = Object.fromEntries(Object.keys(OPTIONS).map((name) => [name, null]));
export const PlanMessage = withDefaults(
  kind(
    { people: whole, epsilon: double, domain: doubles, ...OPTIONS, dropout: double, outside: oneOf("refuse", "clamp"), settle: flag, anyway: flag },
    ({ domain }) => {
      if (domain.length !== 2) throw new BadMessage("a domain has two ends");
    },
  ),
  { ...NONE, dropout: 0, outside: "refuse", settle: true, anyway: false },
);
export const NeededMessage = kind({ error: double, people: whole });
export const RefusalMessage = kind({ reason: text, reasons: listOf(text), people: listOf(inner(NeededMessage)) });
export const PlannedMessage = kind({
  plan: optional(object),
  forecast: optional(inner(ForecastMessage)),
  reveals: optional(text),
  why: optional(text),
  caveats: listOf(text),
  refusal: optional(inner(RefusalMessage)),
  version,
});
export const PreviewMessage = kind({ terms: inner(TermsMessage), hash: text, version });
