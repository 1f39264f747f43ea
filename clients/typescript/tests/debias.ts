// Debiasing: what a server computes from a tally, written here from the protocol page alone, to replay its vectors.

import { LowwaterError } from "../src/errors.ts";
import { lossOf, SCALE, type Table } from "../src/randomizer.ts";

class BadTally extends LowwaterError {}
class BadRandomizer extends LowwaterError {}

type Fraction = readonly [bigint, bigint];

/** The share of people of each truth, without bias, as fractions in their lowest terms. */
export function debias(table: Table, counts: readonly (number | bigint)[]): readonly Fraction[] {
  lossOf(table); // refuses what is no randomizer
  const size = table.length;
  const whole = counts.every((count) => typeof count === "bigint" || Number.isInteger(count));
  const total = whole ? counts.reduce<bigint>((sum, count) => sum + BigInt(count), 0n) : 0n;
  if (!whole || counts.length !== size || counts.some((count) => count < 0) || total === 0n) throw new BadTally("no tally");
  const columns = table[0]!.map((_, answer) => table.map((row) => fraction(BigInt(row[answer]!), 1n)));
  return solve(columns, counts.map((count) => fraction(BigInt(count) * BigInt(SCALE), total)));
}

/** Gauss and Jordan, with exact fractions. */
function solve(rows: Fraction[][], right: Fraction[]): readonly Fraction[] {
  const matrix = rows.map((row, index) => [...row, right[index]!]);
  for (const at of matrix.keys()) {
    const pivot = matrix.findIndex((row, index) => index >= at && row[at]![0] !== 0n);
    if (pivot < 0) throw new BadRandomizer("rows that nobody can tell apart");
    [matrix[at], matrix[pivot]] = [matrix[pivot]!, matrix[at]!];
    const head = matrix[at]!.map((cell) => divide(cell, matrix[at]![at]!));
    matrix[at] = head;
    for (const index of matrix.keys()) {
      if (index === at) continue;
      const times = matrix[index]![at]!;
      matrix[index] = matrix[index]!.map((cell, column) => minus(cell, multiply(times, head[column]!)));
    }
  }
  return matrix.map((row) => row.at(-1)!);
}

const multiply = (a: Fraction, b: Fraction): Fraction => fraction(a[0] * b[0], a[1] * b[1]);
const divide = (a: Fraction, b: Fraction): Fraction => fraction(a[0] * b[1], a[1] * b[0]);
const minus = (a: Fraction, b: Fraction): Fraction => fraction(a[0] * b[1] - b[0] * a[1], a[1] * b[1]);

function fraction(top: bigint, bottom: bigint): Fraction {
  const divisor = common(top < 0n ? -top : top, bottom < 0n ? -bottom : bottom) * (bottom < 0n ? -1n : 1n);
  return [top / divisor, bottom / divisor];
}

const common = (a: bigint, b: bigint): bigint => (b === 0n ? a || 1n : common(b, a % b));
