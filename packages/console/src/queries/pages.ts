import { numberWords } from './numbers';

/**
 * The rows of a page in words: `51 to 100 of 732`. An older link, or a deletion, may lead to a page behind the last one.
 */
export function pageWords(page: {
  readonly offset: number;
  readonly shown: number;
  readonly count: number;
}): string {
  const { offset, shown, count } = page;
  const all = numberWords(count);
  if (shown === 0) return `There are only ${all}: this page is empty.`;
  const first = shown > 1 ? `${numberWords(offset + 1)} to ` : '';
  return `${first}${numberWords(offset + shown)} of ${all}`;
}

/** The offset of the page before; of a page behind the last one, that of the last one. */
export function offsetBefore(page: {
  readonly offset: number;
  /** The number of rows on a full page. */
  readonly size: number;
  readonly count: number;
}): number {
  const { offset, size, count } = page;
  const last = Math.max(0, Math.ceil(count / size) - 1) * size;
  return Math.max(0, Math.min(offset - size, last));
}
