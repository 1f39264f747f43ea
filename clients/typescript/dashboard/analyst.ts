// Analyst: the public HTTP API with a key; the key is in this object, in the header of its requests, and nowhere else.

import { sha256 } from "../src/sha256.ts";

/** The server refused, and says why; `kind` is the last part of the problem's type. */
export class Refusal extends Error {
  readonly status: number;
  readonly kind: string;

  constructor(status: number, kind: string, detail: string) {
    super(detail);
    [this.status, this.kind] = [status, kind];
  }

  /** Whether another key would help. */
  get ofKey(): boolean {
    return this.status === 401;
  }
}

/** The server cannot be reached, or what answered is none of ours. */
export class Gone extends Error {}

interface Problem {
  readonly type?: string;
  readonly detail?: string;
  readonly title?: string;
}

export class Analyst {
  readonly base: string;
  readonly #key: string;

  constructor(base: string, key: string) {
    [this.base, this.#key] = [base, key];
  }

  /** A name that tabs with the same key can agree on, and from which nobody learns the key. */
  get channel(): string {
    return `lowwater ${sha256(`channel of ${this.base} ${this.#key}`)}`;
  }

  async get<T>(path: string, signal?: AbortSignal): Promise<T> {
    return (await (await this.request("GET", path, undefined, signal)).json()) as T;
  }

  async post<T>(path: string, body?: object, signal?: AbortSignal): Promise<T> {
    return (await (await this.request("POST", path, body, signal)).json()) as T;
  }

  async remove(path: string): Promise<void> {
    await this.request("DELETE", path);
  }

  /** A response that was successful; its body has yet to be read. */
  async request(method: string, path: string, body?: object, signal?: AbortSignal): Promise<Response> {
    const headers = { Authorization: `Bearer ${this.#key}`, ...(body && { "Content-Type": "application/json" }) };
    const options = { method, headers, cache: "no-store", credentials: "omit", redirect: "error" } as const;
    const text = body ? JSON.stringify(body) : null;
    const response = await fetch(this.base + path, { ...options, body: text, signal: signal ?? null }).catch((error: unknown) => {
      throw signal?.aborted ? error : new Gone("The server cannot be reached.");
    });
    if (!response.ok) throw await refusalOf(response);
    return response;
  }
}

async function refusalOf(response: Response): Promise<Error> {
  const problem = (await response.json().catch(() => null)) as Problem | null;
  if (!problem?.type) return new Gone(`The server says ${response.status}, and no more than that.`);
  return new Refusal(response.status, problem.type.split("/").at(-1)!, problem.detail ?? problem.title ?? "");
}
