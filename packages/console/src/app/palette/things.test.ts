import { THINGS } from './things';

// Without a limit of its own, HogQL returns 100 rows: with 100 insights, nothing else would be found.
test('the search covers more items than the default limit of HogQL', () => {
  expect(THINGS.trim()).toMatch(/\) limit 10000$/);
});
