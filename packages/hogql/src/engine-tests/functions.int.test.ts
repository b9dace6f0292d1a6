import { createIsolatedClickHouse } from '@tidemark/testing';
import { baseAggregates } from '../functions/declared/base-aggregates';
import { scalarFunctions } from '../functions/declared/scalars';
import { windowFunctions } from '../functions/declared/window';
import { eventRow } from './test-support/rows';
import type { Warehouse } from './test-support/warehouse';
import { createWarehouse } from './test-support/warehouse';

let warehouse: Warehouse;

beforeAll(async () => {
  warehouse = createWarehouse(await createIsolatedClickHouse());
  await warehouse.insert('events', [
    eventRow({ event: 'a', timestamp: '2024-03-01 10:00:00.25', properties: { n: 1, s: 'x,y' } }),
    eventRow({ event: 'b', timestamp: '2024-03-01 10:01:00', properties: { n: 3 } }),
  ]);
});

afterAll(() => warehouse.close());

describe('the allow-list', () => {
  it('names functions that the engine has', async () => {
    const rows = await warehouse.raw('SELECT name FROM system.functions');
    const known = new Set(rows.flat());
    const wanted = [...scalarFunctions, ...baseAggregates, ...windowFunctions];
    expect(wanted.map((spec) => spec.engine).filter((name) => !known.has(name))).toEqual([]);
  });

  it.each([
    // conversions never throw
    ["toInt('12')", 12],
    ["toInt('x')", null],
    ["toInt('1.5')", null],
    ["toFloat('1.5')", 1.5],
    ["toFloat('abc')", null],
    ["toFloatOrZero('abc')", 0],
    ["toFloatOrDefault('abc', 7)", 7],
    ["toIntOrZero('abc')", 0],
    ["toUUID('no')", null],
    ["toBool('true')", true],
    ["toBool('no idea')", null],
    ["toDate('2024-02-03')", '2024-02-03'],
    ["toDate('nonsense')", null],
    ["toDateTime('nonsense')", null],
    ["toDateTime('2024-02-03 04:05:06')", '2024-02-03 04:05:06.000000'],
    ['toDateTime(1700000000)', '2023-11-14 22:13:20'],
    ['fromUnixTimestamp(1700000000)', '2023-11-14 22:13:20.000000'],
    ["parseDateTime('03/02/2024', '%d/%m/%Y')", '2024-02-03 00:00:00'],
    ["toDecimal('1.55', 1)", 1.5],
    ["'12'::int", 12],
    ["cast('x' as float)", null],
    ['toString(1)', '1'],
    ["base64Decode('!!!')", ''],
    // operators and logic
    ['1 + 2 * 3', 7],
    ['7 % 0', 0],
    ['intDiv(7, 0)', 0],
    ['1 / 4', 0.25],
    ["'a' || null || 1", 'a1'],
    ["concat('a', null, 'b')", 'ab'],
    ['null = null', 1],
    ['null != null', 0],
    ['1 = null', 0],
    ['1 != null', 1],
    ['1 < null', 0],
    ['1 in (1, null)', 1],
    ['null in (1, null)', 1],
    ['null not in (1)', 1],
    ['1 ? 2 : 3', 2],
    ['null ?? 5', 5],
    ["case 2 when 1 then 'a' when 2 then 'b' else 'c' end", 'b'],
    ["multiIf(0, 'a', 1, 'b', 'c')", 'b'],
    ['true and 1 and not false', 1],
    // text, arrays, JSON, URLs
    ["upper('a')", 'A'],
    ["UPPER('a')", 'A'],
    ["splitByChar(',', 'a,b')[2]", 'b'],
    ["replaceRegexpAll('a1b2', '[0-9]', '')", 'ab'],
    ["extract('id=42', 'id=([0-9]+)')", '42'],
    ['arrayMap(x -> x * 2, [1, 2])', [2, 4]],
    ['arrayReverseSort([1, 3, 2])', [3, 2, 1]],
    ['[1, 2, 3][2:3]', [2, 3]],
    ["tuple('a', 1).1", 'a'],
    ["JSONExtractInt('{\"a\":{\"b\":2}}', 'a', 'b')", 2],
    ["JSONExtract('{\"a\":[1,2]}', 'a', 'Array(Int64)')", [1, 2]],
    ["domain('https://ex.com/p?q=1')", 'ex.com'],
    ["JSONExtractString('not json', 'a')", ''],
    // dates
    ["dateDiff('day', toDate('2024-01-01'), toDate('2024-01-03'))", 2],
    ["dateAdd('day', 1, toDate('2024-01-01'))", '2024-01-02'],
    ["toDate('2024-01-01') + interval 1 month", '2024-02-01'],
    ["dateTrunc('month', toDateTime('2024-02-03 04:05:06'))", '2024-02-01'],
    [
      "toStartOfInterval(toDateTime('2024-02-03 04:05:06'), interval 1 hour)",
      '2024-02-03 04:00:00',
    ],
    ["formatDateTime(toDateTime('2024-02-03'), '%Y/%m')", '2024/02'],
  ])('%s', async (expression, expected) => {
    expect(await warehouse.rows(`select ${expression}`)).toEqual([[expected]]);
  });

  it.each([
    ['count()', 2],
    ['count(*)', 2],
    ['COUNT(properties.s)', 1],
    ['count(distinct event)', 2],
    ["countIf(event = 'a')", 1],
    ["count() filter (where event = 'b')", 1],
    ['sum(properties.n)', 4],
    ["sumIf(properties.n, event = 'b')", 3],
    ['avg(properties.n)', 2],
    ['median(properties.n)', 2],
    ['quantile(0.5)(properties.n)', 2],
    ['quantiles(0, 1)(properties.n)', [1, 3]],
    ['min(event)', 'a'],
    ['argMax(event, timestamp)', 'b'],
    ['uniq(event)', 2],
    ['countDistinct(event)', 2],
    ['groupArray(1)(event)', ['a']],
    ['arraySort(groupUniqArray(event))', ['a', 'b']],
    ['sumOrNull(toInt(properties.missing))', null],
    ["windowFunnel(3600)(timestamp, event = 'a', event = 'b')", 2],
    ["windowFunnel(3600, 'strict_order')(timestamp, event = 'b', event = 'a')", 1],
    ["sequenceMatch('(?1)(?2)')(timestamp, event = 'a', event = 'b')", 1],
    ["retention(event = 'a', event = 'b')", [1, 1]],
  ])('%s over events', async (expression, expected) => {
    expect(await warehouse.rows(`select ${expression} from events`)).toEqual([[expected]]);
  });

  it('avgArray and medianArray of no rows are NULL', async () => {
    const averages = 'ifNull(avgArray([1]), 7), ifNull(medianArray([1]), 7)';
    expect(await warehouse.rows(`select ${averages} from numbers(0)`)).toEqual([[7, 7]]);
  });

  it('computes window functions', async () => {
    const rows = await warehouse.rows(
      `select event, row_number() over (order by event), lag(event) over (order by event),
         lead(event) over (order by event), sum(toInt(properties.n)) over (order by event rows between unbounded preceding and current row)
       from events order by event`,
    );
    expect(rows).toEqual([
      ['a', 1, null, 'b', 1],
      ['b', 2, 'a', null, 4],
    ]);
  });
});
