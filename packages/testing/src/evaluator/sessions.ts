import type { HappenedEvent, SessionFields } from './happened';

/** Numbers of events that have no session. */
export const NO_SESSION: SessionFields = { $session_duration: 0, $pageview_count: 0 };

/** What is known of each session, by its id: from all events of it, in the range or not. */
export function sessionFieldsOf(events: readonly HappenedEvent[]): Map<string, SessionFields> {
  const ids = new Set(events.map(({ session }) => session ?? ''));
  ids.delete('');
  return new Map([...ids].map((id) => [id, fieldsOf(events.filter((one) => one.session === id))]));
}

function fieldsOf(events: readonly HappenedEvent[]): SessionFields {
  const inOrder = [...events].sort((one, other) => (one.at < other.at ? -1 : 1));
  const timestamps = inOrder.map(({ at }) => Date.parse(`${at.replace(' ', 'T')}Z`) / 1_000);
  const isPage = ({ event }: HappenedEvent): boolean =>
    event === undefined || event === '$pageview';
  const pages = inOrder.filter(isPage);
  // The first that has one; pages go before whatever else happened.
  const url = [...pages, ...inOrder]
    .map(({ properties }) => properties?.['$current_url'])
    .find((value) => typeof value === 'string');
  return {
    $session_duration: Math.max(...timestamps) - Math.min(...timestamps),
    $pageview_count: pages.length,
    ...(typeof url === 'string' && { $entry_current_url: url }),
  };
}
