// A real server on this machine, told what to say; a small honest survey on it; and time that passes when told to.

import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";

import type { PlaceMessage, QuestionMessage } from "../src/answer_messages.ts";
import { Device, type DeviceOptions } from "../src/device.ts";
import { Http, type HttpOptions } from "../src/http.ts";
import type { Ledger } from "../src/ledger.ts";
import { decode, encode, VERSION } from "../src/message.ts";
import { lossOf, type Table } from "../src/randomizer.ts";
import { openLedger } from "../src/sqlite_file.ts";
import { hashOf, type SurveyMessage, type TermsMessage } from "../src/terms_message.ts";
import { CheckInMessage, PostedMessage } from "./sent.ts";

export const NANO = 1_000_000_000;

/** Randomized response of about one nat, the half of it, and a nano-nat too much. */
export const COIN = binary(2_422_408_970_132_804);
export const CHEAP = binary(3_400_519_082_113_072);
export const DEAR = binary(2_422_408_970_132_804 - 1_000_000_000);
export const HONEST: Table = [
  [2 ** 53, 0],
  [0, 2 ** 53],
];

/** A table, and what an answer by it loses. */
export interface Randomizer {
  readonly table: Table;
  readonly loss: number;
}

function binary(flip: number): Randomizer {
  const keep = 2 ** 53 - flip;
  const table = [
    [keep, flip],
    [flip, keep],
  ];
  return { table, loss: lossOf(table) };
}

/** The question whether the number is at most `threshold`. */
export const asked = (round: number, threshold: number = 4, { table }: Randomizer = COIN): QuestionMessage => ({
  ...{ round, index: 0, thresholds: [threshold], table, version: VERSION },
});

/** What a server was sent. */
export interface Heard {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** What a server says; with `lost` it hangs up instead. */
export interface Reply {
  readonly status?: number;
  readonly body?: string | Buffer;
  readonly headers?: Record<string, string>;
  readonly lost?: boolean;
}

export const say = (message: object): Reply => ({ body: encode(message), headers: { "Content-Type": "application/json" } });

export const problem = (kind: string, status: number = 409, more: object = {}): Reply => ({
  status,
  body: JSON.stringify({ type: `https://lowwater.example/problems/${kind}`, title: kind, status, ...more }),
  headers: { "Content-Type": "application/problem+json" },
});

/** A server that answers as it is told, and keeps what it was sent. */
export class Host {
  readonly seen: Heard[] = [];
  answer: (heard: Heard) => Reply = () => ({ status: 404 });
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  static async open(t: TestContext): Promise<Host> {
    const host = new Host();
    await new Promise<void>((resolve) => host.#server.listen(0, "127.0.0.1", resolve));
    t.after(() => {
      host.#server.closeAllConnections();
      host.#server.close();
    });
    return host;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await request.toArray()).join("");
    const heard = { method: request.method!, path: request.url!, headers: request.headers, body };
    this.seen.push(heard);
    const { status = 200, body: text = "", headers = {}, lost = false } = this.answer(heard);
    if (lost) return void request.socket.destroy();
    response.writeHead(status, headers).end(text);
  }
}

/** A small honest survey: each name is asked its questions in turn, and each answer counts once. */
export class Survey {
  readonly name: string;
  readonly questions: QuestionMessage[];
  readonly places: PlaceMessage[] = [];
  readonly fates: Reply[] = [];
  readonly checkIns: CheckInMessage[] = [];
  readonly posted: PostedMessage[] = [];
  readonly counted = new Map<string, string>();
  terms: TermsMessage;
  access: SurveyMessage["access"] = "open";

  constructor(name: string = "youngest", answers: number = 1) {
    const { loss, table } = COIN;
    this.name = name;
    const texts = [{ title: "How old?", question: "What is your number?", unit: "", asker: "", contact: "", purpose: "", language: "en" }];
    this.terms = {
      ...{ lo: 0, hi: 8, direction: "minimum", step: null, quantile: null, outside: "refuse" },
      ...{ answers, loss, grant: loss * answers, keep_names: 0, keep_tallies: 0, closes: null, texts, version: VERSION },
    };
    this.questions = Array.from({ length: answers }, (_, round) => ({ round, index: 0, thresholds: [4], table, version: VERSION }));
  }

  get message(): SurveyMessage {
    const { name: survey, terms, access } = this;
    return { survey, terms, hash: hashOf(terms), recruiting: "rolling", access, state: "open", version: VERSION };
  }

  reply = ({ method, path, body }: Heard): Reply => {
    const [, , , survey, action] = path.split("/");
    if (survey !== this.name) return problem("no-survey", 404);
    if (method === "GET") return say(this.message);
    return action === "check-in" ? this.#place(decode<CheckInMessage>(CheckInMessage, body)) : this.#take(decode<PostedMessage>(PostedMessage, body));
  };

  #place(message: CheckInMessage): Reply {
    this.checkIns.push(message);
    const told = this.places.shift();
    const open = this.questions.find(({ round }) => !this.counted.has(`${message.name} ${round}`));
    return say(told ?? (open ? place(open) : { status: "done", question: null, seconds: 0, version: VERSION }));
  }

  #take(message: PostedMessage): Reply {
    const key = `${message.name} ${message.answer.round}`;
    const known = this.counted.get(key);
    this.posted.push(message);
    if (known === undefined) this.counted.set(key, encode(message));
    const told = this.fates.shift();
    if (told) return told;
    if (known !== undefined && known !== encode(message)) return problem("contradicted");
    return say({ status: known === undefined ? "counted" : "again", version: VERSION });
  }
}

export const place = (question: QuestionMessage, seconds: number = 60): PlaceMessage => ({ status: "question", question, seconds, version: VERSION });

export const wait = (seconds: number): PlaceMessage => ({ status: "wait", question: null, seconds, version: VERSION });

/** A clock that moves only while somebody sleeps, and remembers how long. */
export class Time {
  now = 0;
  readonly slept: number[] = [];
  clock = (): number => this.now;
  sleep = async (seconds: number): Promise<void> => {
    this.slept.push(seconds);
    this.now += seconds;
  };
}

/** A host with a survey on it, a ledger, time, and devices with the number 3. */
export class Scene {
  readonly host: Host;
  readonly time = new Time();
  readonly path: string;
  survey: Survey;
  ledger: Ledger;

  private constructor(host: Host, survey: Survey, folder: string) {
    [this.host, this.survey] = [host, survey];
    this.path = join(folder, "ledger.sqlite3");
    this.ledger = openLedger(this.path);
    host.answer = survey.reply;
  }

  static async open(t: TestContext, answers: number = 1): Promise<Scene> {
    return new Scene(await Host.open(t), new Survey("youngest", answers), folder(t));
  }

  /** Forget what is in memory, as a restart does. */
  restart(): void {
    this.ledger = openLedger(this.path);
  }

  http(server: string = this.host.url, options: HttpOptions = {}): Http {
    const { sleep, clock } = this.time;
    return new Http(server, { retrying: { sleep, clock, chance: () => 1 }, ...options });
  }

  device(options: DeviceOptions & { value?: number; survey?: string; ledger?: Ledger; server?: string } = {}): Device {
    const { value = 3, survey = this.survey.name, ledger = this.ledger, server, ...rest } = options;
    const { sleep, clock } = this.time;
    return new Device(this.http(server), survey, ledger, value, { ...rest, pace: { sleep, clock, chance: () => 0, ...rest.pace } });
  }
}

/** A folder that is gone after the test. */
export function folder(t: TestContext): string {
  const made = mkdtempSync(join(tmpdir(), "lowwater-"));
  t.after(() => rmSync(made, { recursive: true }));
  return made;
}
