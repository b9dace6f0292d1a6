import type { ClickHouse } from '@tidemark/clickhouse';
import { createIsolatedClickHouse, waitUntil } from '@tidemark/testing';
import type { PersonsOnEventsMode } from '../catalogue/persons/person-id';
import { compileHogQL } from '../compile/compile-hogql';
import { compileContext } from '../compile/test-support/context';
import { uuid } from './test-support/rows';

/** Three months of 3,000 events a day: 33 granules of 8,192 rows, a dozen for each month. */
const DAYS = 91;
const PER_DAY = 3_000;
const MONTHS = 3;
const PERSONS = 5_000;

/** A person with two events on one day, found by a distinct id that was merged into the person. */
const ANN = uuid(9_000_001);
const OLD = uuid(9_000_002);

let clickhouse: ClickHouse;

beforeAll(async () => {
  clickhouse = await createIsolatedClickHouse();
  await clickhouse.command(
    `INSERT INTO events (uuid, event, timestamp, team_id, distinct_id, created_at, person_id, person_created_at, person_properties)
     SELECT generateUUIDv4(), ['$pageview', 'purchase'][1 + number % 2],
       toDateTime64('2024-01-01 00:00:00', 6, 'UTC') + toIntervalSecond(intDiv(number * 86400, ${PER_DAY})) AS at, 1,
       'd' || toString(number * 7919 % ${PERSONS}) AS id, at,
       reinterpretAsUUID(MD5(id)), at, '{}'
     FROM numbers(${DAYS * PER_DAY})`,
  );
  await clickhouse.insertJsonEachRow(
    'events',
    [
      { uuid: uuid(1), distinct_id: 'ann', person_id: ANN },
      { uuid: uuid(2), distinct_id: 'cookie', person_id: OLD },
    ].map((row) => ({
      ...row,
      event: 'purchase',
      timestamp: '2024-02-10 10:00:00',
      team_id: 1,
      created_at: '2024-02-10 10:00:00',
      person_created_at: '2024-02-10 10:00:00',
      person_properties: {},
    })),
  );
  // One mode only finds events of persons that have the distinct id now.
  await clickhouse.command(
    `INSERT INTO person_distinct_id (team_id, distinct_id, person_id, is_deleted, version)
     SELECT 1, 'd' || toString(number) AS id, reinterpretAsUUID(MD5(id)), 0, 0 FROM numbers(${PERSONS})`,
  );
  const merged = { team_id: 1, distinct_id: 'cookie', person_id: ANN, version: 1 };
  await clickhouse.insertJsonEachRow('person_distinct_id_overrides', [merged]);
  await clickhouse.insertJsonEachRow('person_distinct_id', [
    { ...merged, distinct_id: 'ann' },
    merged,
  ]);
  await clickhouse.command('OPTIMIZE TABLE events FINAL');
  await waitUntil(async () => {
    const { rows } = await clickhouse.query({
      name: 'parts',
      sql: `SELECT count() FROM system.parts WHERE database = currentDatabase() AND table = 'events' AND active`,
    });
    expect(rows).toEqual([[MONTHS]]);
  });
});

afterAll(() => clickhouse.close());

interface Reading {
  readonly rows: readonly (readonly unknown[])[];
  /** The number of granules that are read, of those of the project, for the first table of the plan with indexes. */
  readonly granules: number;
}

async function reading(
  source: string,
  options: { mode?: PersonsOnEventsMode; timezone?: string; shortcut?: boolean } = {},
): Promise<Reading> {
  const compiled = compileHogQL(
    source,
    compileContext({
      timezone: options.timezone ?? 'UTC',
      now: new Date('2024-03-31T12:00:00Z'),
      modifiers: { personsOnEventsMode: options.mode },
    }),
  );
  const { sql, params } =
    options.shortcut === true ? (compiled.shortcuts[0] ?? compiled) : compiled;
  const { rows } = await clickhouse.query({ name: 'rows', sql, params });
  const plan = await clickhouse.query<[string]>({
    name: 'plan',
    sql: `EXPLAIN indexes = 1 ${sql}`,
    params,
  });
  const text = plan.rows.map(([line]) => line).join('\n');
  const [, events = ''] = text.split(/ReadFromMergeTree \([^)]*\.events\)/);
  const [, granules] = /Parts: \d+ \| Granules: (\d+)/.exec(events) ?? [];
  return { rows, granules: Number(granules) };
}

it('has something to leave out', async () => {
  expect((await reading('select max(distinct_id) from events')).granules).toBeGreaterThan(32);
});

describe('bounds of time leave out whole days', () => {
  it.each([
    ["timestamp >= '2024-03-30'", 'UTC', 2 * PER_DAY],
    ["timestamp >= '2024-03-30'", 'US/Pacific', (2 - 7 / 24) * PER_DAY],
    // A day there has 23 hours now: summer time began.
    ['timestamp > now() - interval 1 day', 'Europe/Berlin', (35 / 24) * PER_DAY - 1],
    ["timestamp between '2024-03-01' and '2024-03-02'", 'UTC', PER_DAY + 1],
    ["toDate(timestamp) = '2024-03-02'", 'UTC', PER_DAY],
    ["toDate(timestamp) = '2024-03-02'", 'Asia/Tokyo', PER_DAY],
    ["toStartOfDay(timestamp) >= '2024-03-30'", 'Asia/Tokyo', (2 + 9 / 24) * PER_DAY],
    ["dateTrunc('day', timestamp) = '2024-03-02'", 'UTC', PER_DAY],
    ["toStartOfWeek(timestamp, 1) = '2024-02-26'", 'UTC', 7 * PER_DAY],
    ["toStartOfHour(timestamp) > '2024-03-31 20:00:00'", 'UTC', 3 * (PER_DAY / 24)],
  ])('where %s (%s)', async (where, timezone, expected) => {
    const { rows, granules } = await reading(`select count() from events where ${where}`, {
      timezone,
    });
    expect(rows).toEqual([[expected]]);
    expect(granules).toBeLessThanOrEqual(5);
  });

  it.each<PersonsOnEventsMode>([
    'disabled',
    'person_id_override_properties_joined',
    'person_id_override_properties_on_events',
  ])('also beside lazy joins (%s)', async (mode) => {
    const { rows, granules } = await reading(
      `select count(), count(distinct person_id) > 0 from events where timestamp >= '2024-03-31'`,
      { mode },
    );
    expect(rows).toEqual([[PER_DAY, 1]]);
    expect(granules).toBeLessThanOrEqual(2);
  });

  it('and beside joins of the statement', async () => {
    const { rows, granules } = await reading(
      `select count() from events e left join persons p on e.person_id = p.id where e.timestamp >= '2024-03-31'`,
    );
    expect(rows).toEqual([[PER_DAY]]);
    expect(granules).toBeLessThanOrEqual(2);
  });
});

describe('the events of one person or distinct id are found', () => {
  it('by distinct id', async () => {
    const { rows, granules } = await reading(`select uuid from events where distinct_id = 'ann'`);
    expect(rows).toEqual([[uuid(1)]]);
    expect(granules).toBeLessThanOrEqual(3);
  });

  it.each<[PersonsOnEventsMode, string[]]>([
    ['person_id_override_properties_on_events', [uuid(1), uuid(2)]],
    ['person_id_override_properties_joined', [uuid(1), uuid(2)]],
    ['disabled', [uuid(1), uuid(2)]],
    ['person_id_no_override_properties_on_events', [uuid(1)]],
  ])('by person id: %s', async (mode, expected) => {
    const { rows, granules } = await reading(
      `select uuid, event, timestamp from events where person_id = '${ANN}' order by uuid`,
      { mode },
    );
    expect(rows.map(([id]) => id)).toEqual(expected);
    expect(granules).toBeLessThanOrEqual(4);
  });

  it('not by the person they were written with', async () => {
    expect((await reading(`select uuid from events where person_id = '${OLD}'`)).rows).toEqual([]);
  });
});

describe('the newest events of a project', () => {
  it.each<PersonsOnEventsMode>([
    'disabled',
    'person_id_no_override_properties_on_events',
    'person_id_override_properties_on_events',
    'person_id_override_properties_joined',
  ])('are found in its last day: %s', async (mode) => {
    const source =
      'select timestamp, person.properties.x, uuid from events order by timestamp desc limit 100';
    const { rows, granules } = await reading(source, { mode, shortcut: true });
    expect(rows).toHaveLength(100);
    expect(rows[0]?.[0]).toBe('2024-03-31 23:59:31.000000');
    expect(granules).toBeLessThanOrEqual(3);
  });
});
