import { request } from './client';

/** The size of a page; some lists allow no more. */
const SIZE = 500;

interface Page<T> {
  readonly results: readonly T[];
  readonly count: number;
}

/**
 * Loads all pages of a list, for lookups that need every entry, such as the names of cohorts by their ids. A list that
 * users choose from is searched by the server instead.
 *
 * @param path the path of the list, with its other parameters: `/api/projects/1/cohorts/?basic=true`
 * @throws ApiError
 */
export async function loadAllPages<T>(path: string, signal: AbortSignal): Promise<readonly T[]> {
  const all: T[] = [];
  const separator = path.includes('?') ? '&' : '?';
  for (;;) {
    const page = `${path}${separator}limit=${SIZE}&offset=${all.length}`;
    const { results, count } = await request<Page<T>>('GET', page, { signal });
    all.push(...results);
    // An entry may be deleted between two pages, so that the count is never reached.
    if (results.length === 0 || all.length >= count) return all;
  }
}
