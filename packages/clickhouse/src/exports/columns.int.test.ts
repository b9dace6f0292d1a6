import { createLogger } from '@tidemark/platform';
import { sharedEngineUrls } from '@tidemark/testing';
import { createClickHouse } from '..';
import { selectList } from './columns';

const clickhouse = createClickHouse({
  url: sharedEngineUrls().clickhouse,
  logger: createLogger('test', 'warn'),
});
afterAll(() => clickhouse.close());

it('escapes CSV cells that a spreadsheet would run as formulas, unless escaping is disabled', async () => {
  const written = (escapeFormulas: boolean) => {
    const { sql } = selectList(
      [
        { name: 'a', value: 'value', kind: 'text' },
        { name: 'n', value: '-5', kind: 'number' },
      ],
      { format: 'CSV', escapeFormulas },
    );
    const values =
      "['=1+1', '+1', '-2+3', '-5', '-1.5e3', '@a', '\\t=1', '\\r=1', '\uff1d1', 'a=1']";
    return clickhouse.query<[string, number]>({
      name: 'test_csv',
      sql: `SELECT ${sql} FROM (SELECT arrayJoin(${values}) AS value)`,
    });
  };
  const cells = (rows: readonly (readonly [string, number])[]) => rows.map(([cell]) => cell);
  expect(cells((await written(true)).rows)).toEqual([
    ...["'=1+1", "'+1", "'-2+3", '-5', '-1.5e3', "'@a", "'\t=1", "'\r=1", "'\uff1d1", 'a=1'],
  ]);
  expect(cells((await written(false)).rows).slice(0, 2)).toEqual(['=1+1', '+1']);
});
