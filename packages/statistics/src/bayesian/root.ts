const PRECISION = 1e-12;
const MAX_STEPS = 200;

/**
 * The x between `low` and `high` where an increasing function is zero, to 1e-12: false position with
 * halved weights (the Illinois method), with a bisection in every third step.
 */
export function rootBetween(low: number, high: number, f: (x: number) => number): number {
  let [a, b, atA, atB] = [low, high, f(low), f(high)];
  for (let step = 1; step <= MAX_STEPS && b - a > PRECISION; step++) {
    const x = step % 3 === 0 ? (a + b) / 2 : (a * atB - b * atA) / (atB - atA);
    const value = f(x);
    if (Math.abs(value) < PRECISION / 100) return x;
    if (value < 0) {
      [a, atA] = [x, value];
      atB /= 2;
    } else {
      [b, atB] = [x, value];
      atA /= 2;
    }
  }
  return (a + b) / 2;
}
