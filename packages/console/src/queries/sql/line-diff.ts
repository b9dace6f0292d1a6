export interface DiffLine {
  readonly change: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** Compares two texts by lines, using the longest common subsequence. Removed lines come before added lines. */
export function lineDiff(before: string, after: string): readonly DiffLine[] {
  const old = before.split('\n');
  const next = after.split('\n');
  // lengths[i][j] is the number of common lines in old from i and next from j.
  const lengths = Array.from({ length: old.length + 1 }, () =>
    new Array<number>(next.length + 1).fill(0),
  );
  const at = (i: number, j: number): number => lengths[i]?.[j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1) {
    const row = lengths[i] ?? [];
    for (let j = next.length - 1; j >= 0; j -= 1) {
      row[j] = old[i] === next[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < old.length || j < next.length) {
    if (i < old.length && j < next.length && old[i] === next[j]) {
      lines.push({ change: 'same', text: old[i] ?? '' });
      i += 1;
      j += 1;
    } else if (i < old.length && (j === next.length || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ change: 'removed', text: old[i] ?? '' });
      i += 1;
    } else {
      lines.push({ change: 'added', text: next[j] ?? '' });
      j += 1;
    }
  }
  return lines;
}
