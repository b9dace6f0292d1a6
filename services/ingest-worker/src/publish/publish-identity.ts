import type { ClickHouse } from '@tidemark/clickhouse';
import type { TableLines } from '@tidemark/domain';
import type { WorkerMetrics } from '../worker-metrics';

/** One insert per table that has rows, all at once. Repeating is harmless: versions decide. */
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
