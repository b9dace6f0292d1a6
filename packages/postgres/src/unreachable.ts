import { untrustedCertificate } from '@tidemark/platform';

/**
 * SQLSTATEs of a server that is stopping, starting or has too many connections: class 08, shutdowns, start-up, full.
 */
const AWAY_STATE = /^(08[0-9A-Z]{3}|57P0[1-5]|53300)$/;
const AWAY_SYSTEM = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EHOSTUNREACH',
]);
/** Error messages of the driver itself, which have no code. */
const AWAY_TEXT =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Whether a statement failed because the server cannot be reached, not because of the statement. */
export function isPostgresUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (untrustedCertificate(error) !== null) return true;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') return AWAY_STATE.test(code) || AWAY_SYSTEM.has(code);
  if (error instanceof AggregateError) return error.errors.every(isPostgresUnavailable);
  return AWAY_TEXT.test(error.message);
}
