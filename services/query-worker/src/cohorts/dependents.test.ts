import { dependentsOf } from './dependents';

const cohort = (id: number, references: readonly number[], isStatic = false) => ({
  id,
  isStatic,
  filters: {
    properties: {
      type: 'AND' as const,
      values: references.map(
        (value) => ({ type: 'cohort', key: 'id', value, negation: false }) as const,
      ),
    },
  },
});

describe('dependentsOf', () => {
  it('finds the dynamic cohorts that name one', () => {
    const live = [
      cohort(1, []),
      cohort(2, [1]),
      cohort(3, [2]),
      cohort(4, [1, 3]),
      cohort(5, [1], true),
    ];
    expect(dependentsOf(1, live)).toEqual([2, 4]);
    expect(dependentsOf(4, live)).toEqual([]);
  });

  it('stops at circles', () => {
    const live = [cohort(1, [3]), cohort(2, [1]), cohort(3, [2]), cohort(4, [1]), cohort(5, [5])];
    expect(dependentsOf(1, live)).toEqual([4]);
    expect(dependentsOf(5, live)).toEqual([]);
  });
});
