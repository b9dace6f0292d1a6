import { parseSelect, printHogQL } from '@tidemark/hogql';
import type { WarehouseSeries } from './warehouse-series';
import { overTable } from './warehouse-series';

const series = (table: string): WarehouseSeries => ({
  kind: 'DataWarehouseNode',
  id: table,
  table_name: table,
  id_field: 'order_id',
  timestamp_field: 'paid_at',
  distinct_id_field: 'buyer.id',
});

it.each(['orders', 'events'])(
  'gives the same results for the rows of %s as for events',
  (table) => {
    const statement = parseSelect('select e.uuid, e.distinct_id from events as e');
    expect(printHogQL(overTable(statement, series(table)))).toBe(
      `SELECT toString(e.order_id), toString(e.buyer.id) FROM ${table} AS e`,
    );
  },
);
