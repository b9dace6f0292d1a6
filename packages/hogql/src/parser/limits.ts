/** Bounds that a statement must keep so that parsing it stays cheap and its tree can be walked by recursion. */
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
