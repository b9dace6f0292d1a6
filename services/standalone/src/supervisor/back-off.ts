export interface BackOff {
  readonly firstMs: number;
  readonly longestMs: number;
  /** A child that ran this long had recovered: the next crash counts as the first. */
  readonly stableMs: number;
}

export const DEFAULT_BACK_OFF: BackOff = { firstMs: 250, longestMs: 10_000, stableMs: 30_000 };

/** How many crashes in a row this one makes. */
export function crashesInRow(before: number, ranMs: number, backOff: BackOff): number {
  return ranMs >= backOff.stableMs ? 1 : before + 1;
}

/** Time until the next attempt: doubled with every crash in a row, up to the longest. */
export function delayBeforeRestart(crashes: number, backOff: BackOff): number {
  return Math.min(backOff.longestMs, backOff.firstMs * 2 ** (crashes - 1));
}
