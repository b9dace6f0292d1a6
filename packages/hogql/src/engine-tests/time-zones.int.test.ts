import { createIsolatedClickHouse } from '@tidemark/testing';
import { compileHogQL } from '../compile/compile-hogql';
import { compileContext } from '../compile/test-support/context';
import { eventRow } from './test-support/rows';
import type { Warehouse } from './test-support/warehouse';
import { createWarehouse } from './test-support/warehouse';

const LOS_ANGELES = {
  timezone: 'America/Los_Angeles',
  now: new Date('2024-03-05T03:00:00.5Z'),
};

let warehouse: Warehouse;

beforeAll(async () => {
  warehouse = createWarehouse(await createIsolatedClickHouse());
  await warehouse.insert('events', [
    // 2024-03-01 23:30 in Los Angeles, already the next day in UTC.
    eventRow({ event: 'late', timestamp: '2024-03-02 07:30:00' }),
    eventRow({ event: 'early', timestamp: '2024-03-02 08:00:00' }),
  ]);
});

afterAll(() => warehouse.close());

async function kept(condition: string): Promise<unknown[]> {
  const rows = await warehouse.rows(
    `select event from events where ${condition} order by event`,
    LOS_ANGELES,
  );
  return rows.flat();
}

describe('the project’s time zone', () => {
  it('shows times, days and weeks by the wall clock', async () => {
    const rows = await warehouse.rows(
      "select timestamp, toDate(timestamp), toStartOfDay(timestamp), toHour(timestamp), toString(timestamp) from events where event = 'late'",
      LOS_ANGELES,
    );
    expect(rows).toEqual([
      [
        '2024-03-01 23:30:00.000000',
        '2024-03-01',
        '2024-03-01 00:00:00',
        23,
        '2024-03-01 23:30:00.000000',
      ],
    ]);
  });

  it('returns the current time', async () => {
    const rows = await warehouse.rows(
      "select now(), today(), yesterday(), now('UTC'), toDate(now())",
      LOS_ANGELES,
    );
    expect(rows).toEqual([
      [
        '2024-03-04 19:00:00.500000',
        '2024-03-04',
        '2024-03-03',
        '2024-03-05 03:00:00.500000',
        '2024-03-04',
      ],
    ]);
  });

  it('can be switched off', async () => {
    const rows = await warehouse.rows("select timestamp from events where event = 'late'", {
      ...LOS_ANGELES,
      modifiers: { convertToProjectTimezone: false },
    });
    expect(rows).toEqual([['2024-03-02 07:30:00.000000']]);
  });

  it.each([
    ["timestamp >= '2024-03-02'", ['early']],
    ["timestamp < '2024-03-02'", ['late']],
    ["timestamp = '2024-03-02 00:00:00'", ['early']],
    ["'2024-03-02' <= timestamp", ['early']],
    ["timestamp between '2024-03-01' and '2024-03-01 23:59:59'", ['late']],
    ["timestamp >= '2024-03-02T08:00:00Z'", ['early']],
    ["timestamp >= toDate('2024-03-02')", ['early']],
    ["toDate(timestamp) = '2024-03-01'", ['late']],
    ["toDate(timestamp) in ('2024-03-01')", ['late']],
    ["timestamp in ('2024-03-02')", ['early']],
    ["timestamp >= toDateTime('2024-03-02 00:00:00')", ['early']],
    ["timestamp >= toDateTime('2024-03-02 08:00:00', 'UTC')", ['early']],
    ['timestamp < now() - interval 1 day', ['early', 'late']],
    ['timestamp >= now() - interval 4021 minute', ['early']],
    ['timestamp >= today() - interval 2 day', ['early']],
    ['toStartOfDay(timestamp) < timestamp', ['late']],
  ])('reads constants in it: %s', async (condition, expected) => {
    expect(await kept(condition)).toEqual(expected);
  });

  it('starts weeks on the project’s day', async () => {
    const source = "select toStartOfWeek(timestamp) from events where event = 'late'";
    expect(await warehouse.rows(source, { weekStartDay: 0 })).toEqual([['2024-02-25']]);
    expect(await warehouse.rows(source, { weekStartDay: 1 })).toEqual([['2024-02-26']]);
  });

  it('still reads only the required days', async () => {
    const { sql, params } = compileHogQL(
      "select person_id, properties.x from events where timestamp >= '2024-03-01'",
      compileContext(LOS_ANGELES),
    );
    const plan = await warehouse.raw(`EXPLAIN indexes = 1 ${sql}`, params);
    const text = plan.flat().join('\n');
    expect(text).toMatch(/toYYYYMM\(timestamp\) in/);
    expect(text).toMatch(/toDate\(timestamp\) in .*team_id in \[1, 1\]/);
  });
});
