import { family } from '../spec';

export const nullableFunctions = [
  ...family('Boolean', 'isNull!/1 isNotNull!/1 indexHint/1', { nullability: 'never' }),
  ...family('first', 'toNullable/1', { nullability: 'always' }),
  ...family('first', 'assumeNotNull/1', { nullability: 'never' }),
];
