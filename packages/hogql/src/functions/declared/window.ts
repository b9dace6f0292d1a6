import { family } from './spec';

/** Functions that only have a meaning with OVER. */
export const windowFunctions = [
  ...family('Integer', 'rank!/0 dense_rank!/0 row_number!/0', { nullability: 'never' }),
  ...family('Integer', 'ntile!/1', { nullability: 'never' }),
  ...family('Float', 'percent_rank!/0 cume_dist!/0', { nullability: 'never' }),
  ...family('first', 'first_value!/1 last_value!/1 nth_value!/2 lagInFrame/1-3 leadInFrame/1-3'),
  ...family('first', 'lag!/1-3=lagInFrame lead!/1-3=leadInFrame', { nullability: 'always' }),
];
