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
 * The URL of the page after one. It moves the bound of time to the last event shown; the bounds that were not
 * given are written down, so that the walk stays within the time it began with. Events of one instant that a page
 * parts are distinguished by an offset, which PostHog does not do: it leaves the rest of them out.
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

/** The URL of the rows after those shown, where rows are no events: the bounds stand still, an offset moves. */
export function nextRows(url: URL, query: EventListQuery): string {
  const target = new URL(url);
  target.searchParams.delete('personal_api_key');
  target.searchParams.set('after', query.after);
  target.searchParams.set('before', query.before);
  target.searchParams.set('offset', String(query.offset + query.limit));
  return target.toString();
}
