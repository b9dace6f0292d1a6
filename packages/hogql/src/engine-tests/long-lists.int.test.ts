import { createIsolatedClickHouse } from '@tidemark/testing';
import { compileHogQL } from '../compile/compile-hogql';
import { compileContext } from '../compile/test-support/context';
import { eventRow } from './test-support/rows';
import type { Warehouse } from './test-support/warehouse';
import { createWarehouse } from './test-support/warehouse';

let warehouse: Warehouse;

beforeAll(async () => {
  warehouse = createWarehouse(await createIsolatedClickHouse());
  await warehouse.insert(
    'events',
    ['a', 'b', '', 'x\u001fy', "q'\\"].map((event) =>
      eventRow({ event, properties: { p: event } }),
    ),
  );
});

afterAll(() => warehouse.close());

const filler = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `filler ${index}`);

describe('IN with a long list of texts', () => {
  it.each([
    ['event in {list}', filler(500), []],
    ['event in {list}', ['a', ...filler(500)], ['a']],
    ['event in {list}', [...filler(500), ''], ['']],
    ['event in {list}', ['x\u001fy', 'a\u001e', ...filler(500)], ['x\u001fy']],
    ['event in {list}', ["q'\\", ...filler(20_000)], ["q'\\"]],
    ['event not in {list}', ['a', 'b', '', ...filler(500)], ["q'\\", 'x\u001fy']],
    ['properties.p in {list}', ['b', ...filler(500)], ['b']],
    ['properties.missing not in {list}', filler(500), ['', 'a', 'b', "q'\\", 'x\u001fy']],
    ['properties.missing in {list}', filler(500), []],
  ])('%s', async (condition, list, expected) => {
    const source = `select event from events where ${condition} order by event`;
    const rows = await warehouse.rows(source, { values: { list } });
    expect(rows.flat()).toEqual(expected);
  });

  it('is one bound parameter', () => {
    const context = compileContext({ values: { list: filler(5_000) } });
    const { params } = compileHogQL('select event from events where event in {list}', context);
    expect(Object.keys(params)).toHaveLength(2);
  });
});
