/** Splits a name or phrase into lower-case words: `signedUp` and `Signed Up` give the same words. */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Removes the endings of a word, approximately: `signups`, `viewed` and `views` become `signup`, `view` and `view`. */
function stem(word: string): string {
  if (word.length < 4) return word.length === 3 ? word.replace(/(?<=[^s])s$/, '') : word;
  const bare = word
    .replace(/ies$/, 'y')
    .replace(/(?<=[^s])s$/, '')
    .replace(/(?:ing|ed)$/, '')
    .replace(/e$/, '');
  return bare.length < 3 ? word : bare.replace(/([b-df-hj-np-tv-z])\1$/, '$1');
}

export function stemsOf(name: string): readonly string[] {
  return wordsOf(name).map(stem);
}

/** Whether two texts differ by at most `limit` letters that were inserted, left out, changed or swapped. */
export function isNear(left: string, right: string, limit: number): boolean {
  if (Math.abs(left.length - right.length) > limit) return false;
  let before: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const same = left[i - 1] === right[j - 1] ? 0 : 1;
      let cost = Math.min((last[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1]) {
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      }
      next.push(cost);
    }
    before = last;
    last = next;
  }
  return (last[right.length] ?? 0) <= limit;
}
