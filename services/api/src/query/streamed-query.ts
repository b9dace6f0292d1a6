import { StreamedResponse, validationError } from '@tidemark/platform';
import type { QueryEngine, QueryRequest, StreamFormat } from '@tidemark/query-engine';
import type { RefreshMode } from '@tidemark/contracts';
import { contentTypeOf } from './query-format';

/** Modes that mean: computed now, while the caller waits. */
const COMPUTES: ReadonlySet<RefreshMode> = new Set(['blocking', 'force_blocking']);

/** @throws ApiError 400 */
export function requireComputed(refresh: RefreshMode, what: string): void {
  if (COMPUTES.has(refresh)) return;
  const detail = `${what} is computed while the caller waits: refresh must be blocking or force_blocking.`;
  throw validationError('invalid_input', detail, 'refresh');
}

/**
 * The rows of a query as they are found, in a format for rows; text zipped for who takes that. The connection
 * breaks off if the query fails on its way, or if its client takes nothing for too long.
 *
 * @throws ApiError 400 for a `refresh` that is about stored results; HogQLError, QueryError
 */
export async function streamedQuery(
  engine: Pick<QueryEngine, 'stream'>,
  request: QueryRequest,
  how: {
    readonly format: StreamFormat;
    readonly refresh: RefreshMode;
    readonly signal: AbortSignal;
  },
): Promise<StreamedResponse> {
  const { format, refresh, signal } = how;
  requireComputed(refresh, `A response as ${format}`);
  const { chunks, stalled } = await engine.stream(request, format, signal);
  const headers = { 'Cache-Control': 'no-store' };
  return new StreamedResponse(contentTypeOf(format), chunks, headers, {
    compressible: format === 'csv' || format === 'ndjson',
    broken: stalled,
  });
}
