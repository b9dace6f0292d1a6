const STEP = 1 / 16;
const LAST = 3.3;

/** Distances from the nearer end of [−1, 1] and weights of the double exponential rule, for t ≥ 0. */
const NODES = Array.from({ length: Math.floor(LAST / STEP) + 1 }, (_, at) => {
  const t = at * STEP;
  const u = (Math.PI / 2) * Math.sinh(t);
  const distance = Math.exp(-u) / Math.cosh(u);
  return { distance, weight: (STEP * (Math.PI / 2) * Math.cosh(t)) / Math.cosh(u) ** 2 };
});

/**
 * The integral of `f` from `low` to `high` by the double exponential rule (Takahasi and Mori 1974). It is also
 * precise if `f` rises like a square root at an end, and for a peak that is as narrow as a fifteenth of the range.
 */
export function integrate(f: (x: number) => number, low: number, high: number): number {
  if (!(high > low)) return 0;
  const half = (high - low) / 2;
  const sum = NODES.reduce((total, { distance, weight }, at) => {
    const step = half * distance;
    const value = f(low + step) + (at === 0 ? 0 : f(high - step));
    return total + weight * value;
  }, 0);
  return sum * half;
}
