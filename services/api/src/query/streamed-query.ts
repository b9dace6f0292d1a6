import { StreamedResponse, validationError } from '@tidemark/platform';
import type { QueryEngine, QueryRequest, StreamFormat } from '@tidemark/query-engine';
import type { RefreshMode } from '@tidemark/contracts';
import { contentTypeOf } from './query-format';

/** The modes in which a query is computed while the caller waits. */
const COMPUTES: ReadonlySet<RefreshMode> = new Set(['blocking', 'force_blocking']);

/** @throws ApiError 400 */
export function requireComputed(refresh: RefreshMode, what: string): void {
  if (COMPUTES.has(refresh)) return;
  const detail = `${what} is computed while the caller waits: refresh must be blocking or force_blocking.`;
  throw validationError('invalid_input', detail, 'refresh');
}

/**
 * Streams the rows of a query in a format for rows; text is compressed if the client accepts that. The connection is
 * closed if the query fails while streaming, or if the client reads nothing for too long.
 * @throws ApiError 400 for a `refresh` that concerns stored results; HogQLError, QueryError
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
