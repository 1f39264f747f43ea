// Http: a device's requests to a server, with retries and one deadline for each try, from its connect to its last byte.
//
// Every request of a device may be repeated without harm: a name has one place, and a receipt counts once.

import { address, checkEncrypted } from "./address.ts";
import { BadMessage, LowwaterError, Moved, Unreachable } from "./errors.ts";
import { decode, encode, type Kind } from "./message.ts";
import { errorOf, printable } from "./problems.ts";
import { retry, RETRYING, secondsAfter, TryAgain, type Retrying } from "./retry.ts";
import { LONGEST_TEXT } from "./strict_json.ts";

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
  readonly #options: HttpOptions;

  constructor(server: string, options: HttpOptions = {}) {
    this.server = address(server);
    checkEncrypted(this.server);
    this.#options = options;
  }

  /** GET a message of this kind, or POST one and read the reply. */
  async ask<M>(kind: Kind<M>, path: string, message?: object): Promise<M> {
    const { retrying, timeout = 10 } = this.#options;
    const text = await retry({ ...RETRYING, ...retrying }, (left) => this.#try(Math.min(left, timeout), path, message));
    try {
      return decode(kind, text);
    } catch (error) {
      throw error instanceof BadMessage ? this.#unreachable(`is no Lowwater server: ${error.message}`, error) : error;
    }
  }

  /** One try: the body of a successful reply; throw TryAgain if another try may help. */
  async #try(seconds: number, path: string, message?: object): Promise<Uint8Array> {
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), 1000 * seconds);
    try {
      return await this.#exchange(abort.signal, path, message);
    } catch (error) {
      if (error instanceof TryAgain || error instanceof LowwaterError) throw error;
      const { message: said, cause } = error as Error & { cause?: Error }; // Node says why in the cause
      const why = abort.signal.aborted ? "took too long" : `cannot be reached: ${printable(cause?.message ?? said)}`;
      throw new TryAgain(this.#unreachable(why, error));
    } finally {
      clearTimeout(timer);
      abort.abort(); // whatever is still on its way is not read
    }
  }

  async #exchange(signal: AbortSignal, path: string, message?: object): Promise<Uint8Array> {
    const response = await (this.#options.fetch ?? fetch)(this.server + path, {
      signal,
      headers: { Accept: JSON_TYPE, ...(message && { "Content-Type": JSON_TYPE }) },
      ...(message && { method: "POST", body: encode(message) }),
      redirect: "manual",
      credentials: "omit",
      cache: "no-store",
      referrerPolicy: "no-referrer",
    });
    const text = await this.#read(response);
    if (response.ok) return text;
    const { status, headers } = response;
    const error = errorOf(this.server, status, headers.get("Content-Type") ?? "", text);
    throw AGAIN.includes(status) || error instanceof Moved ? new TryAgain(error, secondsAfter(headers.get("Retry-After"))) : error;
  }

  /** The body of a reply; refuse one that no message is as long as. */
  async #read({ body }: Response): Promise<Uint8Array> {
    const bytes: number[] = [];
    const reader = body?.getReader();
    for (let part = await reader?.read(); part && !part.done; part = await reader!.read()) {
      if (bytes.length + part.value.length > LONGEST_TEXT) throw this.#unreachable(`sends more than ${LONGEST_TEXT} bytes`);
      bytes.push(...part.value);
    }
    return Uint8Array.from(bytes);
  }

  #unreachable(why: string, cause?: unknown): Unreachable {
    return new Unreachable(`${this.server} ${why}`, { cause });
  }
}
