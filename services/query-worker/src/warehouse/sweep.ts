import type { ClickHouse, Topology } from '@tidemark/clickhouse';
import { dropWarehouseVersion } from '@tidemark/clickhouse';
import type { WarehouseLoads } from '@tidemark/postgres';
import type { WarehouseQueue } from '@tidemark/queues';

/** Longer than the maximum time of a load: its worker has stopped. */
const ABANDONED_MS = 1_800_000;
/** Longer than the maximum time of a query that was planned with a version. */
const RETIRED_MS = 900_000;
const MAX_QUEUED = 500;
const MAX_DROPPED = 100;

export interface SweepDeps {
  readonly clickhouse: ClickHouse;
  readonly topology: Topology;
  readonly loads: Pick<WarehouseLoads, 'listDue' | 'listRetired' | 'forgetVersion'>;
  readonly queue: Pick<WarehouseQueue, 'add'>;
  readonly refreshAfterMs: number | null;
  readonly now: () => Date;
  readonly retiredMs?: number;
}

/**
 * Queues every table that waits for a load, because the queue may have lost some (Postgres decides), and drops the
 * versions without readers.
 */
export async function sweepWarehouse(deps: SweepDeps): Promise<void> {
  const now = deps.now().getTime();
  const due = await deps.loads.listDue({
    staleBefore: deps.refreshAfterMs === null ? null : new Date(now - deps.refreshAfterMs),
    abandonedBefore: new Date(now - ABANDONED_MS),
    limit: MAX_QUEUED,
  });
  for (const { projectId, tableNumber, revision } of due) {
    await deps.queue.add({ project_id: projectId, table_number: tableNumber, revision });
  }
  const retiredBefore = new Date(now - (deps.retiredMs ?? RETIRED_MS));
  for (const stored of await deps.loads.listRetired(retiredBefore, MAX_DROPPED)) {
    const { projectId: teamId, tableNumber: tableId, version } = stored;
    await dropWarehouseVersion(deps.clickhouse, { teamId, tableId, version }, deps.topology);
    await deps.loads.forgetVersion(stored);
  }
}
