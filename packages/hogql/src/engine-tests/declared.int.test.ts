import { createIsolatedClickHouse } from '@tidemark/testing';
import type { CompileContext } from '../compile/context';
import { eventRow } from './test-support/rows';
import type { Warehouse } from './test-support/warehouse';
import { createWarehouse } from './test-support/warehouse';

/** The first value of each property defined its type; later values have other types. */
const EVENTS: Readonly<Record<string, object>> = {
  a: { amount: 5, paid: true, at: '2024-01-01T10:00:00Z', label: 'x', loose: 3 },
  b: { amount: '40', paid: 'false', at: 1704189600, label: 'y', loose: '7' },
  c: { amount: 19.99, paid: false, at: '2024-01-03', label: '5', loose: 'z' },
  d: { amount: 'many', paid: 'maybe', at: 'never' },
  e: { amount: null, paid: null, at: null },
};

const TYPES = { amount: 'Numeric', paid: 'Boolean', at: 'DateTime', label: 'String' } as const;

const typed: Partial<CompileContext> = {
  propertyTypes: (owner, key) =>
    owner === 'event' ? new Map(Object.entries(TYPES)).get(key) : undefined,
};

let warehouse: Warehouse;
beforeAll(async () => {
  warehouse = createWarehouse(await createIsolatedClickHouse());
  await warehouse.insert(
    'events',
    Object.entries(EVENTS).map(([event, properties]) => eventRow({ event, properties })),
  );
});
afterAll(() => warehouse.close());

/** The names of the events that fulfil a condition. */
async function kept(condition: string): Promise<string> {
  const statement = `select event from events where ${condition} order by event`;
  return (await warehouse.rows(statement, typed)).map(([event]) => String(event)).join('');
}

it.each<[string, readonly unknown[]]>([
  ['properties.amount', [5, 40, 19.99, null, null]],
  ['properties.paid', [true, false, false, null, null]],
  [
    'properties.at',
    [
      '2024-01-01 10:00:00.000000',
      '2024-01-02 10:00:00.000000',
      '2024-01-03 00:00:00.000000',
      null,
      null,
    ],
  ],
  ['properties.amount + 1', [6, 41, 20.99, null, null]],
  ['toString(properties.amount)', ['5', '40', '19.99', null, null]],
  ["concat(properties.amount, '!')", ['5!', '40!', '19.99!', '!', '!']],
  ["coalesce(properties.amount, 'none')", ['5', '40', '19.99', 'many', 'none']],
  ['coalesce(properties.amount, 0)', [5, 40, 19.99, 0, 0]],
  ["if(properties.paid, properties.amount, 'no')", ['5', 'no', 'no', 'no', 'no']],
  [
    "multiIf(properties.paid, properties.at, 'no')",
    ['2024-01-01T10:00:00Z', 'no', 'no', 'no', 'no'],
  ],
  ["nullIf(properties.amount, '40')", ['5', null, '19.99', 'many', null]],
  ['toFloatOrDefault(properties.at, 7)', [7, 1704189600, 7, 7, 7]],
  ['toDate(properties.at)', ['2024-01-01', '2024-01-02', '2024-01-03', null, null]],
  ["dateDiff('day', properties.at, toDateTime('2024-01-05'))", [4, 3, 2, null, null]],
  ['greatest(properties.amount, 20)', [20, 40, 20, 20, 20]],
])('selects %s', async (expression, expected) => {
  const rows = await warehouse.rows(`select ${expression} from events order by event`, typed);
  expect(rows.map(([value]) => value)).toEqual(expected);
});

it.each([
  // Numbers.
  ['properties.amount > 10', 'bc'],
  ["properties.amount > '10'", 'bc'],
  ['properties.amount = 5', 'a'],
  ["properties.amount = '5'", 'a'],
  ["properties.amount = '5.0'", 'a'],
  ["properties.amount = 'many'", 'd'],
  ['properties.amount != 5', 'bcde'],
  ['not (properties.amount = 5)', 'bcde'],
  ['properties.amount is null', 'de'],
  ['properties.amount between 5 and 20', 'ac'],
  ['properties.amount in (5, 40)', 'ab'],
  ["properties.amount in ('5', '40')", 'ab'],
  ["properties.amount in ('5', 'many')", 'ad'],
  ["properties.amount not in ('5')", 'bcde'],
  ["properties.amount like '1%'", 'c'],
  ["properties.amount =~ '^m'", 'd'],
  ['properties.amount = properties.label', 'de'],
  ['properties.amount > properties.loose', 'ab'],
  ['properties.amount = event', ''],
  ['properties.amount in (select properties.amount from events)', 'abcde'],
  ['properties.amount in (select properties.label from events)', 'ae'],
  ['properties.amount in (select event from events)', ''],
  ['properties.loose in (select properties.amount - 2 from events)', 'acde'],
  // Booleans.
  ['properties.paid', 'a'],
  ['not properties.paid', 'bc'],
  ['properties.paid = true', 'a'],
  ['properties.paid = false', 'bc'],
  ['properties.paid != true', 'bcde'],
  ["properties.paid = 'true'", 'a'],
  ["properties.paid = 'maybe'", 'd'],
  ['properties.paid = 1', 'a'],
  ["properties.paid in ('false')", 'bc'],
  ['properties.paid in (true)', 'a'],
  ['properties.paid = event', ''],
  ["properties.paid ilike 'MAY%'", 'd'],
  ['properties.paid and properties.amount = 5', 'a'],
  // Times.
  ["properties.at > '2024-01-02'", 'bc'],
  ["properties.at >= '2024-01-02 10:00:00'", 'bc'],
  ["properties.at = '2024-01-03'", 'c'],
  ["properties.at < toDate('2024-01-02')", 'a'],
  ["properties.at > toDateTime('2024-01-02 00:00:00')", 'bc'],
  ['properties.at > 1704000000', 'b'],
  ['properties.at in (1704189600, 1)', 'b'],
  ["properties.at in ('2024-01-01 10:00:00')", 'a'],
  ["properties.at like '2024%'", 'ac'],
  ["properties.at = 'never'", ''],
  ['properties.at < timestamp', 'abc'],
  // Text keeps the rules of text.
  ["properties.label = '5'", 'c'],
  ['properties.label = 5', 'c'],
  ['properties.label > 4', 'c'],
])('%s keeps %s', async (condition, expected) => {
  expect(await kept(condition)).toBe(expected);
});

it('aggregates and orders by type', async () => {
  const statement = `select sum(properties.amount), max(properties.amount), min(properties.amount),
    avg(properties.paid), max(properties.paid), min(properties.at), sum(properties.at),
    count(properties.amount), argMax(event, properties.amount) from events`;
  expect(await warehouse.rows(statement, typed)).toEqual([
    [64.99, 40, 5, 1 / 3, true, '2024-01-01 10:00:00.000000', 1704189600, 3, 'b'],
  ]);
  const ordered = await warehouse.rows(
    'select event from events where properties.amount is not null order by properties.amount desc',
    typed,
  );
  expect(ordered).toEqual([['b'], ['c'], ['a']]);
  const grouped = await warehouse.rows(
    'select properties.paid as p, count() from events group by p order by p',
    typed,
  );
  expect(grouped).toEqual([
    [false, 2],
    [true, 1],
    [null, 2],
  ]);
});

it('types properties of a bag that went through a sub-query', async () => {
  const inner = '(select event, properties as p, properties.amount as amount from events)';
  const rows = await warehouse.rows(
    `select p.amount, p.paid, amount from ${inner} where p.amount > 10 and amount < 30`,
    typed,
  );
  expect(rows).toEqual([[19.99, false, 19.99]]);
  const twice = await warehouse.rows(
    `select q.amount from (select p as q from ${inner}) where q.amount = 5`,
    typed,
  );
  expect(twice).toEqual([[5]]);
});

it('shows times in the zone of the project', async () => {
  const rows = await warehouse.rows(
    "select properties.at from events where event in ('a', 'c') order by event",
    {
      ...typed,
      timezone: 'Europe/Berlin',
    },
  );
  expect(rows).toEqual([['2024-01-01 11:00:00.000000'], ['2024-01-03 00:00:00.000000']]);
});

it('reads paths inside a declared property as text', async () => {
  await warehouse.insert('events', [
    eventRow({ event: 'deep', properties: { amount: { net: 3 } } }),
  ]);
  const rows = await warehouse.rows(
    "select properties.amount, properties.amount.net from events where event = 'deep'",
    typed,
  );
  expect(rows).toEqual([[null, '3']]);
});

it('uses the definitions of the owner', async () => {
  const owners: string[] = [];
  const propertyTypes: CompileContext['propertyTypes'] = (owner, key) => {
    owners.push(`${owner}.${key}`);
    return undefined;
  };
  await warehouse.rows(
    `select properties.a, person.properties.b, poe.properties.c, group_0.properties.d,
      group_4.properties.e, properties.$ai_trace_id from events`,
    { propertyTypes },
  );
  await warehouse.rows('select properties.f from persons', { propertyTypes });
  await warehouse.rows('select properties.g from groups', { propertyTypes });
  expect(new Set(owners)).toEqual(
    new Set(['event.a', 'person.b', 'person.c', 'group_0.d', 'group_4.e', 'person.f']),
  );
});
