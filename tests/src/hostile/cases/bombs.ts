import type { Attack } from './case';
import { attacks } from './case';

const times = (count: number, text: (index: number) => string, separator = ', '): string =>
  Array.from({ length: count }, (_, index) => text(index)).join(separator);

const nested = (depth: number, open: string, core: string, close: string): string =>
  open.repeat(depth) + core + close.repeat(depth);

/** A chain of aliases, each of which uses the previous one twice, so that the statement grows exponentially. */
const doubling = (count: number): string =>
  `select 'x' as a0, ${times(count, (n) => `concat(a${n}, a${n}) as a${n + 1}`)}`;

const ctes = (count: number): string => {
  const chain = times(
    count,
    (n) => `c${n + 1} as (select a.event as event from c${n} a join c${n} b on a.event = b.event)`,
  );
  return `with c0 as (select event from events), ${chain} select * from c${count}`;
};

/** Computations on constants, which the engine does before it checks its time limit. */
const CONSTANT_SORT = (n: number): string =>
  `arraySum(arrayMap(x -> arraySum(arraySort(y -> -y * (x + ${n}), range(toInt(5000 + x % 2)))), range(5000)))`;

/** Attempts to exhaust time, memory or the stack. */
export const bombs: readonly Attack[] = [
  ...attacks('rejected', [
    `select ${nested(5_000, '(', '1', ')')}`,
    `select ${nested(5_000, '[', '1', ']')}`,
    `select ${nested(5_000, 'not ', '1', '')}`,
    `select ${nested(5_000, '- ', '1', '')}`,
    `select ${nested(2_000, 'abs(', '1', ')')}`,
    `select * from ${nested(2_000, '(select * from ', 'events', ')')}`,
    `select ${nested(2_000, 'if(1, ', '1', ', 2)')}`,
    `select ${nested(2_000, 'case when 1 then ', '1', ' end')}`,
    `select ${nested(2_000, 'x -> ', '1', '')}`,
    `select 1${'::int'.repeat(5_000)}`,
    `select 1${' + 1'.repeat(60_000)}`,
    `select ${times(60_000, String)}`,
    `select 1 in (${times(60_000, String)})`,
    `select '${'x'.repeat(300_000)}'`,
    `select 1 -- ${'x'.repeat(300_000)}`,
    `select 1${' union all select 1'.repeat(30_000)}`,
    doubling(60),
    ctes(20),
    `with ${times(300, (n) => `c${n} as (select event from events)`)} select 1 from ${times(300, (n) => `c${n}`)}`,
    `select ${times(300, () => '(select count() from events)')}`,
  ]),
  ...attacks('stopped', [
    'select sum(number) from numbers(1000000000000)',
    'select count() from numbers((select sum(number) from numbers(1000000000000)))',
    `select count() from numbers(toInt(${times(200, CONSTANT_SORT, ' + ')}))`,
    'select sum(a.number * b.number) from numbers(10000000) a cross join numbers(10000000) b',
    'select count() from numbers(100000) a join numbers(100000) b on a.number % 2 = b.number % 2',
    'select length(groupArray(number)) from numbers(1000000000)',
    "select length(groupArray(repeat('x', 1000))) from numbers(100000000)",
    'select uniqExact(number) from numbers(10000000000)',
    'select count() from (select number from numbers(10000000000) group by number)',
    'select number from numbers(10000000000) where number in (select number from numbers(1000000000)) limit 1',
    'select length(range(1000000000))',
    'select length(arrayMap(x -> range(100000), range(100000)))',
    "select length(repeat(repeat('x', 1000000), 100000))",
    "select length(replaceAll(replaceAll(repeat('a', 100000), 'a', repeat('b', 100000)), 'b', 'cc'))",
    "select length(arrayStringConcat(arrayMap(x -> repeat('x', 100000), range(100000))))",
    'select length(arrayFold((acc, x) -> arrayConcat(acc, acc), range(64), [1]))',
    'select length(arrayResize([1], 1000000000000))',
    'select length(geohashesInBox(-180, -90, 180, 90, 12))',
    'select length(h3ToChildren(599405990164561919, 15))',
    'select length(mapPopulateSeries(map(0, 1, 4000000000, 1)))',
    "select multiMatchAny('aaaa', ['((a{1,100}){1,100}){1,100}b'])",
    "select match('aaaa', '((a{1,100}){1,100}){1,100}b')",
    "select count() from events where distinct_id =~ '(((((x{1,99}){1,99}){1,99}){1,99}){1,99})'",
    `select ${times(200, CONSTANT_SORT)}`,
    `select ${times(200, (n) => `length(arrayFold((acc, x) -> arrayConcat(acc, acc), [${times(22, () => '1')}], [${n}]))`)}`,
    `select ${times(200, (n) => `(select sum(number) from numbers(100000000000) where number % ${n + 2} = 1)`)}`,
    `select count() from numbers(10) where ${times(50, (n) => `number in (select number from numbers(1000000000) where number % ${n + 2} = 1)`, ' or ')}`,
    'select repeat(toString(number), 100000) from numbers(10000) limit 10000',
    'select sum(number) over (order by number) from numbers(1000000000)',
    'select row_number() over (partition by number order by number) from numbers(1000000000) order by 1',
  ]),
  ...attacks('guarded', [
    `select properties${'.a'.repeat(5_000)} from events`,
    `select event from events where event in (${times(20_000, (n) => `'${n}'`)})`,
    `select ${times(2_000, (n) => `event as e${n}`)} from events`,
    `select count() from events where ${times(3_000, (n) => `event = '${n}'`, ' or ')}`,
    'select number from numbers(1000000000) order by -number limit 3',
    'select topK(16777215)(number), histogram(250)(number), uniqUpTo(100)(number) from numbers(1000)',
    'select groupArraySample(1000000000)(number) from numbers(10)',
    `select ${'('.repeat(100)}1${')'.repeat(100)}`,
    'select * from events limit 100000000000000000000',
    'select * from events limit 10 offset 9007199254740993',
    'select event from events limit 0',
    'select * from numbers(9223372036854775807) limit 1',
    'select * from numbers(-1)',
    'select * from numbers(1e30)',
    'select number from numbers(10) limit 9007199254740991',
    'select 1e400, -1e400, 0xffffffffffffffffffffffff, 99999999999999999999999999999999999999',
  ]),
  {
    query: 'select {v}',
    values: { v: Array.from({ length: 100_000 }, () => 1) },
    outcome: 'rejected',
  },
  { query: 'select {v}', values: { v: deep(3_000) }, outcome: 'rejected' },
  { query: 'select {v}', values: { v: 'x'.repeat(2_000_000) }, outcome: 'guarded' },
];

function deep(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}
