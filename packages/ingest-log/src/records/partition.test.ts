import fc from 'fast-check';
import { partitionOf } from './partition';

describe('partitionOf', () => {
  it('is stable, because the numbers are part of the stored format', () => {
    expect([1, 2, 3].map((team) => partitionOf(team, 'user-1', 16))).toEqual([13, 9, 1]);
  });

  it('is within the partitions and depends only on its arguments', () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.string({ unit: 'binary' }),
        fc.integer({ min: 1, max: 64 }),
        (team, id, n) => {
          const partition = partitionOf(team, id, n);
          expect(Number.isInteger(partition) && partition >= 0 && partition < n).toBe(true);
          expect(partitionOf(team, id, n)).toBe(partition);
        },
      ),
    );
  });

  it('spreads similar ids evenly', () => {
    const counts = new Array<number>(16).fill(0);
    for (let i = 0; i < 16_000; i += 1) counts[partitionOf(1, `user-${i}`, 16)]! += 1;
    expect(Math.min(...counts)).toBeGreaterThan(800);
    expect(Math.max(...counts)).toBeLessThan(1_200);
  });
});
