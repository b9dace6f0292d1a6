import type { UpkeepDeps } from './upkeep';
import { keepUp } from './upkeep';

const HOUR_MS = 3_600_000;
const NOW = Date.parse('2026-11-28T03:00:00Z');

/** @param rows the rows that are too old; one statement takes 5,000 @param statementMs the time of one statement */
function upkeepOf(rows: { waiting: number; finished: number }, statementMs: number) {
  let now = NOW;
  const left = { ...rows };
  const take = (kind: keyof typeof left) => {
    now += statementMs;
    const count = Math.min(5_000, left[kind]);
    left[kind] -= count;
    return { count, hasMore: count === 5_000 };
  };
  const stopping = new AbortController();
  const deps: UpkeepDeps = {
    work: {
      expire: () => Promise.resolve({ ...take('waiting'), destinations: [] }),
      prune: () => Promise.resolve(take('finished')),
      beginIncident: () => Promise.resolve(),
      tidyIncidents: () => Promise.resolve(),
      pruneCounts: () => Promise.resolve(),
      pruneSlow: () => Promise.resolve(),
    },
    internalEvents: { prune: () => Promise.resolve(0) },
    ...{ maxAgeMs: 24 * HOUR_MS, deliveredMs: 168 * HOUR_MS, failedMs: 720 * HOUR_MS },
    now: () => new Date(now),
    stopping: stopping.signal,
  };
  return { deps, left, elapsed: () => now - NOW, stop: () => stopping.abort() };
}

it('removes all that is too old in one sweep', async () => {
  const { deps, left } = upkeepOf({ waiting: 12_000, finished: 48_000 }, 100);
  await keepUp(deps);
  expect(left).toEqual({ waiting: 0, finished: 0 });
});

it('leaves the rest to the next sweep after some time, and when the process stops', async () => {
  const slow = upkeepOf({ waiting: 1_000_000, finished: 1_000_000 }, 1_000);
  await keepUp(slow.deps);
  expect(slow.left).toEqual({ waiting: 950_000, finished: 950_000 });
  expect(slow.elapsed()).toBe(20_000);
  const stopped = upkeepOf({ waiting: 12_000, finished: 12_000 }, 100);
  stopped.stop();
  await keepUp(stopped.deps);
  expect(stopped.left).toEqual({ waiting: 12_000, finished: 12_000 });
});
