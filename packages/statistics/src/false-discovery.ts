/**
 * P-values adjusted for multiple comparisons: of those below `q`, a share of at most `q` is false on average
 * (Benjamini and Hochberg 1995, "Controlling the False Discovery Rate").
 *
 * @returns adjusted values in the given order, each at least as large as the original p-value
 */
export function adjustForFalseDiscovery(pValues: readonly number[]): number[] {
  const order = pValues.map((_, at) => at).sort((a, b) => (pValues[b] ?? 0) - (pValues[a] ?? 0));
  const adjusted = [...pValues];
  let smallest = 1;
  for (const [place, at] of order.entries()) {
    const rank = pValues.length - place;
    smallest = Math.min(smallest, ((pValues[at] ?? 0) * pValues.length) / rank);
    adjusted[at] = smallest;
  }
  return adjusted;
}
