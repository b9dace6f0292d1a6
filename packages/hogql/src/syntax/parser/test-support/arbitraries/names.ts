import * as fc from 'fast-check';

const RESERVED = new Set(['true', 'false', 'null', 'team_id']);

/** Names of every kind: plain ones, keywords, and names that need quotes. */
export const anyName = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('a', 'b', 'event', 'timestamp', '$browser', 'x1') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      ...(
        'select from where group order limit offset end case cast not and or in is cohort interval ' +
        'date left inner array all distinct recursive materialized lambda columns trim if like with ' +
        'true null inf'
      ).split(' '),
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .string({ minLength: 1, maxLength: 8 })
      .filter((name) => name !== '*' && !/[%\p{Cc}]/u.test(name)),
  },
);
export const newName = anyName.filter((name) => !RESERVED.has(name.toLowerCase()));

export const names = (minLength: number): fc.Arbitrary<string[]> =>
  fc.uniqueArray(newName, { minLength, maxLength: 2 });

/** A path of names: `a.b.c`. */
export const chain = fc.array(anyName, { minLength: 1, maxLength: 3 });
