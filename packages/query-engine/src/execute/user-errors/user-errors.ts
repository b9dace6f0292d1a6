import { ARRAYS_AND_TUPLES } from './arrays-and-tuples';
import { CLAUSES } from './clauses';
import { FUNCTIONS } from './functions';
import { NAMES } from './names';
import { READING_VALUES } from './reading-values';
import { SIZE } from './size';
import { TYPES } from './types';
import type { UserError } from './user-error';

/**
 * ClickHouse error code → the error that the user sees. The engine's own text can contain values of other rows, so it
 * is written to the server log only.
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

/** Undefined for a failure that the statement did not cause. */
export function userError(engineCode: number): UserError | undefined {
  return USER_ERRORS.get(engineCode);
}
