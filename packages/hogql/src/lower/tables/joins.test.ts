import { compileHogQL } from '../../compile/compile-hogql';
import { compileContext } from '../../compile/test-support/context';
import { unguardedScans } from '../../compile/test-support/unguarded-scans';
import { parseSelect } from '../../syntax/parser';
import { referencedJoinNames } from '../../analysis/referenced-join-names';
import type { TableJoin } from '../../catalogue/joins';

const customers = {
  name: 'customers',
  number: 7,
  version: 1,
  columns: [
    { name: 'email', key: 'email', type: 'string' as const },
    { name: 'plan', key: 'plan', type: 'string' as const },
    { name: 'id', key: 'id', type: 'integer' as const },
  ],
};
const join = (changes: Partial<TableJoin>): TableJoin => ({
  name: 'customer',
  source: 'events',
  sourceKey: ['distinct_id'],
  joining: 'customers',
  joiningKey: ['email'],
  view: null,
  ...changes,
});
const compiled = (query: string, ...joins: TableJoin[]) =>
  compileHogQL(query, compileContext({ warehouseTables: [customers], joins }));

it.each([
  ['select customer.plan from events', join({})],
  ['select events.customer.plan, count() from events group by 1', join({})],
  ['select e.customer.plan as plan from events as e where e.customer.plan is not null', join({})],
  [
    'select customer.plan from persons',
    join({ source: 'persons', sourceKey: ['properties', 'email'] }),
  ],
  [
    'select person.customer.plan from events',
    join({ source: 'persons', sourceKey: ['properties', 'email'] }),
  ],
  ['select pdi.person.customer.plan from events', join({ source: 'persons', sourceKey: ['id'] })],
  [
    'select people.properties.name from customers',
    join({
      name: 'people',
      source: 'customers',
      sourceKey: ['email'],
      joining: 'persons',
      joiningKey: ['properties', 'email'],
    }),
  ],
  [
    'select happened.event from customers',
    join({
      name: 'happened',
      source: 'customers',
      sourceKey: ['id'],
      joining: 'events',
      joiningKey: ['distinct_id'],
    }),
  ],
])('guards both sides and joins only once: %s', (query, ...joins) => {
  const { sql } = compiled(query, ...joins);
  expect(unguardedScans(sql, 1)).toEqual([]);
  expect(sql.match(/ LEFT JOIN /g)?.length).toBeGreaterThanOrEqual(1);
  expect(sql.match(/AS r1 ON /g)).toHaveLength(1);
});

it('makes only joins that are read, and shows none in SELECT *', () => {
  const plain = compiled('select * from events');
  expect(compiled('select * from events', join({})).sql).toBe(plain.sql);
});

it('follows joins that lead to joins, and stops at cycles', () => {
  const there = join({});
  const back = join({
    name: 'back',
    source: 'customers',
    sourceKey: ['email'],
    joining: 'events',
    joiningKey: ['distinct_id'],
  });
  const { sql } = compiled('select customer.back.customer.plan from events', there, back);
  expect(sql.match(/AS r\d+ ON /g)).toHaveLength(3);
  const view = join({
    name: 'self',
    joining: 'v',
    view: parseSelect('select events.self.plan as plan, distinct_id as email from events'),
  });
  expect(() => compiled('select self.plan from events', view)).toThrow('expansions');
});

it.each([
  ['select customer from events', "Can't select a table"],
  ['select customer.nope from events', 'Field not found: nope'],
  ['select customer.plan from persons', 'Unable to resolve field: customer'],
])('rejects %s', (query, message) => {
  expect(() => compiled(query, join({}))).toThrow(message);
});

it('reports an invalid key', () => {
  expect(() => compiled('select customer.plan from events', join({ sourceKey: ['nope'] }))).toThrow(
    'The join key nope is not a column of its table',
  );
});

it.each([
  ['select event, properties.a.b, person.properties.x from events where e.properties.y = 1', ['e']],
  ['select events.event, session.$start_timestamp from events', []],
  ['select customer.plan from events as e', ['customer']],
  ['select person.customer.plan from events', ['customer']],
  ['select c.person.id from customers as c', ['person']],
])('names what could be a join: %s', (query, names) => {
  expect(referencedJoinNames(parseSelect(query))).toEqual(names);
});
