import { ClickHouseUnavailableError } from '@tidemark/clickhouse';
import { ApiError } from '@tidemark/platform';
import { isPostgresAway } from '@tidemark/postgres';
import { isRedisAway } from '@tidemark/redis';

/** A failure because a store cannot be reached, in words of the wire: whoever asked may come back. */
export function storeAway(error: unknown): ApiError | null {
  const isAway =
    error instanceof ClickHouseUnavailableError || isPostgresAway(error) || isRedisAway(error);
  if (!isAway) return null;
  return new ApiError(
    503,
    'server_error',
    'error',
    'A store of this service is not available. Try again in a moment.',
    { headers: { 'Retry-After': '1' }, cause: error },
  );
}
