import { setTimeout as delay } from 'node:timers/promises';
import type { WarehouseTable } from '@tidemark/postgres';
import type { WarehouseRouteDeps } from './deps';

const POLL_MS = 150;

/**
 * Queues the load of a table and waits for it for a limited time, so that its creator can query a small table at
 * once. A longer load continues in the background.
 */
export async function awaitLoad(
  deps: Pick<WarehouseRouteDeps, 'queue' | 'tables' | 'waitMs' | 'logger'>,
  table: WarehouseTable,
  signal: AbortSignal,
): Promise<WarehouseTable> {
  const { projectId, number, revision } = table;
  try {
    await deps.queue.add({ project_id: projectId, table_number: number, revision });
  } catch (error) {
    // The sweep finds it in Postgres.
    deps.logger.warn(
      { err: error, table: table.id },
      'the load of a warehouse table could not be queued',
    );
    return table;
  }
  const until = performance.now() + deps.waitMs;
  let current = table;
  while (performance.now() < until && !signal.aborted) {
    if (current.status === 'completed' || current.status === 'failed') return current;
    await delay(POLL_MS);
    current = (await deps.tables.findById(projectId, table.id)) ?? current;
  }
  return current;
}
