/** Small ranges wait for each other: a part per event would drown the engine in merges. */
const SHORTEST_MS = 100;
/** The maximum delay that waiting adds before an event can be queried. */
const LONGEST_MS = 1_000;
/** A cycle gets a millisecond for each of these events per second. */
const RATE_PER_MS = 5;
/** Weight of the newest cycle in the rate. */
const NEWEST = 0.3;

export interface CyclePace {
  /**
   * How long the cycle that took these records should last, from its start, ms. The engine's work per
   * event falls with the size of what is inserted (merges, and a fixed price per insert), so the more
   * arrives, the longer ranges gather: 100 ms up to 500 events/s, a second from 5,000 events/s on.
   *
   * @param sinceLastMs from the start of the cycle before to the start of this one
   */
  after(records: number, sinceLastMs: number): number;
}

export function createCyclePace(): CyclePace {
  let rate = 0;
  return {
    after: (records, sinceLastMs) => {
      const now = (records * 1_000) / Math.max(sinceLastMs, SHORTEST_MS);
      rate += (now - rate) * NEWEST;
      return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, rate / RATE_PER_MS));
    },
  };
}

const FIRST_BACKOFF_MS = 100;
/** Short: when a store is back, this is how long events still wait. */
const LAST_BACKOFF_MS = 2_000;

/** Pause before the next try after `failures` (≥ 1) in a row. */
export function backoffMs(failures: number): number {
  return Math.min(LAST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** Math.min(failures - 1, 10));
}
