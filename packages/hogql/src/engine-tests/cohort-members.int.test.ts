import type { CohortLeaf, CohortNode } from '@tidemark/contracts';
import { createIsolatedClickHouse } from '@tidemark/testing';
import { cohortStatement } from '../features/cohorts/cohort-statement';
import { membersStatement } from '../features/cohorts/members-statement';
import { parseSelect } from '../syntax/parser';
import { printHogQL } from '../syntax/print';
import { eventRow, personRow, uuid } from './test-support/rows';
import type { Warehouse } from './test-support/warehouse';
import { createWarehouse } from './test-support/warehouse';

const NOW = new Date('2024-03-31T12:00:00Z');
const DATES = { now: NOW, timezone: 'UTC' };
const ACTION = { id: 4, name: 'a', steps: [{ event: 'buy' }] };
const COHORTS = [{ id: 5, name: 'one', isStatic: true, version: 1 }];

let warehouse: Warehouse;
beforeAll(async () => {
  warehouse = createWarehouse(await createIsolatedClickHouse());
  await warehouse.insert('person', [
    personRow({ id: uuid(1), properties: { plan: 'pro', age: 30, since: '2024-03-30' } }),
    personRow({ id: uuid(2), properties: { plan: 'free', age: 20, since: '2024-01-01' } }),
    personRow({ id: uuid(3), properties: { email: 'c@x.io' } }),
    personRow({ id: uuid(4), properties: { plan: 'pro' }, deleted: true }),
    personRow({ id: uuid(5), properties: { plan: 'pro' }, teamId: 2 }),
  ]);
  const event = (person: number, name: string, timestamp: string, properties = {}) =>
    eventRow({
      personId: uuid(person),
      distinctId: `d${person}`,
      event: name,
      timestamp,
      properties,
    });
  await warehouse.insert('events', [
    event(1, 'buy', '2024-03-31 11:00:00', { price: 5 }),
    event(1, 'buy', '2024-03-30 12:00:00', { price: 50 }),
    event(1, 'buy', '2024-01-30 12:00:00'),
    event(2, 'buy', '2024-03-25 12:00:00', { price: 5 }),
    event(2, 'see', '2024-03-31 11:30:00'),
    event(2, 'ping', '2024-03-30 01:00:00'),
    event(2, 'ping', '2024-01-05 01:00:00'),
    event(2, 'later', '2024-04-01 00:00:00'),
    eventRow({
      personId: uuid(2),
      distinctId: 'd2',
      event: '$autocapture',
      timestamp: '2024-03-31 11:40:00',
      elementsChain:
        'a.btn:href="/pay"nth-child="1"nth-of-type="1"text="Pay";form:nth-child="1"nth-of-type="1"',
    }),
  ]);
  await warehouse.insert('cohort_people', [
    { team_id: 1, cohort_id: 5, version: 1, person_id: uuid(3) },
  ]);
});
afterAll(() => warehouse.close());

async function members(properties: CohortNode): Promise<readonly unknown[]> {
  if (!('values' in properties)) return members({ type: 'AND', values: [properties] });
  const source = printHogQL(cohortStatement({ properties }, DATES));
  const rows = await warehouse.rows(source, {
    now: NOW,
    cohorts: COHORTS,
    actions: new Map([[4, ACTION]]),
  });
  return rows.map(([id]) => Number(String(id).slice(-12))).sort();
}
const person = (operator: string, value?: unknown, more: object = {}): CohortLeaf =>
  ({ type: 'person', key: 'plan', operator, value, negation: false, ...more }) as CohortLeaf;
const did = (more: object = {}): CohortLeaf => ({
  type: 'behavioral',
  key: 'buy',
  event_type: 'events',
  value: 'performed_event',
  negation: false,
  ...more,
});
const days = (count: number) => ({ time_value: count, time_interval: 'day' }) as const;
const often = (operator: string, count: number) => ({
  value: 'performed_event_multiple',
  operator,
  operator_value: count,
});
const sequence = (key: string, next: string | number, within: number): CohortLeaf =>
  did({
    key,
    value: 'performed_event_sequence',
    seq_event: next,
    seq_event_type: typeof next === 'number' ? 'actions' : 'events',
    seq_time_value: within,
    seq_time_interval: 'day',
    ...days(30),
  });
const regularly = (more: object): CohortLeaf =>
  did({ value: 'performed_event_regularly', operator: 'gte', ...days(1), ...more });
const changed = (value: string, window: number, recent: number): CohortLeaf =>
  did({ value, ...days(window), seq_time_value: recent, seq_time_interval: 'day' });
const cohort = (negation: boolean): CohortLeaf => ({
  type: 'cohort',
  key: 'id',
  value: 5,
  negation,
});

it.each<[what: string, node: CohortNode, persons: number[]]>([
  ['exact', person('exact', ['pro']), [1]],
  ['is_not, a missing property too', person('is_not', 'pro'), [2, 3]],
  ['is_set', person('is_set'), [1, 2]],
  ['negation', person('is_set', null, { negation: true }), [3]],
  ['starts_with', person('starts_with', 'PR'), [1]],
  ['not_ends_with', person('not_ends_with', 'ee'), [1, 3]],
  ['gt', person('gt', '25', { key: 'age' }), [1]],
  ['between', person('between', [10, 20], { key: 'age' }), [2]],
  ['is_date_after', person('is_date_after', '-7d', { key: 'since' }), [1]],
  ['is_date_before', person('is_date_before', '2024-02-01', { key: 'since' }), [2]],
  [
    'a column of the person',
    person('is_date_before', '2024-02-01', { type: 'person_metadata', key: 'created_at' }),
    [1, 2, 3],
  ],
  ['OR', { type: 'OR', values: [person('exact', 'free'), cohort(false)] }, [2, 3]],
  [
    'AND of groups',
    { type: 'AND', values: [{ type: 'OR', values: [person('is_set')] }, cohort(true)] },
    [1, 2],
  ],
  ['no criteria', { type: 'OR', values: [] }, []],
  ['a cohort', cohort(false), [3]],
  ['not in a cohort', cohort(true), [1, 2]],
  ['an event ever', did(), [1, 2]],
  ['an event lately', did(days(2)), [1]],
  ['an event since midnight of the first day', did({ key: 'ping', ...days(1) }), [2]],
  ['counts go back from now', did({ key: 'ping', ...often('gte', 1), ...days(1) }), []],
  ['an event of tomorrow', did({ key: 'later' }), []],
  ['an event in months', did({ time_value: 1, time_interval: 'month' }), [1, 2]],
  ['an event since a date', did({ explicit_datetime: '-2d' }), [1]],
  [
    'an event until a date',
    did({ explicit_datetime: '2024-01-01', explicit_datetime_to: '2024-02-01' }),
    [1],
  ],
  ['no event', did({ negation: true }), [3]],
  ['at least twice', did(often('gte', 2)), [1]],
  ['exactly once lately', did({ ...often('exact', 1), ...days(10) }), [2]],
  ['for the first time lately', did({ value: 'performed_event_first_time', ...days(10) }), [2]],
  [
    'the first one, if it is as the filters want it',
    did({
      value: 'performed_event_first_time',
      event_filters: [{ type: 'event', key: 'price', operator: 'lt', value: 10 }],
    }),
    [2],
  ],
  [
    'with a property',
    did({ event_filters: [{ type: 'event', key: 'price', operator: 'gt', value: 10 }] }),
    [1],
  ],
  [
    'with an element',
    did({
      key: '$autocapture',
      event_filters: [
        { type: 'element', key: 'text', operator: 'exact', value: 'Pay' },
        { type: 'element', key: 'selector', operator: 'exact', value: 'form > a.btn' },
      ],
    }),
    [2],
  ],
  [
    'with another element',
    did({
      key: '$autocapture',
      event_filters: [{ type: 'element', key: 'tag_name', operator: 'exact', value: 'button' }],
    }),
    [],
  ],
  [
    'with a condition in HogQL',
    did({
      event_filters: [{ type: 'hogql', key: 'toFloat(properties.price) > 10', operator: null }],
    }),
    [1],
  ],
  ['a sequence', sequence('buy', 'see', 7), [2]],
  ['a sequence in time', sequence('buy', 'see', 5), []],
  ['a sequence the other way round', sequence('see', 'buy', 30), []],
  ['a sequence of the same event', sequence('buy', 'buy', 1), [1]],
  ['a sequence that only began in the window', { ...sequence('buy', 'see', 7), ...days(5) }, []],
  ['a sequence that ends with an action', sequence('buy', 4, 1), [1]],
  ['nobody else by sequence', { ...sequence('buy', 'see', 7), negation: true }, [1, 3]],
  ['regularly', regularly({ operator_value: 1, min_periods: 1, total_periods: 1 }), [1]],
  ['today is no period', regularly({ operator_value: 1, min_periods: 2, total_periods: 2 }), []],
  [
    'what happened on the first days of the first month counts for one more',
    regularly({
      ...{ key: 'ping', operator_value: 1, min_periods: 2, total_periods: 2 },
      ...{ time_value: 1, time_interval: 'month' },
    }),
    [2],
  ],
  [
    'regularly, or nearly',
    regularly({ operator_value: 1, min_periods: 1, total_periods: 7 }),
    [1, 2],
  ],
  ['regularly twice', regularly({ operator_value: 2, min_periods: 1, total_periods: 90 }), []],
  [
    'regularly at most twice: idle periods are none',
    regularly({ operator: 'lte', operator_value: 2, min_periods: 2, total_periods: 90 }),
    [1],
  ],
  ['stopped', changed('stopped_performing_event', 30, 3), [2]],
  ['stopped long ago', changed('stopped_performing_event', 5, 3), []],
  ['restarted', changed('restarted_performing_event', 30, 3), [1]],
  [
    'restarted on the very day: it counts as before',
    { ...changed('restarted_performing_event', 30, 1), key: 'ping' } as CohortLeaf,
    [],
  ],
  [
    'restarted the day after',
    { ...changed('restarted_performing_event', 30, 2), key: 'ping' } as CohortLeaf,
    [2],
  ],
  ['restarted, but never stopped', changed('restarted_performing_event', 90, 3), []],
  ['an action', did({ key: 4, event_type: 'actions', ...days(2) }), [1]],
])('%s', async (_what, node, persons) => {
  expect(await members(node)).toEqual(persons);
});

it('rejects filters that HogQL cannot express', () => {
  const unknown = person('sounds_like', '1.2.3');
  expect(() => cohortStatement({ properties: { type: 'AND', values: [unknown] } }, DATES)).toThrow(
    "The property operator 'sounds_like' is not supported yet",
  );
});

it.each([
  ['select distinct_id, person_id from events', ['distinct_id', 'person_id'], [1, 2]],
  ["select p.id from persons as p where p.properties.plan = 'pro'", ['id'], [1]],
  ['select person_id as who from events limit 100', ['who'], [1, 2]],
])('finds the persons of %s', async (source, columns, persons) => {
  const rows = await warehouse.rows(printHogQL(membersStatement(parseSelect(source), columns)));
  expect(rows.map(([id]) => Number(String(id).slice(-12))).sort()).toEqual(persons);
});
