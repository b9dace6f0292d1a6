import { findQueryKind } from '../kinds/registry';
import { QueryError } from '../query-error';
import type { QueryPage, QueryRequest } from '../query-request';
import { cacheKeyOf } from '../cache/cache-key';
import { readCursor, writeCursor } from './cursor';

/** The page that a client requests. */
export interface WantedPage {
  readonly pageSize: number | null;
  /** The cursor from the previous page. */
  readonly cursor: string | null;
}

type Paged = Pick<QueryRequest, 'query' | 'project' | 'maxRows'>;

/**
 * The page of a result that a client requests; null for the whole result.
 *
 * @throws QueryError 400 for an invalid cursor, the cursor of another query, or a kind without pages
 */
export function pageOfRequest(request: Paged, wanted: WantedPage, now: Date): QueryPage | null {
  const { pageSize, cursor } = wanted;
  if (pageSize === null && cursor === null) return null;
  if (findQueryKind(request.query.kind)?.hasPages !== true) {
    throw invalid(`A ${request.query.kind} cannot be read page by page.`, 'page_size');
  }
  if (cursor === null) {
    return { size: Math.min(pageSize ?? 0, request.maxRows), offset: 0, asOf: now };
  }
  const page = readCursor(cursor, cacheKeyOf(request));
  if (page === 'malformed') throw invalid('The cursor is invalid.', 'cursor');
  if (page === 'foreign') {
    throw invalid(
      'The cursor belongs to another query. Send the query it was given for.',
      'cursor',
    );
  }
  const size = pageSize ?? page.size;
  return { ...page, size: Math.min(size, request.maxRows) };
}

/** The cursor of the next page; null after the last page. `key`: the cache key of the whole result. */
export function nextCursor(key: string, page: QueryPage, hasMore: boolean): string | null {
  if (!hasMore) return null;
  return writeCursor({ ...page, offset: page.offset + page.size }, key);
}

function invalid(detail: string, attr: string): QueryError {
  return new QueryError(400, 'validation_error', 'invalid_input', detail, true, { attr });
}
