import { referencedCohorts } from './cohort-references';

describe('referencedCohorts', () => {
  it('finds cohorts at any depth, without duplicates', () => {
    const cohort = (value: unknown) => ({ key: 'id', type: 'cohort', value });
    const document = {
      groups: [{ properties: [cohort(3), cohort('4'), cohort('x'), { type: 'person', value: 5 }] }],
      properties: { type: 'OR', values: [{ type: 'AND', values: [cohort(3), cohort(6)] }] },
    };
    expect([...referencedCohorts(document)].sort()).toEqual([3, 4, 6]);
    expect(referencedCohorts(null).size).toBe(0);
  });

  it('accepts lists of any length', () => {
    const value = Array.from({ length: 300_000 }, (_, index) => index);
    expect(referencedCohorts([{ type: 'person', value }]).size).toBe(0);
  });
});
