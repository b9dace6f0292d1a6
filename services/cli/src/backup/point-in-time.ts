import { setTimeout as sleep } from 'node:timers/promises';
import type { ClickHouse, FrozenTables } from '@tidemark/clickhouse';
import { freezeTables } from '@tidemark/clickhouse';
import type { PostgresSnapshot } from '@tidemark/postgres';
import { openSnapshot } from '@tidemark/postgres';
import type { Redis } from '@tidemark/redis';
import { beginSnapshot, readLogFacts, SnapshotRejectedError, untilIdle } from '@tidemark/redis';

/** The three stores at one point in time; the data of Postgres has not been read yet. */
export interface PointInTime {
  /** The time of the backup, which contains everything that was acknowledged before. */
  readonly takenAt: Date;
  readonly postgres: PostgresSnapshot;
  readonly clickhouse: FrozenTables;
  readonly redis: { readonly logEvents: number; readonly serverVersion: string };
  readonly writesHeldMs: number;
}

const RETRY_MS = 200;

/**
 * Takes the snapshots while writes to Postgres are blocked, Redis first. An event is removed from the log only after it
 * is in ClickHouse, and inserted there only after its person is in Postgres. So every acknowledged event is in the
 * snapshot of the log or in the tables that are frozen after it. Every event in ClickHouse has its person in Postgres,
 * because nothing can be committed in between. An event in both is skipped when the log is processed. Capture continues
 * all the time.
 *
 * @throws if writes to Postgres cannot be blocked within `patienceMs`.
 */
export async function takePointInTime(
  stores: { readonly postgresUrl: string; readonly redis: Redis; readonly clickhouse: ClickHouse },
  freezeName: string,
  patienceMs: number,
): Promise<PointInTime> {
  const deadline = performance.now() + patienceMs;
  const left = (): number => Math.max(0, deadline - performance.now());
  for (;;) {
    await untilIdle(stores.redis, left());
    const postgres = await openSnapshot(stores.postgresUrl, left());
    const heldSince = performance.now();
    try {
      const redis = await readLogFacts(stores.redis);
      const takenAt = new Date();
      await beginSnapshot(stores.redis);
      const clickhouse = await freezeTables(stores.clickhouse, freezeName);
      await postgres.releaseWrites();
      const writesHeldMs = Math.round(performance.now() - heldSince);
      return { takenAt, postgres, clickhouse, redis, writesHeldMs };
    } catch (error) {
      await postgres.close();
      if (!(error instanceof SnapshotRejectedError) || left() === 0) throw error;
      await sleep(RETRY_MS);
    }
  }
}
