import { createLogger } from '@tidemark/platform';
import { createIsolatedStores } from '@tidemark/testing';
import type { ClickHouse } from '..';
import { createClickHouse } from '..';

describe('ingestion_warnings', () => {
  let clickhouse: ClickHouse;
  beforeAll(async () => {
    const { clickhouse: url } = await createIsolatedStores();
    clickhouse = createClickHouse({ url, logger: createLogger('test', 'silent') });
  });
  afterAll(() => clickhouse.close());

  const HOUR = 3_600_000;
  const insert = (uuid: number, age: number, count: number, distinctId = `u${uuid}`) =>
    clickhouse.insertJsonEachRow('ingestion_warnings', [
      {
        uuid: `00000000-0000-4000-8000-${String(uuid).padStart(12, '0')}`,
        team_id: 1,
        type: 't',
        distinct_id: distinctId,
        details: '{"a":1}',
        timestamp: new Date(Date.now() - age).toISOString().replace('T', ' ').replace('Z', ''),
        count,
      },
    ]);
  const rows = async () => {
    const { rows: found } = await clickhouse.query({
      name: 'test',
      sql: `SELECT count, distinct_id, details FROM ingestion_warnings FINAL ORDER BY timestamp, uuid`,
    });
    return found;
  };

  it('replaces rows of one uuid, and sums up an hour when it is a day old', async () => {
    const thisHour = Date.now() % HOUR;
    const oldHour = 48 * HOUR + thisHour - 60_000;
    await insert(1, oldHour, 5);
    await insert(1, oldHour, 3);
    await insert(2, oldHour - 1_000, 4);
    await insert(3, thisHour / 2, 7);
    await insert(4, thisHour / 2 - 1, 8);
    await insert(5, 91 * 24 * HOUR, 9);
    await clickhouse.command('OPTIMIZE TABLE ingestion_warnings FINAL');
    expect(await rows()).toEqual([
      [7, expect.stringMatching(/^u[12]$/), '{"a":1}'],
      [7, 'u3', '{"a":1}'],
      [8, 'u4', '{"a":1}'],
    ]);
  });
});
