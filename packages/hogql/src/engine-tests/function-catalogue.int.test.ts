import { createIsolatedClickHouse } from '@tidemark/testing';
import { baseAggregates } from '../functions/declared/base-aggregates';
import { scalars, windows } from '../functions/find';
import { specials } from '../lower/calls/special';
import { NOT_SERVED } from '../lower/calls/special/not-served';
import { scalarCases } from './test-support/function-cases';
import { aggregates } from './test-support/function-cases/aggregates';
import type { AggregateCase } from './test-support/function-cases/case';
import type { CombinedCase } from './test-support/function-cases/combinations';
import { combinationsOf } from './test-support/function-cases/combinations';
import { productCases, surveyEvent } from './test-support/function-cases/product';
import { windows as windowCases } from './test-support/function-cases/windows';
import type { Warehouse } from './test-support/warehouse';
import { createWarehouse } from './test-support/warehouse';

let warehouse: Warehouse;

beforeAll(async () => {
  warehouse = createWarehouse(await createIsolatedClickHouse());
  await warehouse.insert('events', [surveyEvent]);
});

afterAll(() => warehouse.close());

/** Names that no expression calls. */
function uncalled(names: readonly string[], expressions: readonly string[]): string[] {
  const called = new Set(expressions.flatMap((text) => text.match(/\w+(?=\()/g) ?? []));
  return names.filter((name) => !called.has(name));
}

describe('a case calls', () => {
  it('every scalar function', () => {
    const cases = [...Object.values(scalarCases).flat(), ...productCases];
    const expressions = cases.map(([expression]) => expression);
    const names = [...scalars.names(), ...specials.names()];
    expect(uncalled(names, expressions)).toEqual([...NOT_SERVED]);
  });

  it('every aggregation', () => {
    const called = new Set(aggregates.map(({ name }) => name));
    expect(baseAggregates.filter(({ name }) => !called.has(name))).toEqual([]);
  });

  it('every window function', () => {
    const expressions = windowCases.map(([expression]) => expression);
    expect(uncalled(windows.names(), expressions)).toEqual([]);
  });
});

describe.each(Object.entries(scalarCases))('%s', (_, cases) => {
  it.each(cases)('%s', async (expression, expected) => {
    expect(await warehouse.rows(`select ${expression}`)).toEqual([[expected]]);
  });
});

describe('functions of the product', () => {
  it.each(productCases)('%s', async (expression, expected) => {
    expect(await warehouse.rows(`select ${expression} from events`)).toEqual([[expected]]);
  });

  it.each(['untuple((1, 2))', "convertCurrency('USD', 'EUR', 1)", "embedText('x')"])(
    '%s is rejected with a reason',
    (call) => {
      expect(() => warehouse.rows(`select ${call}`)).toThrow('is not supported: ');
    },
  );
});

describe('windows', () => {
  it.each(windowCases)('%s', async (expression, expected) => {
    const rows = await warehouse.rows(`select ${expression} from numbers(3) order by number`);
    expect(rows.flat()).toEqual(expected);
  });
});

const callOf = ({ name, params = '', args, around = '@' }: AggregateCase): string =>
  around.replace('@', `${name}${params}(${args.join(', ')})`);

describe('aggregations', () => {
  it.each(aggregates.map((test) => [callOf(test), test.expected] as const))(
    '%s',
    async (call, expected) => {
      expect(await warehouse.rows(`select ${call} from numbers(3)`)).toEqual([[expected]]);
    },
  );

  /** Results that need an expression around them to be compared are combined like the others. */
  const comparable = aggregates.filter(({ around }) => around === undefined);

  it.each(comparable.map((test) => [test.name, test] as const))(
    '%s with every suffix',
    async (_, test) => {
      const responses = await resultsOf(combinationsOf(test));
      const expected = combinationsOf(test).map(({ call, expected: value }) => [call, value]);
      expect(responses).toEqual(expected);
    },
  );
});

/**
 * The result of each call, by its text. All calls are columns of one statement, which costs the engine as much as one
 * of them alone; if that statement fails, each call is run in its own statement, so that the failing one is known.
 */
async function resultsOf(cases: readonly CombinedCase[]): Promise<(readonly [string, unknown])[]> {
  const columns = cases.map(({ call }, n) => call.replace(/\(state\)$/, `(state${n})`));
  const states = cases.map(({ state }, n) => `${state ?? 'count()'} as state${n}`);
  const plain = columns.filter((_, n) => cases[n]?.state === null);
  const merged = columns.filter((_, n) => cases[n]?.state !== null);
  const from = `(select ${states.join(', ')} from numbers(3))`;
  try {
    const [plainRow = []] = await askAll(plain, 'numbers(3)');
    const [mergedRow = []] = await askAll(merged, from);
    const found = new Map([...zip(plain, plainRow), ...zip(merged, mergedRow)]);
    return cases.map(({ call }, n) => [call, found.get(columns[n] ?? '')]);
  } catch {
    return Promise.all(cases.map(async (one) => [one.call, await response(one)] as const));
  }
}

async function askAll(columns: readonly string[], from: string): Promise<readonly unknown[][]> {
  return columns.length === 0 ? [] : warehouse.rows(`select ${columns.join(', ')} from ${from}`);
}

const zip = (keys: readonly string[], values: readonly unknown[]): [string, unknown][] =>
  keys.map((key, n) => [key, values[n]]);

async function response({ call, state }: CombinedCase): Promise<unknown> {
  const from = state === null ? 'numbers(3)' : `(select ${state} as state from numbers(3))`;
  try {
    const [row] = await askAll([call], from);
    return row?.[0];
  } catch (error) {
    return error instanceof Error ? error.message.slice(0, 200) : error;
  }
}
