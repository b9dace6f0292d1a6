import { randomUUID } from 'node:crypto';
import { createIsolatedClickHouse } from '@tidemark/testing';
import type { ClickHouse } from '..';

/** A session with events in two months, which are written into two parts, each with a stored token. */
const SESSION = '01900000-0000-7000-8000-00000000000a';
const MONTHS = ['2026-01-02', '2026-02-03'];

describe('inserts with a token', () => {
  let clickhouse: ClickHouse;
  beforeAll(async () => {
    clickhouse = await createIsolatedClickHouse();
  });
  afterAll(() => clickhouse.close());

  const eventsOf = (event: string): object[] =>
    MONTHS.map((day) => ({
      uuid: randomUUID(),
      event,
      timestamp: `${day} 12:00:00`,
      team_id: 1,
      distinct_id: 'd',
      created_at: '2026-02-03 12:00:00',
      person_id: SESSION,
      person_created_at: '2026-01-02 12:00:00',
      properties_text: {},
      person_properties: {},
      $session_id: SESSION,
    }));
  const count = async (event: string): Promise<unknown> => {
    const { rows } = await clickhouse.query<[number]>({
      name: 'test',
      sql: 'SELECT count() FROM events WHERE event = {event:String}',
      params: { event },
    });
    return rows[0]?.[0];
  };

  it('store the same range once when it is inserted several times at the same time', async () => {
    const rows = eventsOf('$pageview');
    const insert = (): Promise<void> =>
      clickhouse.insertJsonEachRow('events', rows, { token: 'range 1' });
    await Promise.all([insert(), insert()]);
    await insert();
    expect(await count('$pageview')).toBe(2);
  });

  it('do not change sessions', async () => {
    const { rows } = await clickhouse.query({
      name: 'test',
      sql: 'SELECT uniqExactMerge(pageview_uniq) FROM raw_sessions',
    });
    expect(rows).toEqual([[2]]);
  });

  it('store equal rows with another token, or without a token', async () => {
    const rows = eventsOf('equal');
    await clickhouse.insertJsonEachRow('events', rows, { token: 'range 2' });
    await clickhouse.insertJsonEachRow('events', rows, { token: 'range 3' });
    await clickhouse.insertJsonEachRow('events', rows);
    await clickhouse.insertJsonEachRow('events', rows);
    expect(await count('equal')).toBe(8);
  });

  it('store a recording once', async () => {
    const row = {
      team_id: 1,
      session_id: SESSION,
      message_id: randomUUID(),
      distinct_id: 'd',
      min_first_timestamp: '2026-01-02 12:00:00',
      max_last_timestamp: '2026-01-02 12:00:01',
      click_count: 1,
    };
    for (const token of ['range 1', 'range 1']) {
      await clickhouse.insertJsonEachRow('session_replay_events', [row], { token });
    }
    const { rows } = await clickhouse.query({
      name: 'test',
      sql: 'SELECT count() FROM session_replay_events',
    });
    expect(rows).toEqual([[1]]);
  });
});
