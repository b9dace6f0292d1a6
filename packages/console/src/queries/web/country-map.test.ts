import { boundsOf, classOf, countryMapOf } from './country-map';
import { tableOf } from './shape-web';

const table = (rows: readonly (readonly [unknown, number])[]) =>
  tableOf({
    columns: ['context.columns.breakdown_value', 'context.columns.visitors'],
    results: rows.map(([value, visitors]) => [value, [visitors, null]]),
  });

describe('a map of countries', () => {
  it('has a value for each known country, and lists the other rows', () => {
    const { byCode, others, bounds } = countryMapOf(
      table([
        ['DE', 120],
        ['SG', 3],
        ['ZZ', 2],
        [null, 7],
        ['FR', 0],
      ]),
      new Set(['DE', 'SG', 'FR']),
    );
    expect([...byCode].map(([code, { visitors }]) => [code, visitors])).toEqual([
      ['DE', 120],
      ['SG', 3],
    ]);
    expect(others.map(({ row, visitors }) => [row.value, visitors])).toEqual([
      ['ZZ', 2],
      [null, 7],
    ]);
    expect(bounds.at(-1)).toBe(200);
  });

  it.each([
    [0, []],
    [1, [1]],
    [7, [2, 5, 10]],
    [3_000, [5, 50, 200, 1_000, 5_000]],
  ])('has increasing round bounds up to the largest value %d', (largest, expected) => {
    expect(boundsOf(largest)).toEqual(expected);
  });

  it('assigns each value to one class', () => {
    const bounds = boundsOf(3_000);
    expect([0, 1, 5, 6, 50, 51, 3_000].map((value) => classOf(value, bounds))).toEqual([
      0, 1, 1, 2, 2, 3, 5,
    ]);
  });
});
