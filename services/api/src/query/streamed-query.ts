import { StreamedAnswer, validationError } from '@tidemark/platform';
import type { QueryEngine, QueryRequest, StreamFormat } from '@tidemark/query-engine';
import type { RefreshMode } from '@tidemark/contracts';
import { contentTypeOf } from './answer-format';

/** Modes that mean: computed now, while the caller waits. */
const COMPUTES: ReadonlySet<RefreshMode> = new Set(['blocking', 'force_blocking']);

/**
 * The rows of a query as they are found, in a format for rows. The connection breaks off if the query fails on
 * its way.
 *
 * @throws ApiError 400 for a `refresh` that is about stored results; HogQLError, QueryError
 */
export async function streamedQuery(
  engine: QueryEngine,
  request: QueryRequest,
  how: {
    readonly format: StreamFormat;
    readonly refresh: RefreshMode;
    readonly signal: AbortSignal;
  },
): Promise<StreamedAnswer> {
  const { format, refresh, signal } = how;
  if (!COMPUTES.has(refresh)) {
    throw validationError(
      'invalid_input',
      `An answer as ${format} is always computed while it is sent: refresh must be blocking or force_blocking.`,
      'refresh',
    );
  }
  const chunks = await engine.stream(request, format, signal);
  return new StreamedAnswer(contentTypeOf(format), chunks, { 'Cache-Control': 'no-store' });
}
