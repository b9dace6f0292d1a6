/** The use of a limited resource, in total and by one project; for the log, in events. */
export interface SharedUse {
  readonly length: number;
  readonly held: number;
  readonly maxLength: number;
}

/**
 * A project may use this many times the free space (Choudhury and Hahne, "Dynamic Queue Length Thresholds for
 * Shared-Memory Packet Switches", 1998): a single project gets 19/20 of the limit, two get 19/39 each. The rest stays
 * free for projects that use little, however many others are at their thresholds.
 */
const SHARE_OF_FREE = 19;

/**
 * The number of edges that may decide at the same time, without knowing the requests of the others, and do not
 * overfill the log.
 */
const EDGES_AT_ONCE = 4;
/** Allowances up to this number of events are not divided between edges. */
const FEW = 4;

/** The number of events that a project may add now; 0 if it exceeds its share. */
export function fairAllowance({ length, held, maxLength }: SharedUse): number {
  const free = maxLength - length;
  if (free <= 0) return 0;
  const fair = Math.floor((SHARE_OF_FREE * (free + 1) - held) / (SHARE_OF_FREE + 1));
  return Math.max(0, Math.min(free, fair));
}

/**
 * The number of events that one edge accepts from a project before it reads the counts again. A project without
 * events in the log may send a request that is larger than its share, because requests cannot be split: up to half of
 * the free space, and any size into an empty log.
 */
export function admissibleAtOnce(use: SharedUse): number {
  if (use.held === 0 && use.length === 0) return Infinity;
  const allowance = fairAllowance(use);
  if (allowance === 0) return 0;
  const slice = Math.max(Math.min(FEW, allowance), Math.floor(allowance / EDGES_AT_ONCE));
  return use.held === 0 ? Math.max(slice, Math.floor((use.maxLength - use.length) / 2)) : slice;
}
