import { createLogger } from '@tidemark/platform';
import { createIsolatedStores } from '@tidemark/testing';
import type { ClickHouse, EventRowKey } from '..';
import { createClickHouse, restoreSessions } from '..';

const SESSION = '01900000-0000-7000-8000-0000000000aa';
const keyOf = (n: number): EventRowKey => ({
  teamId: 1,
  day: '2026-01-02',
  event: '$pageview',
  distinctId: 'd',
  uuid: `01900000-0000-7000-8000-00000000000${n}`,
});

describe('restoreSessions', () => {
  let clickhouse: ClickHouse;
  beforeAll(async () => {
    const { clickhouse: url } = await createIsolatedStores();
    clickhouse = createClickHouse({ url, logger: createLogger('test', 'silent') });
  });
  afterAll(() => clickhouse.close());

  const store = (...keys: EventRowKey[]) =>
    clickhouse.insertJsonEachRow(
      'events',
      keys.map((key) => ({
        uuid: key.uuid,
        event: key.event,
        timestamp: `${key.day} 12:00:00`,
        team_id: key.teamId,
        distinct_id: key.distinctId,
        created_at: '2026-01-02 12:00:00',
        person_id: key.uuid,
        person_created_at: '2026-01-02 12:00:00',
        $session_id: SESSION,
        properties_text: { $current_url: `https://shop/${key.uuid.at(-1)}` },
      })),
    );
  const session = async () =>
    (
      await clickhouse.query({
        name: 'test',
        sql: `SELECT team_id, uniqExactMerge(pageview_uniq), arraySort(groupUniqArrayArray(urls))
          FROM raw_sessions GROUP BY team_id, session_id_v7 ORDER BY team_id`,
      })
    ).rows;

  it('adds events that the view has missed, and no event twice', async () => {
    await store(keyOf(1), keyOf(2), keyOf(3));
    const complete = await session();
    expect(complete).toEqual([[1, 3, ['https://shop/1', 'https://shop/2', 'https://shop/3']]]);

    await clickhouse.command('TRUNCATE TABLE raw_sessions');
    await restoreSessions(clickhouse, [keyOf(1), keyOf(2)]);
    expect(await session()).toEqual([[1, 2, ['https://shop/1', 'https://shop/2']]]);
    await restoreSessions(clickhouse, [keyOf(1), keyOf(2), keyOf(3)]);
    expect(await session()).toEqual(complete);
    await restoreSessions(clickhouse, []);
    expect(await session()).toEqual(complete);
  });
});
