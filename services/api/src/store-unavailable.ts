import { ClickHouseUnavailableError } from '@tidemark/clickhouse';
import { ApiError } from '@tidemark/platform';
import { isPostgresUnavailable } from '@tidemark/postgres';
import { isRedisUnavailable } from '@tidemark/redis';

/** A failure because a store cannot be reached, in words of the wire: whoever asked may come back. */
export function storeUnavailable(error: unknown): ApiError | null {
  const isUnavailable =
    error instanceof ClickHouseUnavailableError ||
    isPostgresUnavailable(error) ||
    isRedisUnavailable(error);
  if (!isUnavailable) return null;
  return new ApiError(
    503,
    'server_error',
    'error',
    'A store of this service is unavailable. Try again shortly.',
    { headers: { 'Retry-After': '1' }, cause: error },
  );
}
