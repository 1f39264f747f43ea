// Http: a device's requests to a server, with retries and one deadline for each try, from its connect to its last byte.
//
// Every request of a device may be repeated without harm: a name has one place, and a receipt counts once.

import { address, checkEncrypted } from "./address.ts";
import { BadMessage, Moved, Unreachable } from "./errors.ts";
import { decode, encode, type Kind } from "./message.ts";
import { errorOf, printable } from "./problems.ts";
import { retry, RETRYING, secondsAfter, TryAgain, type Retrying } from "./retry.ts";

const MOST = 2 ** 16; // bytes of a reply; no message comes near
const AGAIN = [408, 429, 502, 503, 504]; // statuses that are tried again, besides the problem Moved
const JSON_TYPE = "application/json";

export interface HttpOptions {
  /** Seconds for one try as a whole. */
  readonly timeout?: number;
  readonly retrying?: Partial<Retrying>;
  readonly fetch?: typeof globalThis.fetch;
}

/** One server; plain http:// goes to this machine alone. */
export class Http {
  readonly server: string;
  readonly #timeout: number;
  readonly #retrying: Retrying;
  readonly #fetch: typeof globalThis.fetch;

  constructor(server: string, options: HttpOptions = {}) {
    this.server = address(server);
    checkEncrypted(this.server);
    this.#timeout = options.timeout ?? 10;
    this.#retrying = { ...RETRYING, ...options.retrying };
    this.#fetch = options.fetch ?? ((...request) => globalThis.fetch(...request));
  }

  /** GET a message of this kind. */
  get<M>(kind: Kind<M>, path: string): Promise<M> {
    return this.#message(kind, "GET", path);
  }

  /** POST a message, and read the reply, of this kind. */
  post<M>(kind: Kind<M>, path: string, message: object): Promise<M> {
    return this.#message(kind, "POST", path, encode(message));
  }

  async #message<M>(kind: Kind<M>, method: string, path: string, body?: string): Promise<M> {
    const text = await retry(this.#retrying, (left) => this.#tryOnce(Math.min(left, this.#timeout), method, path, body));
    try {
      return decode(kind, text);
    } catch (error) {
      if (!(error instanceof BadMessage)) throw error;
      throw new Unreachable(`${this.server} does not answer as a Lowwater server does: ${error.message}`, { cause: error });
    }
  }

  /** One try: the body of a successful reply; throw TryAgain if another try may help. */
  async #tryOnce(seconds: number, method: string, path: string, body?: string): Promise<Uint8Array> {
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), Math.max(0, 1000 * seconds));
    try {
      return await this.#exchange(abort, method, path, body);
    } catch (error) {
      if (error instanceof TryAgain || error instanceof Unreachable || !(error instanceof Error)) throw error;
      if (abort.signal.aborted) throw new TryAgain(new Unreachable(`${this.server} took too long: more than ${seconds} seconds`));
      if (!(error instanceof TypeError)) throw error; // a problem of the server, by its own name
      const cause = error.cause instanceof Error ? error.cause.message : error.message;
      throw new TryAgain(new Unreachable(`${this.server} cannot be reached: ${printable(cause)}`, { cause: error }));
    } finally {
      clearTimeout(timer);
      abort.abort(); // whatever is still on its way is not read
    }
  }

  async #exchange({ signal }: AbortController, method: string, path: string, body?: string): Promise<Uint8Array> {
    const headers = { Accept: JSON_TYPE, ...(body === undefined ? {} : { "Content-Type": JSON_TYPE }) };
    const response = await this.#fetch(this.server + path, {
      method,
      headers,
      signal,
      body: body ?? null,
      redirect: "manual",
      credentials: "omit",
      cache: "no-store",
      referrerPolicy: "no-referrer",
    });
    const text = await this.#read(response);
    if (response.ok) return text;
    const error = errorOf(this.server, response.status, response.headers.get("Content-Type") ?? "", text);
    if (AGAIN.includes(response.status) || error instanceof Moved) {
      throw new TryAgain(error, secondsAfter(response.headers.get("Retry-After")));
    }
    throw error;
  }

  /** The body of a reply; refuse one of more than MOST bytes. */
  async #read(response: Response): Promise<Uint8Array> {
    const bytes: number[] = [];
    const reader = response.body?.getReader();
    for (let part = await reader?.read(); part && !part.done; part = await reader!.read()) {
      if (bytes.length + part.value.length > MOST) throw new Unreachable(`${this.server} answers with more than ${MOST} bytes; no message is that long`);
      bytes.push(...part.value);
    }
    return Uint8Array.from(bytes);
  }
}
