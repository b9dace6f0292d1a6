import { createIsolatedClickHouse } from '@tidemark/testing';
import type { CompileContext } from '../compile/context';
import { compileHogQL } from '../compile/compile-hogql';
import { compileContext } from '../compile/test-support/context';
import { eventRow, groupRow, personRow, sessionId, uuid } from './test-support/rows';
import type { Warehouse } from './test-support/warehouse';
import { createWarehouse } from './test-support/warehouse';

const COHORTS = [{ id: 5, name: 'one', isStatic: true, version: 1 }];

/** Finding the first rows before persons, groups or sessions are joined must not change the response. */
let warehouse: Warehouse;

beforeAll(async () => {
  warehouse = createWarehouse(await createIsolatedClickHouse());
  // Every third event has a person without a row in persons, every other one an unknown group.
  await warehouse.insert(
    'events',
    Array.from({ length: 12 }, (_, n) =>
      eventRow({
        uuid: uuid(n + 1),
        event: ['see', 'buy', 'leave', 'ask'][n % 4] ?? '',
        timestamp: `2024-03-01 10:00:${String((n * 7) % 12).padStart(2, '0')}`,
        distinctId: `d${n}`,
        personId: uuid(100 + (n % 3)),
        properties: { n, list: [n, n + 1] },
        group0: n % 2 === 0 ? 'acme' : `nobody ${n}`,
        sessionId: sessionId('2024-03-01 10:00:00', n % 5),
      }),
    ),
  );
  await warehouse.insert('person', [
    personRow({ id: uuid(100), properties: { plan: 'pro' } }),
    personRow({ id: uuid(101), properties: { plan: 'free' } }),
  ]);
  await warehouse.insert('groups', [groupRow(0, 'acme', { name: 'Acme' })]);
  await warehouse.insert('cohort_people', [
    { team_id: 1, cohort_id: 5, version: 1, person_id: uuid(101) },
  ]);
});
afterAll(() => warehouse.close());

const NAME = 'group_0.properties.name as name';
const PLAN = 'person.properties.plan as plan';

/** A scan of events that ends with its own limit. */
const FIRST_ROWS = /FROM events AS t PREWHERE (?:(?! FROM |\) AS r).)*LIMIT \d+\) AS r\d+ /;

/**
 * Runs a statement twice: `ALL` holds for every row, once in a form that may be pushed into the scan, once in a form
 * that may not.
 */
async function compare(source: string, personsJoinMode: 'inner' | 'left' = 'left') {
  const changes: Partial<CompileContext> = {
    cohorts: COHORTS,
    modifiers: { personsJoinMode, personsOnEventsMode: 'person_id_override_properties_joined' },
  };
  const quick = source.replace('ALL', '1 = 1');
  const whole = source.replace('ALL', '1 in (select 1)');
  const takesFirst = (statement: string) =>
    FIRST_ROWS.test(compileHogQL(statement, compileContext(changes)).sql);
  expect(takesFirst(whole)).toBe(false);
  const rows = await warehouse.rows(quick, changes);
  expect(rows).toEqual(await warehouse.rows(whole, changes));
  return { rows: rows.length, quick: takesFirst(quick) };
}

it.each([
  [`select event, ${PLAN} from events where ALL order by timestamp limit 3`, 3],
  [`select uuid, ${PLAN} from events where ALL order by timestamp desc limit 3 offset 2`, 3],
  [`select uuid, ${NAME} from events where ALL order by timestamp limit 5 offset 10`, 2],
  [`select ${NAME}, event, uuid from events where ALL order by 2, 3 desc limit 5`, 5],
  [`select uuid, ${NAME} from events sample 1/2 where ALL order by timestamp limit 3`, 3],
  [`select uuid, session.$pageview_count from events where ALL order by timestamp limit 3`, 3],
  [`select uuid, ${NAME} from events where ALL and event = 'buy' order by properties.n limit 2`, 2],
  [`select uuid, ${NAME} from events where ALL and arrayJoin([1, 2]) > 0 order by uuid limit 5`, 5],
  [
    `select p.n, name from (select properties as p, ${NAME} from events where ALL order by timestamp limit 3) order by 1`,
    3,
  ],
  [
    `select distinct plan from (select ${PLAN} from events where ALL order by timestamp limit 4) order by 1`,
    3,
  ],
])('reads few rows of %s', async (source, rows) => {
  expect(await compare(source)).toEqual({ rows, quick: true });
});

it.each([
  [`select ${NAME}, uuid from events where ALL order by 1, 2 limit 7`, 7],
  [`select event as e, uuid, ${NAME} from events where ALL order by e desc, uuid limit 5`, 5],
  [`select 3, ${NAME}, uuid from events where ALL order by 1, timestamp limit 3`, 3],
  [
    `select uuid, ${NAME} from events where ALL and person_id in cohort 5 order by timestamp limit 3`,
    3,
  ],
  [`select distinct ${PLAN} from events where ALL order by plan limit 2`, 2],
  [`select uuid, ${NAME} from events where ALL order by event limit 4 with ties`, 6],
  [`select uuid, ${NAME} from events where ALL order by timestamp limit 1 by event limit 3`, 3],
  [`select count() over () as n, ${NAME} from events where ALL order by timestamp limit 2`, 2],
  [
    `with (count() over ()) as n select n, ${NAME} from events where ALL order by timestamp limit 2`,
    2,
  ],
  [
    `with (count() over ()) as n select * from (select n, ${NAME} from events where ALL order by timestamp limit 2)`,
    2,
  ],
  [
    `select i, ${NAME} from events array join [1, 2] as i where ALL order by timestamp, i limit 3`,
    3,
  ],
  [`select arrayJoin([1, 2]) as i, ${NAME} from events where ALL order by timestamp, i limit 3`, 3],
])('reads all rows of %s', async (source, rows) => {
  expect(await compare(source)).toEqual({ rows, quick: false });
});

it('joins persons first where that leaves events out', async () => {
  const source = `select event, ${PLAN}, ${NAME} from events where ALL order by timestamp limit 9`;
  expect(await compare(source, 'inner')).toEqual({ rows: 8, quick: false });
  expect(await compare(source)).toEqual({ rows: 9, quick: true });
});
