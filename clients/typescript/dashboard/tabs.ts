// Tabs: one stream for all tabs with the same key. One of them reads it and hands its lines on; the browser's lock decides
// which, and passes to the next when that one is hidden or closed.
//
// Lock and channel are named by a hash of the key, so that tabs with another key neither hear nor speak there. The key
// itself is never handed on. A hidden tab lets go of everything.

import { Refusal, type Analyst } from "./analyst.ts";
import type { Line } from "./messages.ts";
import { pauseAfter, readStream } from "./stream.ts";

/** How the stream is: live, lost (tried again later), or refused for good. */
export type Link = "live" | "lost" | "refused";

type Told = { readonly lines: Line[] } | { readonly link: Link } | { readonly asks: true };

export interface Listener {
  /** The path of the stream where a key is good for one survey alone; else the stream of all surveys is followed. */
  readonly own: (() => string) | null;
  readonly lines: (lines: Line[]) => void;
  /** The stream began, again or for the first time, or broke off; what happened before may have been missed. */
  readonly link: (link: Link) => void;
}

export class Tabs {
  readonly #analyst: Analyst;
  readonly #listener: Listener;
  #left: AbortController | null = null;
  #channel: BroadcastChannel | null = null;
  #link: Link = "lost";
  #leads = false;
  /** How far the stream of all surveys was heard, by this tab or the one that reads it. */
  #position: number | null = null;
  #wake: () => void = () => {};

  constructor(analyst: Analyst, listener: Listener) {
    [this.#analyst, this.#listener] = [analyst, listener];
  }

  /** Follow the stream while the page is seen; until the signal says that it is left. */
  follow(left: AbortSignal): void {
    const look = (): void => (document.hidden ? this.#leave() : this.#join());
    document.addEventListener("visibilitychange", look, { signal: left });
    addEventListener("pagehide", () => this.#leave(), { signal: left });
    addEventListener("pageshow", look, { signal: left });
    addEventListener("online", () => this.#wake(), { signal: left });
    left.addEventListener("abort", () => this.#leave());
    look();
  }

  #leave(): void {
    this.#left?.abort();
    this.#wake();
    this.#channel?.close();
    [this.#left, this.#channel, this.#leads] = [null, null, false];
  }

  #join(): void {
    if (this.#left) return;
    const left = (this.#left = new AbortController());
    const name = this.#name;
    this.#channel = new BroadcastChannel(name);
    this.#channel.onmessage = ({ data }: MessageEvent<Told>) => this.#hear(data);
    this.#channel.postMessage({ asks: true } satisfies Told);
    const lead = (): Promise<void> => this.#lead(left.signal);
    const led = navigator.locks ? navigator.locks.request(name, { signal: left.signal }, lead) : lead();
    led.catch(() => {}); // left before it was this tab's turn
  }

  #hear(told: Told): void {
    if ("asks" in told) return this.#leads ? this.#channel?.postMessage({ link: this.#link } satisfies Told) : undefined;
    if ("link" in told) return this.#listener.link(told.link);
    for (const line of told.lines) {
      if (line.kind !== "progress") this.#position = line.kind === "beat" ? line.position : line.event.position;
    }
    this.#listener.lines(told.lines);
  }

  /** Tabs share a stream that tells the same: that of all surveys, or of one. */
  get #name(): string {
    return this.#analyst.channel + (this.#listener.own?.().split("?")[0] ?? "");
  }

  get #path(): string {
    const after = this.#position === null ? "" : `?after=${this.#position}`;
    return this.#listener.own?.() ?? `/v1/stream${after}`;
  }

  #tell(told: Told): void {
    if ("link" in told) this.#link = told.link;
    this.#channel?.postMessage(told);
    this.#hear(told);
  }

  /** Read the stream, again and again, until the tab is hidden or the key is refused. */
  async #lead(left: AbortSignal): Promise<void> {
    this.#leads = true;
    for (let failures = 1; !left.aborted; failures++) {
      let began = false;
      const take = (lines: Line[]): void => {
        if (!began) this.#tell({ link: "live" });
        began = true;
        if (!left.aborted) this.#tell({ lines });
      };
      const error = await readStream(this.#analyst, this.#path, left, take).catch((thrown: unknown) => thrown);
      if (left.aborted) return;
      if (error instanceof Refusal && error.status < 500) return this.#tell({ link: "refused" });
      this.#tell({ link: "lost" });
      if (began) failures = 1;
      await this.#pause(pauseAfter(failures));
    }
  }

  /** Wait, unless the page is left or the network comes back before. */
  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#wake = () => (clearTimeout(timer), resolve());
    });
  }
}
