import { setTimeout as pause } from 'node:timers/promises';
import type { ClickHouse } from '@tidemark/clickhouse';

/** The interval of the measurements in milliseconds. A peak shortly before the end of a statement can be missed. */
const EVERY = 3;
const OTHERS =
  "SELECT max(peak_memory_usage) FROM system.processes WHERE query NOT LIKE '%system.processes%'";

/**
 * Measures the largest memory of a ClickHouse statement while `work` runs, in bytes. Embedded ClickHouse has no query
 * log, so the running statements are polled; 0 if they ended before the first poll.
 */
export async function peakMemory(
  clickhouse: ClickHouse,
  work: () => Promise<void>,
): Promise<number> {
  let isOver = false;
  const running = work().finally(() => {
    isOver = true;
  });
  let peak = 0;
  do {
    const { rows } = await clickhouse.query<[string | number]>({ name: 'peak', sql: OTHERS });
    peak = Math.max(peak, Number(rows[0]?.[0] ?? 0));
    await pause(EVERY);
  } while (!isOver);
  await running;
  return peak;
}
