/** Running sums over series: the top edge of each in a stack, the first lowest. */
export function stack(lines: readonly (readonly number[])[]): number[][] {
  const tops: number[][] = [];
  for (const line of lines) {
    const below = tops.at(-1);
    tops.push(line.map((value, index) => value + (below?.[index] ?? 0)));
  }
  return tops;
}

/**
 * Places of labels beside the ends of lines, in pixels from the top: as near to the wanted ones as a gap of
 * `height` between them allows, inside 0 to `bottom`. In the order of the input.
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

/** The index of the value that is nearest to the wanted one; -1 without any. */
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
