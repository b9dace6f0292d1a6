import { createLogger } from '@tidemark/platform';
import { createIsolatedStores } from '@tidemark/testing';
import type { ClickHouse } from '..';
import { createClickHouse, squashPersonOverrides } from '..';

const person = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`;
const SINGLE = { kind: 'single' } as const;

describe('squashPersonOverrides', () => {
  let clickhouse: ClickHouse;
  beforeAll(async () => {
    const { clickhouse: url } = await createIsolatedStores();
    clickhouse = createClickHouse({ url, logger: createLogger('test', 'silent') });
  });
  beforeEach(async () => {
    await clickhouse.command('TRUNCATE TABLE events');
    await clickhouse.command('TRUNCATE TABLE person_distinct_id_overrides');
  });
  afterAll(() => clickhouse.close());

  const addEvents = (events: readonly [teamId: number, distinctId: string, person: string][]) =>
    clickhouse.insertJsonEachRow(
      'events',
      events.map(([team_id, distinct_id, person_id], index) => ({
        uuid: `01900000-0000-7000-8000-00000000000${index}`,
        event: 'e',
        timestamp: '2026-01-02 12:00:00',
        team_id,
        distinct_id,
        created_at: '2026-01-02 12:00:00',
        person_id,
        person_created_at: '2026-01-02 12:00:00',
      })),
    );

  const addOverrides = (
    overrides: readonly [team: number, id: string, person: string, version: number, at: string][],
  ) =>
    clickhouse.insertJsonEachRow(
      'person_distinct_id_overrides',
      overrides.map(([team_id, distinct_id, person_id, version, inserted_at]) => ({
        ...{ team_id, distinct_id, person_id, version, inserted_at },
      })),
    );

  const rows = async (sql: string) => (await clickhouse.query({ name: 'test', sql })).rows;
  const storedPersons = () =>
    rows('SELECT team_id, distinct_id, toString(person_id) FROM events ORDER BY 1, 2');
  const leftOverrides = () =>
    rows('SELECT team_id, distinct_id, version FROM person_distinct_id_overrides ORDER BY ALL');
  const resolved = () =>
    rows(`
      SELECT team_id, distinct_id, if(notEmpty(o.distinct_id), toString(o.person_id), toString(e.person_id))
      FROM events e LEFT JOIN (
        SELECT team_id, distinct_id, argMax(person_id, version) AS person_id
        FROM person_distinct_id_overrides GROUP BY team_id, distinct_id
      ) o USING (team_id, distinct_id) ORDER BY 1, 2`);
  const squash = (chunkSize?: number) =>
    squashPersonOverrides(clickhouse, {
      writtenBefore: new Date('2026-01-10T00:00:00Z'),
      topology: SINGLE,
      ...(chunkSize !== undefined && { chunkSize }),
    });

  const OLD = '2026-01-05 00:00:00';
  const YOUNG = '2026-01-15 00:00:00';

  it('writes old overrides into the events of their project, and removes the overrides', async () => {
    await addEvents([
      [1, 'a', person(1)],
      [1, "b'\\", person(2)],
      [1, 'c', person(3)],
      [2, 'a', person(4)],
    ]);
    await addOverrides([
      [1, 'a', person(5), 1, OLD],
      [1, 'a', person(6), 2, OLD],
      [1, "b'\\", person(6), 1, OLD],
      [2, 'a', person(7), 1, OLD],
    ]);
    const before = await resolved();
    expect(await squash()).toBe(3);
    const expected = [
      [1, 'a', person(6)],
      [1, "b'\\", person(6)],
      [1, 'c', person(3)],
      [2, 'a', person(7)],
    ];
    expect(before).toEqual(expected);
    expect(await storedPersons()).toEqual(expected);
    expect(await leftOverrides()).toEqual([]);
  });

  it('skips an id that was merged again recently', async () => {
    await addEvents([[1, 'a', person(1)]]);
    await addOverrides([
      [1, 'a', person(2), 1, OLD],
      [1, 'a', person(3), 2, YOUNG],
    ]);
    expect(await squash()).toBe(0);
    expect(await storedPersons()).toEqual([[1, 'a', person(1)]]);
    expect(await leftOverrides()).toHaveLength(2);
  });

  it('processes more overrides than fit into one chunk', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e'];
    await addEvents(ids.map((id) => [1, id, person(1)]));
    await addOverrides(ids.map((id) => [1, id, person(2), 1, OLD]));
    expect(await squash(2)).toBe(5);
    expect(await storedPersons()).toEqual(ids.map((id) => [1, id, person(2)]));
    expect(await leftOverrides()).toEqual([]);
  });

  it('stops between chunks when isStopping is true, and continues in the next run', async () => {
    await addEvents([
      [1, 'a', person(1)],
      [1, 'b', person(1)],
    ]);
    await addOverrides(['a', 'b'].map((id) => [1, id, person(2), 1, OLD]));
    const options = { writtenBefore: new Date('2026-01-10'), topology: SINGLE, chunkSize: 1 };
    expect(await squashPersonOverrides(clickhouse, { ...options, isStopping: () => true })).toBe(1);
    expect(await leftOverrides()).toEqual([[1, 'b', 1]]);
    expect(await squash()).toBe(1);
    expect(await storedPersons()).toEqual([
      [1, 'a', person(2)],
      [1, 'b', person(2)],
    ]);
  });
});
