import { randomUUID } from 'node:crypto';
import { createLogger } from '@tidemark/platform';
import { createIsolatedStores } from '@tidemark/testing';
import type { ClickHouse } from '..';
import { createClickHouse } from '..';

let clickhouse: ClickHouse;

beforeAll(async () => {
  const { clickhouse: url } = await createIsolatedStores();
  clickhouse = createClickHouse({ url, logger: createLogger('test', 'fatal') });
});
afterAll(() => clickhouse.close());

const timeOf = (date: Date): string => date.toISOString().replace('T', ' ').replace('Z', '');

function store(count: number, storedAt: Date): Promise<void> {
  const now = timeOf(new Date());
  const rows = Array.from({ length: count }, (_, index) => ({
    uuid: randomUUID(),
    team_id: 1,
    event: `e${index % 5}`,
    distinct_id: `d${index}`,
    person_id: randomUUID(),
    timestamp: now,
    created_at: now,
    person_created_at: now,
    inserted_at: timeOf(storedAt),
  }));
  return clickhouse.insertJsonEachRow('events', rows);
}

it('reads no merged parts to find the newest events of a day', async () => {
  const now = Date.now();
  for (const minutes of [300, 200, 100, 20]) await store(2_000, new Date(now - minutes * 60_000));
  // The engine stores the minimum and maximum of columns of each merged part.
  await clickhouse.command('OPTIMIZE TABLE events FINAL');
  await store(50, new Date(now));
  // Live events are looked up with this condition once a second (services/api/src/live-events).
  const { rows } = await clickhouse.query<[string, string, string, string, string]>({
    name: 'test',
    sql: `EXPLAIN ESTIMATE SELECT uuid FROM events
      WHERE team_id = 1 AND timestamp >= now() - INTERVAL 1 DAY
        AND inserted_at >= now64(6, 'UTC') - INTERVAL 1 MINUTE`,
  });
  expect(rows.map(([, , parts, found]) => [Number(parts), Number(found)])).toEqual([[1, 50]]);
});
