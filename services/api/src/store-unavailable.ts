import { ClickHouseUnavailableError } from '@tidemark/clickhouse';
import { ApiError } from '@tidemark/platform';
import { isPostgresUnavailable } from '@tidemark/postgres';
import { isRedisUnavailable } from '@tidemark/redis';

/** A failure because a store is unavailable, in the wire format: the client may retry. */
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
