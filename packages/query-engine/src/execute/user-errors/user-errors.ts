import { ARRAYS_AND_TUPLES } from './arrays-and-tuples';
import { CLAUSES } from './clauses';
import { FUNCTIONS } from './functions';
import { NAMES } from './names';
import { READING_VALUES } from './reading-values';
import { SIZE } from './size';
import { TYPES } from './types';
import type { UserError } from './user-error';

/**
 * ClickHouse error code → what the user sees. The engine's own text can carry values of other rows, so
 * none of it is passed on; it goes to the server log only.
 */
const USER_ERRORS: ReadonlyMap<number, UserError> = new Map([
  ...FUNCTIONS,
  ...READING_VALUES,
  ...TYPES,
  ...NAMES,
  ...ARRAYS_AND_TUPLES,
  ...CLAUSES,
  ...SIZE,
]);

/** Undefined for a failure that is not the statement's. */
export function userError(engineCode: number): UserError | undefined {
  return USER_ERRORS.get(engineCode);
}
