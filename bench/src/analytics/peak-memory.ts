import { setTimeout as pause } from 'node:timers/promises';
import type { ClickHouse } from '@tidemark/clickhouse';

/** How often the engine is asked, in milliseconds: a peak right before the end of a statement can be missed. */
const EVERY = 3;
const OTHERS =
  "SELECT max(peak_memory_usage) FROM system.processes WHERE query NOT LIKE '%system.processes%'";

/**
 * The most memory that the engine gave a statement of some work, in bytes. The engine in a process of its own
 * keeps no log of its statements, so it is asked while they run; 0 when they were over before.
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
