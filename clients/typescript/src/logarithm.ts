// Logarithm: natural logarithms of fractions in whole numbers of 10**-60, for losses that doubles round wrongly.

const ONE = 10n ** 60n;

/** ln(top / bottom) in units of 10**-60, at most some hundred of them too small; top >= bottom > 0. */
export function logarithm(top: bigint, bottom: bigint): bigint {
  let halvings = 0n;
  for (; top >= 2n * bottom; bottom *= 2n) halvings++;
  return halvings * series(1n, 3n) + series(top - bottom, top + bottom);
}

/** 2 artanh(top / bottom), by its power series; top / bottom is at most 1/3. */
function series(top: bigint, bottom: bigint): bigint {
  let sum = 0n;
  for (let power = (2n * ONE * top) / bottom, odd = 1n; power > 0n; odd += 2n) {
    sum += power / odd;
    power = (power * top * top) / (bottom * bottom);
  }
  return sum;
}
