/**
 * What one consumer should try for: its fair share of the partitions, keeping what it has. Pure.
 *
 * @param owned partitions held now, in order.
 * @param consumers how many live, at least 1.
 * @param start where to begin looking for free ones, so that new consumers do not all try the same.
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
