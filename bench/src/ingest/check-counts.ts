import type { ClickHouse } from '@tidemark/clickhouse';

/** @throws Error if an acknowledged event is missing or stored twice */
export async function checkCounts(clickhouse: ClickHouse, expected: number): Promise<void> {
  const { rows } = await clickhouse.query<[number, number, number]>({
    name: 'counts',
    sql: `SELECT count(), uniqExact(uuid), uniqExact(substring(toString(uuid), 25)) FROM events
          PREWHERE team_id = 1 WHERE event != '$probe'`,
  });
  const [count, uuids, numbers] = rows[0] ?? [0, 0, 0];
  if (count !== expected || uuids !== expected || numbers !== expected) {
    throw new Error(`acknowledged ${expected}, stored ${count} rows with ${uuids} uuids`);
  }
  console.log(`  counts exact: ${expected} acknowledged, ${count} rows, ${uuids} uuids`);
}
