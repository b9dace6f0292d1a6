import type { LogState } from '@tidemark/ingest-log';
import type { PartitionOffsets } from '../client/offsets';

interface Seen {
  readonly end: bigint;
  readonly at: number;
}

/**
 * Estimates the age of the oldest record, from the first check at which the end of the log was already after the current
 * committed offset. The result is exact to the time between two checks; the time before the first check is not included.
 *
 * Pure: the time is a parameter.
 */
export function createAges(): {
  /** @returns the age in ms of the oldest waiting record; 0 if none is waiting */
  look(offsets: readonly PartitionOffsets[], now: number): number;
} {
  const seen = new Map<number, Seen[]>();
  return {
    look: (offsets, now) => {
      let oldest = now;
      for (const { partition, committed, end } of offsets) {
        const looks = (seen.get(partition) ?? []).filter((look) => look.end > committed);
        if (end > committed && end > (looks.at(-1)?.end ?? committed)) looks.push({ end, at: now });
        seen.set(partition, thinned(looks));
        oldest = Math.min(oldest, looks[0]?.at ?? now);
      }
      return now - oldest;
    },
  };
}

/** The maximum number of stored checks. Above it, every second check of the older half is removed. */
const MOST_LOOKS = 1_000;

function thinned(looks: readonly Seen[]): Seen[] {
  if (looks.length <= MOST_LOOKS) return [...looks];
  const half = looks.length / 2;
  return looks.filter((_, index) => index >= half || index % 2 === 0);
}

/** Returns the state of the log from the offsets of its partitions, in order. */
export function stateOf(
  offsets: readonly PartitionOffsets[],
  oldestAgeMs: number,
  deadLetters: number,
): LogState {
  return {
    depths: offsets.map(({ committed, end }) => Math.max(0, Number(end - committed))),
    oldestAgeMs,
    deadLetters,
  };
}
