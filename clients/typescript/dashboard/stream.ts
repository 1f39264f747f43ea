// Stream: the lines of the live stream, one JSON object each, by a fetch that can send a key.

import { Gone, type Analyst } from "./analyst.ts";
import type { Line } from "./messages.ts";

const SILENCE = 25_000; // milliseconds without a line, of which there is one every ten seconds, after which it is dead
const BUSY = 8; // milliseconds of work after which the page gets a turn
const PAUSES = [500, 1000, 2000, 4000, 8000, 15_000]; // milliseconds between tries

/** Milliseconds to wait after so many failures in a row, with some luck so that pages do not come back all at once. */
export function pauseAfter(failures: number, luck = Math.random()): number {
  return PAUSES[Math.min(failures, PAUSES.length) - 1]! * (0.75 + luck / 2);
}

/** Read a stream until it ends; `take` gets the lines of each chunk together. */
export async function readStream(analyst: Analyst, path: string, signal: AbortSignal, take: (lines: Line[]) => void): Promise<void> {
  const dead = new AbortController();
  let timer = 0;
  const alive = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => dead.abort(), SILENCE) as unknown as number;
  };
  alive();
  try {
    const response = await analyst.request("GET", path, undefined, AbortSignal.any([signal, dead.signal]));
    await readLines(response.body!, alive, take);
  } catch (error) {
    throw dead.signal.aborted || error instanceof TypeError ? new Gone("The server went silent.") : error;
  } finally {
    clearTimeout(timer);
    dead.abort();
  }
}

async function readLines(body: ReadableStream<Uint8Array>, alive: () => void, take: (lines: Line[]) => void): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let [rest, since] = ["", performance.now()];
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    alive();
    const lines = (rest + decoder.decode(chunk.value, { stream: true })).split("\n");
    rest = lines.pop()!;
    take(lines.filter(Boolean).map((line) => JSON.parse(line) as Line));
    if (performance.now() - since > BUSY) {
      await new Promise((resolve) => setTimeout(resolve)); // let the page draw
      since = performance.now();
    }
  }
}
