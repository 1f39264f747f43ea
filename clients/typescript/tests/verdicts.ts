// node verdicts.ts: read cases as lines of JSON, and print for each what this client makes of it, for Python to compare.

import { createInterface } from "node:readline";

import { address } from "../src/address.ts";
import * as answers from "../src/answer_messages.ts";
import { canonical } from "../src/canonical.ts";
import { admit, checkDomain, truth as truthOf } from "../src/domain.ts";
import { nats } from "../src/epsilon.ts";
import { LowwaterError } from "../src/errors.ts";
import { hashIn, nameOf } from "../src/invitations.ts";
import { link } from "../src/link.ts";
import { decode, encode } from "../src/message.ts";
import { chance, epsilon, factor } from "../src/odds.ts";
import { lossOf, randomize } from "../src/randomizer.ts";
import { Respondent } from "./respondent.ts";
import { parse } from "../src/strict_json.ts";
import * as terms from "../src/terms_message.ts";
import { TextsMessage } from "../src/texts_message.ts";
import * as analysts from "./analysts.ts";
import { plain } from "./plain.ts";
import * as sent from "./sent.ts";

const KINDS: Record<string, any> = { ...answers, ...sent, ...terms, ...analysts, TextsMessage };
const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, "hex"));

const VERDICTS: Record<string, (given: any) => unknown> = {
  message: ({ kind, hex }) => encode(decode(KINDS[kind], bytes(hex))),
  json: ({ hex }) => canonical(plain(parse(bytes(hex)))),
  table: ({ table, truth, coins }) => {
    return [lossOf(table), randomize(table, truth, bytes(coins))];
  },
  domain: ({ lo, hi, direction, step, outside, value, thresholds }) => {
    const domain = { lo, hi, direction, step, outside };
    checkDomain(domain);
    return truthOf(domain, admit(domain, value), thresholds);
  },
  address: ({ text }) => address(text),
  link: ({ text }) => Object.values(link(text)),
  invitation: ({ text }) => [hashIn(text), nameOf(text)],
  nats: ({ text }) => epsilon(text),
  loss: ({ nano }) => [nats(nano), factor(nano), chance(nano)],
  answers: ({ terms: text, value, questions, coins }) => {
    const heap = [...coins];
    const message = decode<terms.TermsMessage>(terms.TermsMessage, text);
    const respondent = new Respondent(value, message, () => bytes(heap.shift()));
    const said = questions.map((asked: string) =>
      verdict(() => respondent.respond(decode<answers.QuestionMessage>(answers.QuestionMessage, asked))),
    );
    return [said, respondent.spent];
  },
};

/** What came of it: a value, or the name of the error; an error that is not ours is a finding by itself. */
function verdict(act: () => unknown): unknown {
  try {
    return { value: act() };
  } catch (error) {
    return { error: error instanceof LowwaterError ? error.name : `${error}` };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const given = JSON.parse(line);
  process.stdout.write(`${JSON.stringify(verdict(() => VERDICTS[given.what]!(given)))}\n`);
}
