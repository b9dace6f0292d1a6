import { countParameter, pageLinks } from '@tidemark/platform';
import type { Page, PageRequest } from '@tidemark/postgres';

const DEFAULT_LIMIT = 100;

/** Paging of ordinary lists (`docs/wire/api.md#pagination`): a limit that is 0 or no number is the default. */
export function defaultPage(url: URL): PageRequest & { readonly limit: number } {
  return {
    limit: countParameter(url.searchParams.get('limit')) || DEFAULT_LIMIT,
    offset: countParameter(url.searchParams.get('offset')) ?? 0,
  };
}

/** The list envelope. Without a limit there are no other pages. */
export function pageBody<T, B>(
  url: URL,
  request: PageRequest,
  page: Page<T>,
  toBody: (row: T) => B,
): { count: number; next: string | null; previous: string | null; results: B[] } {
  const { limit, offset } = request;
  const links =
    limit === null ? { next: null, previous: null } : pageLinks(url, { limit, offset }, page.count);
  return { count: page.count, ...links, results: page.rows.map(toBody) };
}
