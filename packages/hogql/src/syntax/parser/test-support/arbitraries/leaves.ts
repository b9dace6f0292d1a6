import * as fc from 'fast-check';
import type * as ast from '../../../ast';
import { constantValue } from './constant-value';
import { chain } from './names';
import { AT, node } from './node';

export const constant = node<ast.Constant>('Constant', { value: constantValue } as never);

export const field = fc.oneof(
  chain.map((steps) => ({ type: 'Field' as const, chain: steps, ...AT })),
  fc
    .constantFrom(['*'], ['t', '*'])
    .map((steps) => ({ type: 'Field' as const, chain: steps, ...AT })),
);
