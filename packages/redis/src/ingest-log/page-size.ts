import type { StreamPages } from './stream-pages';

/** The maximum length of a range in characters, because events may be 1 MB each. */
export const MAX_RANGE_CHARS = 64 * 1024 ** 2;
/** The maximum size of one round trip, assuming that all entries are as long as the longest one so far. */
const MAX_PAGE_CHARS = 8 * 1024 ** 2;
/** The number of stream entries in one round trip while their length is unknown or large. */
const SMALL_PAGE = 16;
/** The maximum number of entries, even after short ones, because the next ones may have a megabyte each. */
const LARGE_PAGE = 128;

/**
 * The number of stream entries to request next, based on the entries read so far.
 * @param count the requested number of records in the range
 * @returns null if the range is long enough
 */
export function nextPageSize(
  pages: Pick<StreamPages, 'entries' | 'records' | 'chars' | 'longest'>,
  count: number,
): number | null {
  const { entries, records, chars, longest } = pages;
  if (entries === 0) return Math.min(count, SMALL_PAGE);
  if (records >= count || chars >= MAX_RANGE_CHARS) return null;
  const wanted = Math.ceil(((count - records) * entries) / records);
  const fitting = Math.max(SMALL_PAGE, Math.floor(MAX_PAGE_CHARS / Math.max(1, longest)));
  return Math.min(wanted, fitting, LARGE_PAGE);
}
