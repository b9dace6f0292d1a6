/** Shorter names (PORT, HOST) are similar to names of other programs in every environment (POST, HOME). */
const SHORTEST_CHECKED_NAME = 8;
const LONGEST_SLIP = 2;

export interface NearMiss {
  readonly given: string;
  readonly meant: string;
}

/**
 * Variables whose names differ from one of Tidemark's by at most two characters. An environment contains many
 * variables of other programs, so only such near misses can be reported as typos.
 */
export function findNearMisses(
  given: readonly string[],
  known: readonly string[],
): readonly NearMiss[] {
  const ours = new Set(known);
  return given.flatMap((name) => {
    if (ours.has(name)) return [];
    const meant = known.find(
      (candidate) =>
        candidate.length >= SHORTEST_CHECKED_NAME && editDistance(name, candidate) <= LONGEST_SLIP,
    );
    return meant === undefined ? [] : [{ given: name, meant }];
  });
}

/** The number of insertions, deletions and replacements between two texts (Levenshtein). */
export function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > LONGEST_SLIP) return LONGEST_SLIP + 1;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 0; i < a.length; i += 1) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j += 1) {
      const replaced = (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
