/**
 * Plans the partitions of one consumer: its fair share, of which it keeps those that it owns. Pure.
 *
 * @param owned the partitions that it owns now, in order.
 * @param consumers the number of live consumers, at least 1.
 * @param start the first candidate, so that new consumers do not all try the same partitions.
 */
export function planShare(
  owned: readonly number[],
  partitions: number,
  consumers: number,
  start: number,
): { readonly giveBack: number[]; readonly candidates: number[]; readonly wanted: number } {
  const share = Math.ceil(partitions / Math.max(1, consumers));
  const held = new Set(owned);
  const candidates: number[] = [];
  for (let i = 0; i < partitions; i += 1) {
    const partition = (start + i) % partitions;
    if (!held.has(partition)) candidates.push(partition);
  }
  return {
    giveBack: owned.slice(share),
    candidates: owned.length < share ? candidates : [],
    wanted: Math.max(0, share - owned.length),
  };
}
