export interface BackOff {
  readonly firstMs: number;
  readonly longestMs: number;
  /** The run time in ms after which the next crash of a child counts as its first. */
  readonly stableMs: number;
}

export const DEFAULT_BACK_OFF: BackOff = { firstMs: 250, longestMs: 10_000, stableMs: 30_000 };

/** Returns the number of consecutive crashes, this one included. */
export function crashesInRow(before: number, ranMs: number, backOff: BackOff): number {
  return ranMs >= backOff.stableMs ? 1 : before + 1;
}

/** Returns the ms until the next attempt: doubled with every consecutive crash, up to `longestMs`. */
export function delayBeforeRestart(crashes: number, backOff: BackOff): number {
  return Math.min(backOff.longestMs, backOff.firstMs * 2 ** (crashes - 1));
}
