import { fileProblem, formatOf, keysOf, nameOf } from './tables';

it('reads the format from the ending of a file', () => {
  expect(['a.csv', 'A.CSV', 'b.ndjson', 'c.parquet', 'd.xlsx', 'e'].map(formatOf)).toEqual([
    ...['CSVWithNames', 'CSVWithNames', 'JSONEachRow', 'Parquet'],
    ...[null, null],
  ]);
});

it('proposes a name that needs no quotes in a statement', () => {
  expect(['Customers 2026.csv', '2026-orders.parquet', '.csv'].map(nameOf)).toEqual([
    ...['customers_2026', 't_2026_orders', ''],
  ]);
});

it('rejects files that the server would reject', () => {
  expect(fileProblem({ size: 0 })).toMatch('empty');
  expect(fileProblem({ size: 50 * 1024 * 1024 })).toBeNull();
  expect(fileProblem({ size: 50 * 1024 * 1024 + 1 })).toMatch('50 MB');
});

it('proposes only fields with values as keys, not tables', () => {
  const field = (name: string) => ({ name, hogql_value: name, type: 'string' });
  const fields = {
    id: field('id'),
    person: { ...field('person'), table: 'persons', fields: ['id'] },
  };
  expect(keysOf({ name: 'customers', type: 'data_warehouse', fields })).toEqual(['id']);
  expect(keysOf(undefined)).toEqual([]);
});
