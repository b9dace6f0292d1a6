import type { HappenedEvent, SessionFields } from './happened';

/** The session properties of events without a session. */
export const NO_SESSION: SessionFields = { $session_duration: 0, $pageview_count: 0 };

/** Session id → session properties, computed from all events of the session, also from those outside the range. */
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
  // The first URL of a page view; if there is none, the first URL of another event.
  const url = [...pages, ...inOrder]
    .map(({ properties }) => properties?.['$current_url'])
    .find((value) => typeof value === 'string');
  return {
    $session_duration: Math.max(...timestamps) - Math.min(...timestamps),
    $pageview_count: pages.length,
    ...(typeof url === 'string' && { $entry_current_url: url }),
  };
}
