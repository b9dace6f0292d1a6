import fc from 'fast-check';
import { planShare } from './share';

describe('planShare', () => {
  it('claims all partitions if there is no other consumer', () => {
    const plan = planShare([], 4, 1, 2);
    expect(plan).toEqual({ giveBack: [], candidates: [2, 3, 0, 1], wanted: 4 });
  });

  it('releases the partitions over its share when another consumer joins', () => {
    expect(planShare([0, 1, 2, 3], 4, 2, 0)).toEqual({
      giveBack: [2, 3],
      candidates: [],
      wanted: 0,
    });
  });

  it('assigns every partition, with no consumer over its share', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 64 }),
        fc.integer({ min: 1, max: 20 }),
        (partitions, n) => {
          const taken = new Set<number>();
          for (let consumer = 0; consumer < n; consumer += 1) {
            const plan = planShare([], partitions, n, consumer * 7);
            const won = plan.candidates.filter((p) => !taken.has(p)).slice(0, plan.wanted);
            expect(won.length).toBeLessThanOrEqual(Math.ceil(partitions / n));
            won.forEach((p) => taken.add(p));
          }
          expect(taken.size).toBe(partitions);
        },
      ),
    );
  });
});
