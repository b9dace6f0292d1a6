import { createIsolatedClickHouse } from '@tidemark/testing';
import { compileHogQL } from '../compile/compile-hogql';
import { compileContext } from '../compile/test-support/context';
import type { WarehouseEntry } from '../catalogue/warehouse-tables';
import { eventRow, personRow, uuid } from './test-support/rows';
import type { Warehouse } from './test-support/warehouse';
import { createWarehouse } from './test-support/warehouse';

/** Data-warehouse tables of a project, as the loader stores them. */
const orders: WarehouseEntry = {
  name: 'orders',
  number: 7,
  version: 3,
  columns: [
    { name: 'customer', key: 'c0', type: 'string' },
    { name: 'amount', key: 'c1', type: 'float' },
    { name: 'count', key: 'c2', type: 'integer' },
    { name: 'paid', key: 'c3', type: 'boolean' },
    { name: 'day', key: 'c4', type: 'date' },
    { name: 'at', key: 'c5', type: 'datetime' },
    // Names of the table's own physical columns, and other names that need care.
    { name: 'team_id', key: 'c6', type: 'string' },
    { name: 'version', key: 'c7', type: 'string' },
    { name: 'table_id', key: 'c8', type: 'string' },
    { name: 'cells', key: 'c9', type: 'string' },
    { name: 'a.b `c` {d:String} --', key: 'c10', type: 'string' },
    { name: 't', key: 'c11', type: 'string' },
  ],
};
const tables = { warehouseTables: [orders] };

let warehouse: Warehouse;

const stored = (
  cells: object,
  place: { team?: number; table?: number; version?: number } = {},
) => ({
  team_id: place.team ?? 1,
  table_id: place.table ?? 7,
  version: place.version ?? 3,
  number: 1,
  cells,
});

beforeAll(async () => {
  warehouse = createWarehouse(await createIsolatedClickHouse());
  const odd = { c6: '2', c7: '9', c8: '8', c9: '{}', c10: 'odd', c11: 'tee' };
  await warehouse.insert('warehouse_rows', [
    stored({
      ...odd,
      c0: 'ada',
      c1: '19.5',
      c2: '2',
      c3: 'true',
      c4: '1969-07-20',
      c5: '2024-03-01T10:00:00+02:00',
    }),
    stored({ c0: 'bob', c1: 'many', c2: '2.5', c3: 'perhaps', c4: 'soon', c5: 'later' }),
    stored({ c0: 'SECRET' }, { team: 2 }),
    stored({ c0: 'SECRET' }, { table: 8 }),
    stored({ c0: 'SECRET' }, { version: 2 }),
    stored({ c0: 'SECRET' }, { version: 9 }),
  ]);
  await warehouse.insert('events', [
    eventRow({ event: 'buy', distinctId: 'ada', personId: uuid(1) }),
    eventRow({ event: 'buy', distinctId: 'eve', personId: uuid(2) }),
  ]);
  await warehouse.insert('person', [personRow({ id: uuid(1), properties: { name: 'ada' } })]);
});
afterAll(() => warehouse.close());

it.each<[string, readonly unknown[]]>([
  ['customer', ['ada', 'bob']],
  ['amount * 2', [39, null]],
  ['count + 1', [3, null]],
  ['paid', [true, null]],
  ['day', ['1969-07-20', null]],
  ['at', ['2024-03-01 08:00:00.000000', null]],
  ['team_id', ['2', null]],
  ['version', ['9', null]],
  ['table_id', ['8', null]],
  ['cells', ['{}', null]],
  ['`a.b \\`c\\` {d:String} --`', ['odd', null]],
  ['t', ['tee', null]],
])('reads %s by its type, and what cannot be read is null', async (expression, expected) => {
  const rows = await warehouse.rows(`select ${expression} from orders order by customer`, tables);
  expect(rows.flat()).toEqual(expected);
});

it.each([
  ['select count() from orders', [[2]]],
  ['select o.customer from orders o where o.amount > 1 and o.count = 2 and o.paid', [['ada']]],
  ["select customer from orders where at >= '2024-03-01' and day < '1970-01-01'", [['ada']]],
  [
    'select e.event, o.amount from events e join orders o on e.distinct_id = o.customer',
    [['buy', 19.5]],
  ],
  [
    'select o.customer, p.id from orders o left join persons p on p.properties.name = o.customer order by 1',
    [
      ['ada', uuid(1)],
      ['bob', uuid(0).replace(/[1-9a-f]/g, '0')],
    ],
  ],
  ['with x as (select customer from orders) select count() from x', [[2]]],
  ['select distinct_id from events where distinct_id in (select customer from orders)', [['ada']]],
  ["select customer from orders where team_id = '2' and version = '9'", [['ada']]],
])('%s', async (statement, expected) => {
  expect(await warehouse.rows(statement, tables)).toEqual(expected);
});

it('has all columns under their names', async () => {
  const compiled = compileHogQL('select * from orders', compileContext(tables));
  expect(compiled.columns).toEqual(orders.columns.map(({ name }) => name));
  expect(JSON.stringify(await warehouse.rows('select * from orders', tables))).not.toMatch(
    /SECRET/,
  );
});

it('never shows rows of another project, table or version to any caller', async () => {
  for (const projectId of [2, 3]) {
    const rows = await warehouse.rows('select customer from orders', { ...tables, projectId });
    expect(rows).toEqual(projectId === 2 ? [['SECRET']] : []);
  }
  expect(JSON.stringify(await warehouse.rows('select customer from orders', tables))).toBe(
    '[["ada"],["bob"]]',
  );
});

it('cannot be read before its first load, and is unknown when it was not created', () => {
  const waiting = { warehouseTables: [{ ...orders, version: null }] };
  expect(() => compileHogQL('select 1 from orders', compileContext(waiting))).toThrow(
    /has no data yet/,
  );
  expect(() => compileHogQL('select 1 from orders', compileContext())).toThrow(/Unknown table/);
});

it('cannot have the name of a table of HogQL', () => {
  const impostor = { warehouseTables: [{ ...orders, name: 'events' }] };
  const { sql } = compileHogQL('select event from events', compileContext(impostor));
  expect(sql).not.toContain('warehouse_rows');
});
