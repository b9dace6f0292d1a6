import type { ClickHouse } from '@tidemark/clickhouse';
import type { TableLines } from '@tidemark/domain';
import type { WorkerMetrics } from '../worker-metrics';

/** Inserts the rows of all tables in parallel. Safe to repeat, because the highest version of a row counts. */
export async function publishIdentity(
  clickhouse: ClickHouse,
  metrics: WorkerMetrics,
  lines: TableLines,
): Promise<void> {
  await Promise.all(
    Object.entries(lines).map(async ([table, rows]) => {
      if (rows.length === 0) return;
      await clickhouse.insertJsonEachRow(table, Buffer.from(rows.join('\n')));
      metrics.countRows(table, rows.length);
    }),
  );
}
