/**
 * The minimum length of a cycle: without it, small ranges would create a part per event and overload the engine with
 * merges.
 */
const SHORTEST_MS = 100;
/** The maximum delay that waiting adds before an event can be queried. */
const LONGEST_MS = 1_000;
/** A cycle gets a millisecond for each of these events per second. */
const RATE_PER_MS = 5;
/** The weight of the newest cycle in the rate. */
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
/**
 * The maximum pause between attempts. It is short, because events wait this long after a store is available again.
 */
const LAST_BACKOFF_MS = 2_000;

/** The pause before the next attempt after `failures` (≥ 1) consecutive failures. */
export function backoffMs(failures: number): number {
  return Math.min(LAST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** Math.min(failures - 1, 10));
}
