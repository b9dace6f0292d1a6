import { backoffMs } from './backoff';

it('doubles from 100 ms up to 2 s', () => {
  expect([1, 2, 3, 6, 100].map(backoffMs)).toEqual([100, 200, 400, 2_000, 2_000]);
});
