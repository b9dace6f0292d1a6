import { createLogger } from '@tidemark/platform';
import { createIsolatedStores } from '@tidemark/testing';
import type { ClickHouse, EventRowKey } from '..';
import { createClickHouse, eventRowKeyText, findStoredEvents } from '..';
import { LOOK_UP_SETTINGS, matching } from './find-stored-events';

const base: EventRowKey = {
  teamId: 1,
  day: '2026-01-02',
  event: "it's \\ `e`",
  distinctId: "d'1\\",
  uuid: '01900000-0000-7000-8000-000000000000',
};

describe('findStoredEvents', () => {
  let clickhouse: ClickHouse;
  const insert = (keys: readonly EventRowKey[]): Promise<void> =>
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
        properties_text: {},
        person_properties: {},
      })),
    );

  beforeAll(async () => {
    const { clickhouse: url } = await createIsolatedStores();
    clickhouse = createClickHouse({ url, logger: createLogger('test', 'silent') });
    await insert([base]);
  });
  afterAll(() => clickhouse.close());

  it('finds an event by its whole key only', async () => {
    const others: EventRowKey[] = [
      { ...base, teamId: 2 },
      { ...base, day: '2026-01-03' },
      { ...base, event: 'other' },
      { ...base, distinctId: 'd2' },
      { ...base, uuid: '01900000-0000-7000-8000-000000000001' },
    ];
    await insert([others[1]!]);
    expect(await findStoredEvents(clickhouse, [base, ...others])).toEqual(
      new Set([eventRowKeyText(base), eventRowKeyText(others[1]!)]),
    );
    expect(await findStoredEvents(clickhouse, [])).toEqual(new Set());
  });

  it('finds events among many keys', async () => {
    const others = Array.from({ length: 600 }, (_, index) => ({
      ...base,
      uuid: `01900000-0000-7000-8000-1${String(index).padStart(11, '0')}`,
    }));
    expect(await findStoredEvents(clickhouse, [...others, base])).toEqual(
      new Set([eventRowKeyText(base)]),
    );
  });

  it('reads only what the primary key selects', async () => {
    const day = '2026-02-01';
    await clickhouse.command(`
      INSERT INTO events (uuid, event, timestamp, team_id, distinct_id, created_at, person_id, person_created_at)
      SELECT generateUUIDv4(number), 'e' || toString(number % 20), toDateTime64('${day} 00:00:00', 6, 'UTC'),
             number % 4 + 10, 'd' || toString(number % 1000), now64(6), generateUUIDv4(), now64(3)
      FROM numbers(1000000)`);
    const granules = async (keys: readonly EventRowKey[]): Promise<number> => {
      const { rows } = await clickhouse.query<[explain: string]>({
        name: 'explain',
        sql: `EXPLAIN indexes = 1 SELECT uuid FROM events ${matching(keys)}`,
        settings: LOOK_UP_SETTINGS,
      });
      const counts = rows.map(([line]) => /Granules: (\d+)\/(\d+)/.exec(line)?.[1]);
      return Number(counts.findLast((count) => count !== undefined));
    };
    const keys = Array.from({ length: 600 }, (_, index) => ({
      ...{ teamId: 10, day, event: 'e4', distinctId: `d${index}` },
      uuid: `01900000-0000-7000-8000-2${String(index).padStart(11, '0')}`,
    }));
    expect(await granules(keys)).toBeLessThan(30);
    expect(await granules(keys.slice(0, 1))).toBeLessThanOrEqual(2);
  });
});
