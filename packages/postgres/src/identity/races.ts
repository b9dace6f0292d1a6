import { DatabaseError } from 'pg';

/** Another worker changed rows on which the decision is based. */
export class IdentityRaceError extends Error {
  constructor(what: string) {
    super(`identity changed meanwhile: ${what}`);
    this.name = 'IdentityRaceError';
  }
}

/**
 * Error codes of conflicts with another transaction: serialization failure, deadlock, unique and foreign-key
 * violation.
 */
const RACE_CODES: ReadonlySet<string> = new Set(['40001', '40P01', '23505', '23503']);

/** Whether a new decision with current data can succeed. */
export function isRace(error: unknown): boolean {
  return (
    error instanceof IdentityRaceError ||
    (error instanceof DatabaseError && error.code !== undefined && RACE_CODES.has(error.code))
  );
}
