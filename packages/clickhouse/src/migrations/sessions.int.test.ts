import { createLogger } from '@tidemark/platform';
import { createEmptyClickHouseUrl } from '@tidemark/testing';
import type { ClickHouse } from '..';
import { createClickHouse, migrate } from '..';
import { foundation } from './0001-foundation';
import { sessions } from './0003-sessions';

const SINGLE = { kind: 'single' } as const;
const ID = '018dfc6c-b840-7000-8000-000000000001';

describe('the sessions migration', () => {
  let clickhouse: ClickHouse;
  beforeAll(async () => {
    const url = await createEmptyClickHouseUrl();
    clickhouse = createClickHouse({ url, logger: createLogger('test', 'silent') });
  });
  afterAll(() => clickhouse.close());

  const stored = async (number: number, sessionId: string): Promise<void> => {
    const uuid = `00000000-0000-4000-8000-00000000000${number}`;
    await clickhouse.insertJsonEachRow('events', [
      {
        uuid,
        event: '$pageview',
        properties_text: '{"utm_source":"mail"}',
        timestamp: '2024-03-01 23:50:00',
        team_id: 1,
        distinct_id: 'd',
        created_at: '2024-03-01 23:50:00',
        person_id: uuid,
        person_created_at: '2024-03-01 23:50:00',
        person_properties: {},
        $session_id: sessionId,
      },
    ]);
  };

  const shown = async (): Promise<unknown> => {
    const { rows } = await clickhouse.query({
      name: 'sessions',
      sql: `SELECT toString(session_id_v7), uniqExactMerge(pageview_uniq), argMinMerge(entry_utm_source)
            FROM raw_sessions GROUP BY session_id_v7`,
    });
    return rows;
  };

  it('adds earlier events, and changes nothing when it runs again', async () => {
    await migrate(clickhouse, SINGLE, [foundation]);
    await stored(1, ID);
    await stored(2, 'not-a-uuid');
    await migrate(clickhouse, SINGLE, [foundation, sessions]);
    expect(await shown()).toEqual([[ID, 1, 'mail']]);
    await stored(3, ID);
    for (const statement of sessions.statements(SINGLE)) await clickhouse.command(statement);
    expect(await shown()).toEqual([[ID, 2, 'mail']]);
  });

  it('stores ids with times in the far future in one partition', async () => {
    await stored(4, 'ffffffff-ffff-7000-8000-000000000001');
    const { rows } = await clickhouse.query({
      name: 'times',
      sql: `SELECT toString(max(session_timestamp)) FROM raw_sessions`,
    });
    expect(rows).toEqual([['2100-01-01 00:00:00.000']]);
  });
});
