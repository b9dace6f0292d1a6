import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '@tidemark/testing';
import { createApiClient } from '../test-support/api-client';
import type { ApiClient } from '../test-support/api-client';
import { waitUntilReady } from '../test-support/standalone';
import type { Fault } from './faults/faults';
import type { Ledger } from './load/ledger';
import type { Load } from './load/start-load';
import { startLoad } from './load/start-load';
import type { Differences } from './reconcile';
import { isRight, reconcile } from './reconcile';
import type { Chaos } from './start-chaos';

export interface RoundResult {
  readonly ledger: Ledger;
  readonly found: Differences;
  readonly deadLetters: number;
  /** The time in ms from the fault until the process or its successor runs. */
  readonly restartedMs: number;
  /** The time in ms from the fault until events that were sent after it can be queried. */
  readonly recoveredMs: number;
  /** The time in ms from the end of the load until the ingest log is empty. */
  readonly drainedMs: number;
  /** The time in ms from then until queries return correct results. */
  readonly settledMs: number;
}

const PATIENCE_MS = 90_000;
/** The number of events to wait for: enough to include most partitions. */
const PROBES = 40;

/** Runs one fault under load, `delayMs` after the first events can be queried, and compares the events afterwards. */
export async function runRound(
  chaos: Chaos,
  fault: Fault,
  run: string,
  delayMs: number,
): Promise<RoundResult> {
  const { product } = chaos.running();
  const api = createApiClient(product.url, product.personalApiKey);
  if (!fault.needsMerges) await chaos.running().stores.holdMerges();
  const load = startLoad(product, run);
  try {
    await queryable(api, load, 0);
    await sleep(delayMs);
    const faultAt = Date.now();
    const [[, restartedMs], [, recoveredMs]] = await Promise.all([
      timed(fault.strike()),
      timed(queryable(api, load, faultAt)),
    ]);
    await waitUntilReady(product.url, PATIENCE_MS);
    const ledger = await load.stop();
    const [deadLetters, drainedMs] = await timed(chaos.running().stores.drained(PATIENCE_MS));
    const [found, settledMs] = await timed(settled(() => reconcile(api, run, ledger)));
    return { ledger, found, deadLetters, restartedMs, recoveredMs, drainedMs, settledMs };
  } finally {
    await load.stop();
    await chaos.running().stores.allowMerges();
    await fault.mend();
  }
}

/** Waits until events that were sent after a timestamp can be queried. */
async function queryable(api: ApiClient, load: Load, timestamp: number): Promise<void> {
  let probes: readonly string[] = [];
  await waitUntil(
    async () => {
      if (probes.length < PROBES) probes = load.acknowledgedSince(timestamp);
      if (probes.length < PROBES) throw new Error(`only ${probes.length} events acknowledged`);
      const uuids = probes.map((uuid) => `'${uuid}'`).join();
      const query = `SELECT count(DISTINCT uuid) FROM events WHERE uuid IN (${uuids})`;
      const [[count]] = (await api.hogql(1, query)) as [[number]];
      if (count < probes.length) throw new Error(`only ${count} of ${probes.length} are stored`);
    },
    PATIENCE_MS,
    50,
  );
}

/** Waits until there are no differences, or returns those that remain at the deadline. */
async function settled(look: () => Promise<Differences>): Promise<Differences> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (isRight(found) || Date.now() > deadline) return found;
    await sleep(500);
  }
}

async function timed<T>(work: Promise<T>): Promise<[result: T, ms: number]> {
  const from = Date.now();
  return [await work, Date.now() - from];
}
