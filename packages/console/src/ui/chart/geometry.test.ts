import fc from 'fast-check';
import { levelOf, nearest, spread, stack } from './geometry';

describe('geometry of charts', () => {
  it('stacks series on top of each other', () => {
    expect(
      stack([
        [1, 2],
        [3, 4],
        [5, 6],
      ]),
    ).toEqual([
      [1, 2],
      [4, 6],
      [9, 12],
    ]);
    expect(stack([])).toEqual([]);
  });

  it('stacks negative values downwards, separately from positive ones', () => {
    expect(
      stack([
        [1, -2],
        [3, 4],
        [-5, -6],
        [-1, 0],
      ]),
    ).toEqual([
      [1, -2],
      [4, 4],
      [-5, -8],
      [-6, 4],
    ]);
  });

  it.each([
    [0, 10, 0],
    [1, 1_000, 1],
    [500, 1_000, 4],
    [1_000, 1_000, 8],
    [5, 0, 0],
    [-3, 10, 0],
  ])('shades the value %d with the maximum %d as level %d', (value, largest, level) => {
    expect(levelOf(value, largest)).toBe(level);
  });

  it('moves labels apart so that they do not overlap, if there is space', () => {
    const wanted = fc.array(fc.integer({ min: 0, max: 200 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(wanted, (places) => {
        const sorted = spread(places, 14, 200).toSorted((a, b) => a - b);
        for (const [index, place] of sorted.entries()) {
          expect(place).toBeLessThanOrEqual(200);
          if (index > 0) expect(place - (sorted[index - 1] ?? 0)).toBeGreaterThanOrEqual(14);
        }
      }),
    );
    expect(spread([50], 14, 200)).toEqual([50]);
  });

  it('finds the index of the nearest value', () => {
    expect(nearest([10, null, 30], 26)).toBe(2);
    expect(nearest([null], 1)).toBe(-1);
  });
});
