import * as fc from 'fast-check';
import type * as ast from '../../../ast';

export const constantValue: fc.Arbitrary<ast.ConstantValue> = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: false }).map((value) => (value === 0 ? 0 : value)),
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n }),
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(null, true, false),
);
