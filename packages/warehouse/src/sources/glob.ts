/** Whether a pattern has wildcards: `*` and `?`, each within one segment of a path. */
export function hasWildcard(pattern: string): boolean {
  return /[*?]/.test(pattern);
}

/**
 * Whether a path matches a pattern, segment by segment. Takes time proportional to the length of the pattern times
 * that of the path.
 */
export function matchesPath(pattern: string, path: string): boolean {
  const patterns = pattern.split('/');
  const segments = path.split('/');
  return (
    patterns.length === segments.length &&
    patterns.every((part, index) => matchesSegment(part, segments[index] ?? ''))
  );
}

/** Whether a segment matches; `*` matches any characters, `?` one character. */
export function matchesSegment(pattern: string, text: string): boolean {
  let at = 0;
  let star = -1;
  let resume = 0;
  let position = 0;
  while (position < text.length) {
    const wanted = pattern[at];
    if (wanted === '*') {
      star = at;
      resume = position;
      at += 1;
    } else if (wanted === '?' || wanted === text[position]) {
      at += 1;
      position += 1;
    } else if (star === -1) {
      return false;
    } else {
      // Try the last `*` with one more character.
      at = star + 1;
      resume += 1;
      position = resume;
    }
  }
  return /^\**$/.test(pattern.slice(at));
}
