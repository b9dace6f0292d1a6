/** The bounds of a value; null means that there is no bound on that side. */
export interface Bounds {
  readonly lower: number | null;
  readonly upper: number | null;
}

/** An incident begins outside the outer bounds, and can only end inside the inner ones, which are narrower. */
export interface JudgedBounds {
  readonly outer: Bounds;
  readonly inner: Bounds;
}

export function isOutside(value: number, { lower, upper }: Bounds): boolean {
  return (lower !== null && value < lower) || (upper !== null && value > upper);
}

/**
 * Adds inner bounds, which are narrower by a share of each bound; but by at most a quarter of the distance between
 * the two.
 */
export function withMargin(outer: Bounds, margin: number): JudgedBounds {
  const { lower, upper } = outer;
  const most = lower !== null && upper !== null ? Math.max(0, (upper - lower) / 4) : Infinity;
  const step = (bound: number): number => Math.min(Math.abs(bound) * margin, most);
  return {
    outer,
    inner: {
      lower: lower === null ? null : lower + step(lower),
      upper: upper === null ? null : upper - step(upper),
    },
  };
}

/** Bounds around an expected value; the inner ones are narrower by a share of their distance. */
export function around(
  expected: number,
  distance: number,
  { margin, down, up }: { readonly margin: number; readonly down: boolean; readonly up: boolean },
): JudgedBounds {
  const at = (far: number): Bounds => ({
    lower: down ? expected - far : null,
    upper: up ? expected + far : null,
  });
  return { outer: at(distance), inner: at(distance * (1 - margin)) };
}
