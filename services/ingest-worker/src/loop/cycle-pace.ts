/**
 * The minimum length of a cycle: without it, small ranges would create a part per event and overload the engine with
 * merges.
 */
const SHORTEST_MS = 100;
/** The maximum length of a cycle, which delays the time at which an event can be queried. */
const LONGEST_MS = 1_000;
/** A cycle of a lane is one millisecond longer for each event per second. */
const RATE_PER_MS = 1;
/** The weight of the newest cycle in the rate. */
const NEWEST = 0.3;

export interface CyclePace {
  /**
   * Returns the length in ms of the cycle that processed these records, from its start. Larger inserts cost the engine
   * less per event (fewer merges, and a fixed cost per insert). So cycles are longer at higher rates: 100 ms up to
   * 100 events/s in a lane, one second from 1,000 events/s.
   *
   * @param sinceLastMs from the start of the previous cycle to the start of this one
   */
  after(records: number, sinceLastMs: number): number;
}

export function createCyclePace(): CyclePace {
  let rate = 0;
  return {
    after: (records, sinceLastMs) => {
      const now = (records * 1_000) / Math.max(sinceLastMs, SHORTEST_MS);
      // A burst counts as the rate of the longest cycle, so that cycles are short again soon after it.
      rate += (Math.min(now, LONGEST_MS * RATE_PER_MS) - rate) * NEWEST;
      return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, rate / RATE_PER_MS));
    },
  };
}

const FIRST_BACKOFF_MS = 100;
/**
 * The maximum pause between attempts. It is short, because events may wait this long after a store has recovered.
 */
const LAST_BACKOFF_MS = 2_000;

/** The pause before the next attempt after `failures` (≥ 1) consecutive failures. */
export function backoffMs(failures: number): number {
  return Math.min(LAST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** Math.min(failures - 1, 10));
}
