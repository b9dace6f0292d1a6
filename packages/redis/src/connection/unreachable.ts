const UNREACHABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
]);
const AWAY_TEXT =
  /^(Connection is closed|Cluster isn't ready|Cluster is |None of startup nodes|Failed to refresh slots cache|Too many Cluster redirections|Stream isn't writeable|Reached the max retries per request|Command timed out|LOADING |MASTERDOWN |CLUSTERDOWN |TRYAGAIN )/;

/** Whether a command failed because the server cannot be reached or is not ready, not because of the command. */
export function isRedisUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && UNREACHABLE_CODES.has(code)) return true;
  return AWAY_TEXT.test(error.message);
}
