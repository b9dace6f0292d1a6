/** Length of the longest common subsequence; small inputs only (names). */
function commonLength(a: string, b: string): number {
  let previous: number[] = new Array<number>(b.length + 1).fill(0);
  for (const character of a) {
    const current = [0];
    for (let col = 1; col <= b.length; col += 1) {
      current.push(
        character === b[col - 1]
          ? (previous[col - 1] ?? 0) + 1
          : Math.max(previous[col] ?? 0, current[col - 1] ?? 0),
      );
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}

const LONGEST_NAME = 64;
const SIMILAR_ENOUGH = 0.6;

/** The candidate most similar to `name`, if one is similar enough to suggest. */
export function closest(name: string, candidates: Iterable<string>): string | null {
  if (name.length > LONGEST_NAME) return null;
  const wanted = name.toLowerCase();
  let best: string | null = null;
  let bestScore = SIMILAR_ENOUGH;
  for (const candidate of candidates) {
    const other = candidate.toLowerCase();
    const score = (2 * commonLength(wanted, other)) / (wanted.length + other.length);
    if (score > bestScore) {
      best = candidate;
      bestScore = score;
    }
  }
  return best;
}
