/** How full something bounded is, and how much of that is one project's; of the log, in events. */
export interface SharedUse {
  readonly length: number;
  readonly held: number;
  readonly maxLength: number;
}

/**
 * A project may hold this many times what is free (Choudhury and Hahne, "Dynamic Queue Length Thresholds
 * for Shared-Memory Packet Switches", 1998): one alone gets 19/20 of the bound, two 19/39 each, and what is
 * left free is there for a project that holds little, however many others are at their thresholds.
 */
const SHARE_OF_FREE = 19;

/** Edges may judge at the same time, each without the others' requests: so many do not overfill the log. */
const EDGES_AT_ONCE = 4;
/** So few events need no such care. */
const FEW = 4;

/** How much a project may add now; 0 if it exceeds its share. */
export function fairAllowance({ length, held, maxLength }: SharedUse): number {
  const free = maxLength - length;
  if (free <= 0) return 0;
  const fair = Math.floor((SHARE_OF_FREE * (free + 1) - held) / (SHARE_OF_FREE + 1));
  return Math.max(0, Math.min(free, fair));
}

/**
 * How many events one edge takes of a project before it looks again. A project that holds nothing may put
 * in a request that is larger than its share: half of what is free, and anything into an empty log, since
 * a request cannot be split.
 */
export function admissibleAtOnce(use: SharedUse): number {
  if (use.held === 0 && use.length === 0) return Infinity;
  const allowance = fairAllowance(use);
  if (allowance === 0) return 0;
  const slice = Math.max(Math.min(FEW, allowance), Math.floor(allowance / EDGES_AT_ONCE));
  return use.held === 0 ? Math.max(slice, Math.floor((use.maxLength - use.length) / 2)) : slice;
}
