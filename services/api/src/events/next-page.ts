import type { EventListQuery } from './event-list-query';

/** Of the page shown, and of the first event that did not fit. */
export interface PageEnd {
  readonly lastTime: string;
  readonly nextTime: string;
}

/**
 * The URL of the page after one. It moves the bound of time to the last event shown; the bounds that were not
 * given are written down, so that the walk stays within the time it began with. Events of one instant that a page
 * parts are told apart by an offset, which the original does not do: it leaves the rest of them out.
 */
export function nextPage(url: URL, query: EventListQuery, end: PageEnd): string {
  const target = new URL(url);
  target.searchParams.delete('personal_api_key');
  target.searchParams.set('after', query.after);
  target.searchParams.set('before', query.before);
  if (end.lastTime === end.nextTime) {
    target.searchParams.set('offset', String(query.offset + query.limit));
  } else {
    target.searchParams.delete('offset');
    target.searchParams.set(query.newestFirst ? 'before' : 'after', end.lastTime);
  }
  return target.toString();
}
