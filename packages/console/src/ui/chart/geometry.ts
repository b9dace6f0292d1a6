/**
 * The outer edges of stacked series: cumulative sums over the series, of which the first is nearest to zero. Negative
 * values are stacked downwards, separately from positive ones.
 */
export function stack(lines: readonly (readonly number[])[]): number[][] {
  const above: number[] = [];
  const below: number[] = [];
  return lines.map((line) =>
    line.map((value, index) => {
      const side = value < 0 ? below : above;
      const edge = (side[index] ?? 0) + value;
      side[index] = edge;
      return edge;
    }),
  );
}

/**
 * Positions of labels in pixels from the top, in the order of the input. They are as near as possible to the wanted
 * positions, at least `height` apart, and between 0 and `bottom`.
 */
export function spread(wanted: readonly number[], height: number, bottom: number): number[] {
  const order = wanted
    .map((_, index) => index)
    .toSorted((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  const places = [...wanted];
  let free = 0;
  for (const index of order) {
    const place = Math.max(free, wanted[index] ?? 0);
    places[index] = place;
    free = place + height;
  }
  let limit = bottom;
  for (const index of order.toReversed()) {
    const place = Math.min(limit, places[index] ?? 0);
    places[index] = place;
    limit = place - height;
  }
  return places;
}

/** The index of the value nearest to the wanted one; -1 if there are no values. */
export function nearest(values: readonly (number | null)[], wanted: number): number {
  let best = -1;
  let distance = Number.POSITIVE_INFINITY;
  for (const [index, value] of values.entries()) {
    if (value === null || Math.abs(value - wanted) >= distance) continue;
    best = index;
    distance = Math.abs(value - wanted);
  }
  return best;
}

/** The shade of a cell: 0 if its value is not positive, otherwise 1 to 8 in proportion to the largest value. */
export function levelOf(value: number, largest: number): number {
  if (!(value > 0) || !(largest > 0)) return 0;
  return Math.min(8, Math.max(1, Math.ceil((value / largest) * 8)));
}
