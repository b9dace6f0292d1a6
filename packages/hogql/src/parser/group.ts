/** What stands between a pair of parentheses. */
export interface Group {
  /** Index of the token that closes it, or of the end of the text. */
  readonly close: number;
  /** Whether AS stands directly inside. */
  readonly hasAs: boolean;
}
