import { backoffMs } from './backoff';

it('doubles from 100 ms up to 5 s', () => {
  expect([1, 2, 3, 7, 100].map(backoffMs)).toEqual([100, 200, 400, 5_000, 5_000]);
});
