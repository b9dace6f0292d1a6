/** Limits on a statement, so that parsing it is cheap and its tree can be processed by recursion. */
export interface ParseLimits {
  /** Longest source text, in UTF-16 code units. */
  readonly maxLength: number;
  /** Deepest nesting, of the text and of the resulting tree. */
  readonly maxDepth: number;
  /** Most syntax nodes in one statement. */
  readonly maxNodes: number;
}

export const DEFAULT_PARSE_LIMITS: ParseLimits = {
  maxLength: 256 * 1024,
  maxDepth: 200,
  maxNodes: 50_000,
};

/** Only the shape of the tree matters here: a node is an object with a `type`. */
type Visit = readonly [value: unknown, depth: number];

/** Whether any path from the root has more than `limit` nodes. Works without recursion. */
export function isDeeperThan(root: object, limit: number): boolean {
  const pending: Visit[] = [[root, 0]];
  for (let visit = pending.pop(); visit !== undefined; visit = pending.pop()) {
    const [value, depth] = visit;
    if (typeof value !== 'object' || value === null) continue;
    const inner = 'type' in value ? depth + 1 : depth;
    if (inner > limit) return true;
    for (const key in value) {
      const child = (value as Readonly<Record<string, unknown>>)[key];
      if (typeof child === 'object' && child !== null) pending.push([child, inner]);
    }
  }
  return false;
}
