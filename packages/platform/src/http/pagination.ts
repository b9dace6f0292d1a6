/** The parameters of a page in the wire format (`docs/wire/api.md#pagination`, `docs/wire/actions.md#list-paging`). */
export interface PageParameters {
  readonly limit: number;
  readonly offset: number;
}

/** A non-negative integer from a query string; null for any other text. */
export function countParameter(value: string | null): number | null {
  if (value === null || !/^\d{1,15}$/.test(value)) return null;
  return Number(value);
}

export interface PageLinks {
  readonly next: string | null;
  readonly previous: string | null;
}

/**
 * Absolute URLs of the next and the previous page, with the other query parameters; null if there is no such page.
 * The URL of the previous page has no `offset` if it would be 0.
 */
export function pageLinks(url: URL, { limit, offset }: PageParameters, count: number): PageLinks {
  const link = (toOffset: number): string => {
    const target = new URL(url);
    target.searchParams.delete('personal_api_key');
    target.searchParams.set('limit', String(limit));
    if (toOffset > 0) target.searchParams.set('offset', String(toOffset));
    else target.searchParams.delete('offset');
    return target.toString();
  };
  return {
    next: limit > 0 && offset + limit < count ? link(offset + limit) : null,
    previous: offset > 0 ? link(offset - limit) : null,
  };
}
