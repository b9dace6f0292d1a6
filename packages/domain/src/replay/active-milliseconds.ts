/** A time in a recording, and whether the user was active at it. */
export interface ActivitySample {
  /** ms since the epoch. */
  readonly timestamp: number;
  readonly active: boolean;
}

/** A segment of activity ends at a pause that is longer than this. */
const IDLE_AFTER_MS = 5_000;

/**
 * How long a user was active: the sum of the segments that begin with activity and end with the last sample before a
 * pause of more than five seconds. A segment of one sample counts as 1 ms, to distinguish it from no activity.
 * @param samples in any order
 * @returns ms
 */
export function activeMilliseconds(samples: readonly ActivitySample[]): number {
  let total = 0;
  let begin: number | null = null;
  let end = 0;
  let lastActive = 0;
  const close = (): void => {
    if (begin !== null) total += Math.max(1, end - begin);
  };
  for (const { timestamp, active } of samples.toSorted((a, b) => a.timestamp - b.timestamp)) {
    if (begin !== null && timestamp - lastActive > IDLE_AFTER_MS) {
      close();
      begin = null;
    }
    if (active) {
      begin ??= timestamp;
      lastActive = timestamp;
    }
    end = timestamp;
  }
  close();
  return total;
}
