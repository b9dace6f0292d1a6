import { createIsolatedClickHouse } from '@tidemark/testing';
import { eventRow } from './test-support/rows';
import type { Warehouse } from './test-support/warehouse';
import { createWarehouse } from './test-support/warehouse';

type Value = string | null;

const VALUES: readonly Value[] = [null, 'a', 'b'];

let warehouse: Warehouse;

/** An event for every pair of values; missing keys and JSON nulls are both NULL. */
beforeAll(async () => {
  warehouse = createWarehouse(await createIsolatedClickHouse());
  await warehouse.insert(
    'events',
    VALUES.flatMap((x) =>
      VALUES.map((y, index) =>
        eventRow({
          event: `${x} ${y}`,
          properties: { ...(x !== null && { x }), ...((y !== null || index % 2 === 0) && { y }) },
        }),
      ),
    ),
  );
});

afterAll(() => warehouse.close());

const matches = (text: string, pattern: string): boolean => text.includes(pattern);

/** The result for two values that are not NULL, and the results with NULL (`docs/wire/hogql.md#null-comparison`). */
const OPERATORS: readonly {
  readonly op: string;
  readonly holds: (x: string, y: string) => boolean;
  readonly bothNull: boolean;
  readonly oneNull: boolean;
}[] = [
  { op: '=', holds: (x, y) => x === y, bothNull: true, oneNull: false },
  { op: '!=', holds: (x, y) => x !== y, bothNull: false, oneNull: true },
  { op: 'like', holds: (x, y) => x === y, bothNull: true, oneNull: false },
  { op: 'not like', holds: (x, y) => x !== y, bothNull: false, oneNull: true },
  { op: 'ilike', holds: (x, y) => x === y, bothNull: true, oneNull: false },
  { op: 'not ilike', holds: (x, y) => x !== y, bothNull: false, oneNull: true },
  { op: '=~', holds: matches, bothNull: true, oneNull: false },
  { op: '!~', holds: (x, y) => !matches(x, y), bothNull: false, oneNull: true },
  { op: '=~*', holds: matches, bothNull: true, oneNull: false },
  { op: '!~*', holds: (x, y) => !matches(x, y), bothNull: false, oneNull: true },
  { op: '<', holds: (x, y) => x < y, bothNull: false, oneNull: false },
  { op: '<=', holds: (x, y) => x <= y, bothNull: false, oneNull: false },
  { op: '>', holds: (x, y) => x > y, bothNull: false, oneNull: false },
  { op: '>=', holds: (x, y) => x >= y, bothNull: false, oneNull: false },
];

function expected(operator: (typeof OPERATORS)[number], x: Value, y: Value): boolean {
  if (x !== null && y !== null) return operator.holds(x, y);
  return x === null && y === null ? operator.bothNull : operator.oneNull;
}

async function eventsWhere(condition: string): Promise<unknown[]> {
  const rows = await warehouse.rows(`select event from events where ${condition} order by event`);
  return rows.flat();
}

const pairs = VALUES.flatMap((x) => VALUES.map((y) => [x, y] as const));
const named = (chosen: readonly (readonly [Value, Value])[]): string[] =>
  chosen.map(([x, y]) => `${x} ${y}`).sort();

describe('comparisons when something is NULL', () => {
  it.each(OPERATORS)('two expressions: $op', async (operator) => {
    const { op } = operator;
    const holding = pairs.filter(([x, y]) => expected(operator, x, y));
    const others = pairs.filter(([x, y]) => !expected(operator, x, y));
    expect(await eventsWhere(`properties.x ${op} properties.y`)).toEqual(named(holding));
    expect(await eventsWhere(`not (properties.x ${op} properties.y)`)).toEqual(named(others));
  });

  it.each(OPERATORS)('one constant: $op', async (operator) => {
    const { op } = operator;
    const holding = pairs.filter(([x]) => expected(operator, x, 'a'));
    const mirrored = pairs.filter(([x]) => expected(operator, 'a', x));
    expect(await eventsWhere(`properties.x ${op} 'a'`)).toEqual(named(holding));
    expect(await eventsWhere(`'a' ${op} properties.x`)).toEqual(named(mirrored));
  });

  it.each(OPERATORS.filter(({ op }) => !op.includes('~')))('NULL itself: $op', async (operator) => {
    const holding = pairs.filter(([x]) => expected(operator, x, null));
    expect(await eventsWhere(`properties.x ${operator.op} null`)).toEqual(named(holding));
    expect(await eventsWhere(`null ${operator.op} properties.x`)).toEqual(named(holding));
  });

  it.each([
    ['null = null', 1],
    ['null != null', 0],
    ['1 = null', 0],
    ['1 != null', 1],
    ['1 < null', 0],
    ['null >= 1', 0],
    ['1 in (1, null)', 1],
    ['null in (1, null)', 1],
    ['null in (1, 2)', 0],
    ['null not in (1, 2)', 1],
    ['2 not in (1, null)', 1],
    ["concat('a', null, 'b') = 'ab'", 1],
    ["'a' || null = 'a'", 1],
  ])('of constants: %s', async (condition, truth) => {
    expect(await warehouse.rows(`select toInt(${condition})`)).toEqual([[truth]]);
  });

  it('membership treats NULL as a value', async () => {
    const of = (keep: (x: Value) => boolean): string[] => named(pairs.filter(([x]) => keep(x)));
    expect(await eventsWhere("properties.x in ('a')")).toEqual(of((x) => x === 'a'));
    expect(await eventsWhere("properties.x not in ('a')")).toEqual(of((x) => x !== 'a'));
    expect(await eventsWhere("properties.x in ('a', null)")).toEqual(of((x) => x !== 'b'));
    expect(await eventsWhere("properties.x not in ('a', null)")).toEqual(of((x) => x === 'b'));
  });

  it.each([
    'arrayJoin([toInt(null), 1])',
    'arrayElement([toInt(null), 1], 1 + 0 * number)',
    'arrayFirst(x -> true, [toInt(null)])',
    'arrayMax([toInt(null)])',
    'tupleElement((toInt(null), 2), 1)',
  ])('an element of a list or tuple may be NULL: %s', async (element) => {
    const tests =
      'isNull(x), x = 1, x != 1, x > 1, not (x > 1), x in (1), x not in (1), x in (1, null)';
    const source = `select ${tests} from (select ${element} as x from numbers(1)) where isNull(x)`;
    expect(await warehouse.rows(source)).toEqual([[1, 0, 1, 0, 1, 0, 1, 1]]);
  });

  it('a sub-query with NULLs is a set, also where an index supports the tested column', async () => {
    expect(await eventsWhere('event in (select properties.x from events)')).toEqual([]);
    expect(await eventsWhere("event in (select nullIf(event, 'a a') from events)")).toEqual(
      named(pairs).filter((name) => name !== 'a a'),
    );
    expect(await eventsWhere('event not in (select properties.x from events)')).toEqual(
      named(pairs),
    );
    expect(
      await eventsWhere('toString(properties.x) in (select properties.y from events)'),
    ).toEqual(named(pairs));
    expect(
      await eventsWhere(
        "(event, distinct_id) in (select event, if(event = 'a b', distinct_id, null) from events)",
      ),
    ).toEqual(['a b']);
  });

  it.each([
    ['number in (select 1)', 1],
    ['number not in (select 1)', 499],
    ['toInt(number) - 5 in (select number from numbers(2))', 2],
    ['toFloat(number) / 2 in (select number from numbers(3))', 3],
    ['number in (select toFloat(number) / 2 from numbers(5))', 3],
    ['(number, 1) in (select number - 1, 1 from numbers(4))', 3],
    ['number in (select null)', 0],
    ['number not in (select null)', 500],
    [`nullIf(number, 7) in (select nullIf(number, 2) from numbers(3))`, 3],
  ])('numbers of different types: %s', async (condition, rows) => {
    const source = `select count() from numbers(500) where ${condition}`;
    expect(await warehouse.rows(source)).toEqual([[rows]]);
  });

  it('between and not between are false for NULL', async () => {
    const inside = pairs.filter(([x]) => x === 'a');
    const outside = pairs.filter(([x]) => x === 'b');
    const others = pairs.filter(([x]) => x !== 'a');
    expect(await eventsWhere("properties.x between 'a' and 'a'")).toEqual(named(inside));
    expect(await eventsWhere("properties.x not between 'a' and 'a'")).toEqual(named(outside));
    expect(await eventsWhere("not (properties.x between 'a' and 'a')")).toEqual(named(others));
    expect(await eventsWhere("properties.x not between null and 'a'")).toEqual(named(outside));
    expect(await eventsWhere("properties.x not between 'b' and null")).toEqual(named(inside));
  });

  it('joins compare as the engine does: NULL matches no row', async () => {
    const source =
      'select count() from events e join events f on e.properties.x = f.properties.y where e.properties.x is null';
    expect(await warehouse.rows(source)).toEqual([[0]]);
  });
});
