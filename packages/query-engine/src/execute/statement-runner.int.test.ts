import { compileStatement, parseSelect } from '@tidemark/hogql';
import type { ClickHouse, NamedQuery } from '@tidemark/clickhouse';
import { createIsolatedClickHouse } from '@tidemark/testing';
import { BLOCKING_LIMITS } from './limits';
import { createStatementRunner } from './statement-runner';

const NOW = new Date('2024-03-31T12:00:00Z');

let clickhouse: ClickHouse;

beforeAll(async () => {
  clickhouse = await createIsolatedClickHouse();
  // One event per hour for a hundred days.
  await clickhouse.command(
    `INSERT INTO events (uuid, event, timestamp, team_id, distinct_id, created_at, person_id, person_created_at, person_properties)
     SELECT generateUUIDv4(), if(number % 1000 = 0, 'rare', 'common'), toDateTime64('2024-03-31 12:00:00', 6, 'UTC') - toIntervalHour(number) AS at,
       1, 'd', at, generateUUIDv4(), at, '{}'
     FROM numbers(2400)`,
  );
});
afterAll(() => clickhouse.close());

/** The timestamps that a statement returns, and the number of statements sent to the engine. */
async function outcome(source: string): Promise<{ timestamps: string[]; statements: number }> {
  let statements = 0;
  const counting: ClickHouse = {
    ...clickhouse,
    // Finished queries only: the engine may briefly keep the id of the last one.
    query: async <Row extends readonly unknown[]>(query: NamedQuery) => {
      const response = await clickhouse.query<Row>(query);
      statements += 1;
      return response;
    },
  };
  const compiled = compileStatement(parseSelect(source), {
    projectId: 1,
    timezone: 'UTC',
    weekStartDay: 0,
    now: NOW,
    actions: new Map(),
    defaultLimit: 100,
    maxRows: 10_000,
  });
  const { rows } = await createStatementRunner(counting, {
    queryId: `newest-${Math.random()}`,
    projectId: 1,
    kind: 'HogQLQuery',
    limits: { ...BLOCKING_LIMITS, maxRows: 10_000 },
  }).execute(compiled);
  return { timestamps: rows.map(([timestamp]) => String(timestamp)), statements };
}

it.each([
  ['select timestamp from events order by timestamp desc limit 10', 10, 1],
  ['select timestamp from events order by timestamp desc limit 10 offset 20', 10, 2],
  ['select timestamp from events order by timestamp desc', 101, 2],
  ['select timestamp from events order by timestamp desc limit 700', 700, 3],
  ['select timestamp from events order by timestamp desc limit 5000', 2400, 4],
  ["select timestamp from events where event = 'rare' order by timestamp desc limit 2", 2, 4],
])('computes %s from as little as it can', async (source, rows, statements) => {
  const response = await outcome(source);
  expect(response.statements).toBe(statements);
  expect(response.timestamps).toHaveLength(rows);
  // The same rows as without the shortcut: the extra order key changes nothing here.
  const whole = await outcome(source.replace('order by', 'order by created_at desc,'));
  expect(whole.statements).toBe(1);
  expect(response.timestamps).toEqual(whole.timestamps);
});

it('counts a constant in every row of a result', async () => {
  const limits = { ...BLOCKING_LIMITS, maxRows: 10_000, maxResultBytes: 100_000 };
  const execution = { queryId: 'constants', projectId: 1, kind: 'HogQLQuery', limits };
  const runner = createStatementRunner(clickhouse, execution);
  const send = (rows: number) =>
    runner.execute({
      sql: `SELECT repeat('x', 1000) AS c0 FROM numbers(${rows})`,
      params: {},
      shortcuts: [],
      hogql: '',
    });
  expect((await send(90)).rows).toHaveLength(90);
  await expect(send(110)).rejects.toMatchObject({ status: 400, code: 'too_many_bytes' });
});
