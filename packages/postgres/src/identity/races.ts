import { DatabaseError } from 'pg';

/** Another worker changed what this batch was decided on. */
export class IdentityRaceError extends Error {
  constructor(what: string) {
    super(`identity changed meanwhile: ${what}`);
    this.name = 'IdentityRaceError';
  }
}

/** Serialization failure, deadlock, unique and foreign-key violation: the other one was faster. */
const RACE_CODES: ReadonlySet<string> = new Set(['40001', '40P01', '23505', '23503']);

/** Whether deciding again on fresh data can succeed. */
export function isRace(error: unknown): boolean {
  return (
    error instanceof IdentityRaceError ||
    (error instanceof DatabaseError && error.code !== undefined && RACE_CODES.has(error.code))
  );
}
