// SHA-256 (FIPS 180-4): at once, since a promise of crypto.subtle would end the transaction of a ledger.

const BLOCK = 64; // bytes of a block, and rounds for each

/** The first 32 bits of the fractional part of a root of a prime. */
const fraction = (root: number): number => ((root % 1) * 2 ** 32) | 0;

const PRIMES: number[] = [];
for (let next = 2; PRIMES.length < BLOCK; next++) if (PRIMES.every((prime) => next % prime)) PRIMES.push(next);
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));

/** The hash of a text in UTF-8, in lower-case hexadecimal. */
export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const blocks = new DataView(new ArrayBuffer(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK));
  [...bytes, 128].forEach((byte, at) => blocks.setUint8(at, byte));
  blocks.setUint32(blocks.byteLength - 4, 8 * bytes.length); // no text here has 2**29 bytes
  let state = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
  for (let at = 0; at < blocks.byteLength; at += BLOCK) state = mixed(state, at, blocks);
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

function mixed(state: readonly number[], start: number, blocks: DataView): number[] {
  const words: number[] = [];
  const mix = [...state] as [number, number, number, number, number, number, number, number];
  ROUNDS.forEach((constant, at) => {
    const [a, b, c, , e, f, g, h] = mix;
    const [early, late] = [words[at - 15]!, words[at - 2]!];
    const scheduled = words[at - 16]! + turned(early, 7, 18, early >>> 3) + words[at - 7]! + turned(late, 17, 19, late >>> 10);
    words[at] = at < 16 ? blocks.getInt32(start + 4 * at) : scheduled | 0;
    const first = h + turned(e, 6, 11, turn(e, 25)) + ((e & f) ^ (~e & g)) + constant + words[at]!;
    mix.unshift((first + turned(a, 2, 13, turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0);
    mix[4] = (mix[4] + first) | 0;
    mix.length = 8;
  });
  return mix.map((word, at) => (word + state[at]!) | 0);
}

const turn = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));
const turned = (word: number, first: number, second: number, third: number): number => turn(word, first) ^ turn(word, second) ^ third;
