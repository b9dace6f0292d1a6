import fc from 'fast-check';
import { editDistance, findNearMisses } from './near-miss';

describe('editDistance', () => {
  it.each([
    ['', '', 0],
    ['abc', 'abc', 0],
    ['abc', 'abd', 1],
    ['abc', 'ac', 1],
    ['REDIS_URL', 'REDIS_ULR', 2],
    ['kitten', 'sittin', 2],
  ])('%j to %j: %d', (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance);
  });

  it('is symmetric, and zero for equal texts only', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 8 }), fc.string({ maxLength: 8 }), (a, b) => {
        expect(editDistance(a, b)).toBe(editDistance(b, a));
        expect(editDistance(a, b) === 0).toBe(a === b);
      }),
    );
  });
});

describe('findNearMisses', () => {
  it('finds a typo and ignores other names', () => {
    expect(
      findNearMisses(['QUERY_MAX_ROWS', 'QUERY_MAX_RWOS', 'OTHER'], ['QUERY_MAX_ROWS']),
    ).toEqual([{ given: 'QUERY_MAX_RWOS', meant: 'QUERY_MAX_ROWS' }]);
  });
});
