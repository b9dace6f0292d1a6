import type { EventListQuery } from './event-list-query';

/** The end of the page shown, and the first event of the next page. */
export interface PageEnd {
  readonly lastTime: string;
  readonly nextTime: string;
}

/** `["-timestamp"]` is newest first; whatever else is listed is oldest first, as in PostHog. */
export function isNewestFirst({ orderBy }: Pick<EventListQuery, 'orderBy'>): boolean {
  return orderBy === null || (orderBy.length === 1 && orderBy[0] === '-timestamp');
}

/**
 * The URL of the page after one. It moves the bound of time to the last event shown; the bounds that were not given
 * are written down, so that all pages cover the same time range. If a page ends between events of the same instant,
 * an offset separates them; PostHog has no offset and omits the rest of them.
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
    target.searchParams.set(isNewestFirst(query) ? 'before' : 'after', end.lastTime);
  }
  return target.toString();
}

/** The URL of the next page if rows are not events: the time range stays and the offset increases. */
export function nextRows(url: URL, query: EventListQuery): string {
  const target = new URL(url);
  target.searchParams.delete('personal_api_key');
  target.searchParams.set('after', query.after);
  target.searchParams.set('before', query.before);
  target.searchParams.set('offset', String(query.offset + query.limit));
  return target.toString();
}
