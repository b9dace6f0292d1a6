import type { LogState } from '@tidemark/ingest-log';
import type { PartitionOffsets } from '../client/offsets';

interface Seen {
  readonly end: bigint;
  readonly at: number;
}

/**
 * How long the oldest record has waited: since the first look at which the log was already longer than what is processed
 * now. Exact to the time between two looks; what waited before the first look is not known.
 *
 * Pure, with the time given.
 */
export function createAges(): {
  /** @returns age in ms of the oldest record that waits; 0 when none does */
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

/** One check per second would give thousands in an outage, so every second check of the older half is removed. */
const MOST_LOOKS = 1_000;

function thinned(looks: readonly Seen[]): Seen[] {
  if (looks.length <= MOST_LOOKS) return [...looks];
  const half = looks.length / 2;
  return looks.filter((_, index) => index >= half || index % 2 === 0);
}

/** The state of the log from the offsets of its partitions, in order. */
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
