import { DatabaseError } from 'pg';

const UNIQUE_VIOLATION = '23505';

/** Whether a statement failed because the unique index `constraint` already contains such a row. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return (
    error instanceof DatabaseError &&
    error.code === UNIQUE_VIOLATION &&
    error.constraint === constraint
  );
}

/** Returns `value` for a statement that failed because of `constraint`. @throws every other error */
export function ifTaken<Value>(constraint: string, value: Value): (error: unknown) => Value {
  return (error) => {
    if (isUniqueViolation(error, constraint)) return value;
    throw error;
  };
}
