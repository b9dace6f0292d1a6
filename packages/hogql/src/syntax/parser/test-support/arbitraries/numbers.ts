import * as fc from 'fast-check';
import { AT } from './node';

/** A number that is written in the statement. */
export const number = fc.nat(100).map((value) => ({ type: 'Constant' as const, value, ...AT }));
