import { createLogger } from '@tidemark/platform';
import { createIsolatedStores } from '@tidemark/testing';
import type { ClickHouse, EventRowKey } from '..';
import { createClickHouse, removeCopies } from '..';

const base: EventRowKey = {
  teamId: 1,
  day: '2026-01-02',
  event: "it's \\ `e`",
  distinctId: "d'1\\",
  uuid: '01900000-0000-7000-8000-000000000000',
};
const others: EventRowKey[] = [
  { ...base, teamId: 2 },
  { ...base, day: '2026-01-03' },
  { ...base, event: 'other' },
  { ...base, distinctId: 'd2' },
  { ...base, uuid: '01900000-0000-7000-8000-000000000001' },
];

describe('removeCopies', () => {
  let clickhouse: ClickHouse;
  const insert = (person: string, keys: readonly EventRowKey[]): Promise<void> =>
    clickhouse.insertJsonEachRow(
      'events',
      keys.map((key) => ({
        uuid: key.uuid,
        event: key.event,
        timestamp: `${key.day} 12:00:00`,
        team_id: key.teamId,
        distinct_id: key.distinctId,
        created_at: '2026-01-02 12:00:00',
        person_id: person,
        person_created_at: '2026-01-02 12:00:00',
        properties_text: {},
        person_properties: {},
      })),
    );
  const rows = async (): Promise<unknown[][]> =>
    (
      await clickhouse.query<unknown[]>({
        name: 'test',
        sql: 'SELECT event, toString(person_id), count() FROM events GROUP BY ALL ORDER BY ALL',
      })
    ).rows;
  const [first, second] = [base.uuid.replace(/^0/, '1'), base.uuid.replace(/^0/, '2')];

  beforeAll(async () => {
    const { clickhouse: url } = await createIsolatedStores();
    clickhouse = createClickHouse({ url, logger: createLogger('test', 'silent') });
  });
  afterAll(() => clickhouse.close());

  it('keeps the newest copy of each event, and events with other keys', async () => {
    await insert(first, [base, ...others]);
    expect(await removeCopies(clickhouse, [base, ...others])).toBe(0);
    await insert(second, [base, others[2]!]);
    expect(await removeCopies(clickhouse, [base, ...others])).toBe(2);
    expect(await rows()).toEqual([
      [base.event, first, 4],
      [base.event, second, 1],
      ['other', second, 1],
    ]);
    expect(await removeCopies(clickhouse, [])).toBe(0);
  });
});
