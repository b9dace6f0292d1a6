import type { FunctionCase } from './case';

/** Over the numbers 0, 1 and 2, in this order. */
export const windows: readonly FunctionCase[] = [
  ['rank() over (order by number)', [1, 2, 3]],
  ['dense_rank() over (order by number)', [1, 2, 3]],
  ['row_number() over (order by number)', [1, 2, 3]],
  ['ntile(3) over (order by number)', [1, 2, 3]],
  ['percent_rank() over (order by number)', [0, 0.5, 1]],
  ['round(cume_dist() over (order by number), 6)', [0.333333, 0.666667, 1]],
  ['first_value(number) over (order by number)', [0, 0, 0]],
  ['last_value(number) over (order by number)', [0, 1, 2]],
  ['nth_value(number, 2) over (order by number)', [0, 1, 1]],
  ['lagInFrame(number) over (order by number)', [0, 0, 1]],
  [
    'leadInFrame(number) over (order by number rows between unbounded preceding and unbounded following)',
    [1, 2, 0],
  ],
  ['lag(number) over (order by number)', [null, 0, 1]],
  ['lag(number, 1, 9) over (order by number)', [9, 0, 1]],
  ['lead(number) over (order by number)', [1, 2, null]],
  ['sum(number) over (order by number)', [0, 1, 3]],
];
